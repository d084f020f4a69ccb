import { html, type Html } from '../../../html/markup.ts'
import type { Delivery, Webhook } from '../../../schemas/webhook.ts'
import { badge, time, type Tone } from '../../elements.ts'
import type { View } from '../../page.ts'
import { CALLBACKS, webhookPath } from './paths.ts'

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

/** Which secret verifies what is sent to this place, and where it is. Two secrets at one URL are easily confused. */
export const verifiedBy = (view: View, place: string): Html =>
  place === CALLBACKS
    ? html`Callbacks are signed with the secret of callbacks, one for all runs and jobs of this environment: “Show the
secret” on <a href="${webhookPath(view, CALLBACKS)}">their page</a>. Endpoints sign their events with secrets of their
own, also at the same URL.`
    : html`Events to this endpoint are signed with its own secret, which was shown when it was made. If you no longer
have it, <a href="${webhookPath(view, place, '/rotate')}">rotate it</a>. Callbacks of runs and jobs are signed with
another one, also at the same URL: <a href="${webhookPath(view, CALLBACKS)}">Callbacks</a>.`
