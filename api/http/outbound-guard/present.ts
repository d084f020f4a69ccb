import type { OutboundGuard } from '../../schemas/outbound.ts'

/** The window as the API shows it: a window of no days is no guard. */
export const presentOutboundGuard = (days: number): OutboundGuard => ({ repeat_touch_days: days, enabled: days > 0 })
