import type { Environment } from '../../domain/runs/states.ts'
import { refusalOfPayer, refusalOfStored } from '../../domain/watches/refusal.ts'
import { beginRefresh as begin } from '../../usecases/watches/begin-refresh.ts'
import type { ActivityDeps } from '../deps.ts'

/** `refreshId`: an existing refresh. `scheduledFor`: the ISO 8601 time at which the watch's Schedule fired. */
export type BeginRequest =
  | { readonly watchId: string; readonly refreshId: string }
  | { readonly watchId: string; readonly scheduledFor: string; readonly workflowId: string }

export type BeginAnswer =
  | {
      readonly kind: 'begun'
      readonly refreshId: string
      readonly runId: string
      readonly workspaceId: string
      readonly environment: Environment
      readonly name: string
    }
  | { readonly kind: 'gone' | 'paused' | 'overlapping' }

/**
 * Stores a refresh and its run, or finds those of an earlier execution. A watch whose request is refused now is paused.
 * A Schedule that fires without an active watch is removed.
 */
export const beginRefresh =
  ({
    db,
    watchSchedules,
    startDeliveries,
    ...rules
  }: Pick<ActivityDeps, 'db' | 'watchSchedules' | 'startDeliveries' | 'findCapability' | 'catalog'>) =>
  async (request: BeginRequest): Promise<BeginAnswer> => {
    const begun = await begin(
      db,
      'refreshId' in request ? request : { ...request, scheduledFor: new Date(request.scheduledFor) },
      (watch, limits) => refusalOfStored(watch, rules) ?? refusalOfPayer(watch, limits),
    )
    if (begun.kind === 'begun') {
      const { workflowId: _own, ...answer } = begun
      return answer
    }
    if (begun.kind === 'refused') {
      startDeliveries(begun.deliveries)
      watchSchedules.removeInBackground(request.watchId)
      return { kind: 'paused' }
    }
    if (begun.kind !== 'overlapping' && !('refreshId' in request)) watchSchedules.removeInBackground(request.watchId)
    return begun
  }
