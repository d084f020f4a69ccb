import type { OutboundGuard } from '../../schemas/outbound.ts'

/** The window as the API shows it: a window of zero days means that the guard is off. */
export const presentOutboundGuard = (days: number): OutboundGuard => ({ repeat_touch_days: days, enabled: days > 0 })
