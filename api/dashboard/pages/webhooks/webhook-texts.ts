import { html, type Html } from '../../../html/markup.ts'
import type { Delivery, Webhook } from '../../../schemas/webhook.ts'
import { badge, time, type Tone } from '../../elements.ts'

const TONES: Readonly<Record<Delivery['status'], Tone>> = { pending: 'busy', delivered: 'good', failed: 'bad' }

export const deliveryBadge = ({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>): Html =>
  status === 'pending' && attempts.length > 0 ? badge('retrying', 'warn') : badge(status, TONES[status])

/** Whether the endpoint receives events, and whether they arrive. */
export function webhookBadge({ enabled, disabled_reason: reason, failing_since: since }: Webhook): Html {
  if (!enabled) return badge(reason === null ? 'off' : 'switched off', reason === null ? 'quiet' : 'bad')
  return since === null ? badge('on', 'good') : badge('failing', 'warn')
}

export const eventsOf = ({ events }: Webhook): Html | string =>
  events.length === 0 ? 'Every event' : html`${events.join(', ')}`

/** The outcome of the last attempt. */
export function lastAnswer({ attempts }: Delivery): string {
  const last = attempts.at(-1)
  if (last === undefined) return 'no attempt yet'
  return last.status_code === null ? (last.error ?? 'no answer') : `HTTP ${last.status_code}`
}

export const nextAttempt = ({ next_attempt_at: next }: Delivery): Html | string => (next === null ? '–' : time(next))
