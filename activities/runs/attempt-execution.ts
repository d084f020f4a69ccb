import type { Repeat } from '../../domain/providers/manifest.ts'
import type { WaterfallState } from '../../domain/routing/waterfall.ts'
import type { AttemptToBegin, RunInput } from '../../db/runs/attempts/begin.ts'

/** The data that one executor needs to call a provider for an attempt. */
export interface AttemptExecution extends AttemptToBegin {
  readonly deadlineMs: number
  /** The key under which the provider's latency is measured. */
  readonly latencyKey: string
  readonly run: RunInput
  /** Undefined when a deployment has removed the offer since the run was planned. */
  readonly repeat: Repeat | undefined
  /** The hold, for providers that enforce a cap; USD. */
  readonly hold: string | null
  /** The workspace's own key; null: the platform's account. */
  readonly connectionId: string | null
  /** The provider's own run that was started before this executor took over the attempt. */
  readonly resume: string | null
  /** An outcome that ends a plain run settles it too, in one statement; null: the workflow settles. */
  readonly state: WaterfallState | null
  /** A lost executor may have called the provider already: a request that is refused now may have gone out then. */
  readonly mayHaveBeenCalled?: true
}
