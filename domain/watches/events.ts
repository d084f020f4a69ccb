import { KEYS_PER_EVENT_MAX, type NewEvent } from '../events/types.ts'
import type { Compared, HashedRecord } from './compare.ts'
import { KEY_SHOWN_LENGTH_MAX } from './limits.ts'
import type { PauseReason } from './states.ts'

export interface RefreshReport {
  readonly watch: { readonly id: string; readonly webhook: boolean }
  readonly refresh: { readonly refreshId: string; readonly runId: string }
  readonly compared: Compared
  /** Why this refresh paused the watch; null if it did not. */
  readonly pause: PauseReason | null
  /** The run's own error; null: it has none. */
  readonly runError: string | null
}

const NEXT_STEP: Readonly<Record<PauseReason, string>> = {
  insufficient_balance:
    'Top up the wallet, then refresh the watch with `POST /v1/watch/{watch_id}/refresh`, which resumes it.',
  request_refused:
    'Delete the watch and create one that is accepted; `GET /v1/watch/{watch_id}` has its request. If only the price or the provider has changed, a successful refresh resumes it.',
  budget_exceeded:
    'Raise the budget of the API key or app that created the watch, or wait until it starts again. Then refresh the watch with `POST /v1/watch/{watch_id}/refresh`, which resumes it.',
  payer_revoked:
    'Refresh the watch with `POST /v1/watch/{watch_id}/refresh`, as a person or with an API key without limits: that key or person pays for it from then on. Or delete it.',
}

/**
 * The events of a refresh (Spec 6): `watch.updated` if something is new or has changed, delivered to webhooks only if
 * the watch requests it, and `watch.paused`, which always is.
 */
export function eventsOf({
  watch,
  refresh,
  compared,
  pause,
  runError,
}: RefreshReport): (NewEvent & { readonly streamOnly?: true })[] {
  const { added, changed, unchanged } = compared
  const about = { watch_id: watch.id, run_id: refresh.runId }
  const updated = {
    type: 'watch.updated' as const,
    ...(watch.webhook ? {} : { streamOnly: true as const }),
    data: {
      ...about,
      refresh_id: refresh.refreshId,
      new: added.length,
      changed: changed.length,
      unchanged: unchanged.length,
      new_keys: keysOf(added),
      changed_keys: keysOf(changed.map(({ after }) => after)),
    },
  }
  return [
    ...(added.length + changed.length === 0 ? [] : [updated]),
    ...(pause === null ? [] : [pausedEvent({ ...about, reason: pause, message: runError })]),
  ]
}

interface Paused {
  readonly watch_id: string
  /** null: it was paused before a run. */
  readonly run_id: string | null
  readonly reason: PauseReason
  readonly message: string | null
}

/** The event of a paused watch. */
export const pausedEvent = (paused: Paused): NewEvent => ({
  type: 'watch.paused',
  data: { ...paused, next_step: NEXT_STEP[paused.reason].replace('{watch_id}', paused.watch_id) },
})

/** A cut through a surrogate pair leaves half of it, and strict JSON readers refuse the entire event for that. */
const keysOf = (records: readonly HashedRecord[]): string[] =>
  records.slice(0, KEYS_PER_EVENT_MAX).map(({ key }) => key.slice(0, KEY_SHOWN_LENGTH_MAX).toWellFormed())
