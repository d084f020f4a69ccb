import type { AttemptAnswer } from '../runs/attempt-answer.ts'
import type { Waterfall } from './fallback.ts'
import type { Lane } from './lanes.ts'
import type { Candidate } from './plan.ts'

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
  readonly soFar?: WaterfallSoFar
}

/** What decides whether an attempt ends its run. */
export interface WaterfallSoFar {
  readonly waterfall: Waterfall
  /** Of the attempts before this one. */
  readonly answers: readonly AttemptAnswer[]
}

export type AttemptedRun = Pick<AttemptRequest, 'runId' | 'workspaceId' | 'capability'>

/** Attempt `number` of a run at a candidate of its waterfall. */
export const attemptRequestOf = (
  { runId, workspaceId, capability }: AttemptedRun,
  { number, candidate }: { readonly number: number; readonly candidate: Candidate },
): Omit<AttemptRequest, 'lane' | 'soFar'> => ({
  runId,
  workspaceId,
  capability,
  number,
  provider: candidate.provider,
  deadlineMs: candidate.deadline_ms,
  ...(candidate.resumable === true ? { resumable: true as const } : {}),
  ...(candidate.price.model === 'actor' ? { hold: candidate.max_charge } : {}),
  ...(candidate.account === undefined ? {} : { account: candidate.account }),
  ...(candidate.connection_id === undefined ? {} : { connectionId: candidate.connection_id }),
  ...(candidate.simulated === true ? { simulated: true as const } : {}),
})
