import type { Repeat } from '../../domain/providers/manifest.ts'
import type { AttemptToBegin, RunInput } from '../../db/attempts/begin.ts'

/** One executor's call of a provider, with what may be done with it. */
export interface AttemptExecution extends AttemptToBegin {
  readonly deadlineMs: number
  /** Under which name its provider's pace is observed. */
  readonly pace: string
  readonly run: RunInput
  /** Undefined when a deployment has taken the offer out since the run was planned. */
  readonly repeat: Repeat | undefined
  /** What is held, for providers that enforce a cap; USD. */
  readonly hold: string | null
  /** The workspace's own key; null: the platform's account. */
  readonly connectionId: string | null
  /** The provider's own run that was started before this executor took the attempt. */
  readonly resume: string | null
  /** An executor that was lost may have asked the provider already: what is refused now may have gone out then. */
  readonly mayHaveBeenAsked?: true
}
