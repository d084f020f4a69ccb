import type { AttemptPlan, WaterfallState } from './waterfall.ts'
import type { Lane } from './lanes.ts'

/** The attempt of a plan, as the activity gets it. */
export interface AttemptRequest {
  readonly runId: string
  readonly workspaceId: string
  /** The capability, or the endpoint of a raw run. */
  readonly capability: string
  /** From 1. */
  readonly number: number
  readonly provider: string
  readonly deadlineMs: number
  readonly lane: Lane
  /** The call is protected by a lease that is renewed, and the executor that takes it over resumes it. */
  readonly resumable?: true
  /** The hold, for providers that enforce a cap; USD. */
  readonly hold?: string
  /**
   * Where the call waits for a slot: at an offer's own account, at the workspace's own connection, or nowhere in the
   * sandbox; otherwise at the platform's account.
   */
  readonly account?: string
  readonly connectionId?: string
  readonly simulated?: true
  /** An outcome that ends the run settles it too; left out in the slow lane, whose input is stored in the history. */
  readonly state?: WaterfallState
}

export type AttemptedRun = Pick<AttemptRequest, 'runId' | 'workspaceId' | 'capability'>

export const attemptRequestOf = (
  { runId, workspaceId, capability }: AttemptedRun,
  { number, candidate, lane, state }: AttemptPlan,
): AttemptRequest => ({
  runId,
  workspaceId,
  capability,
  number,
  provider: candidate.provider,
  deadlineMs: candidate.deadline_ms,
  lane,
  ...(candidate.resumable === true ? { resumable: true as const } : {}),
  ...(candidate.price.model === 'actor' ? { hold: candidate.max_charge } : {}),
  ...(candidate.account === undefined ? {} : { account: candidate.account }),
  ...(candidate.connection_id === undefined ? {} : { connectionId: candidate.connection_id }),
  ...(candidate.simulated === true ? { simulated: true as const } : {}),
  ...(lane === 'quick' ? { state } : {}),
})
