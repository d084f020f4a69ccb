import type { AttemptOutcome } from './states.ts'

/** How one attempt ended, as the workflow knows it: no payload, no personal data. */
export interface AttemptAnswer {
  readonly provider: string
  readonly outcome: AttemptOutcome
  readonly units: number
  /**
   * Raw runs: the cost of the call as the provider reports it, and by its rate card; USD strings of the provider's
   * cost.
   */
  readonly cost?: string
  readonly rate_card?: string
  /** The provider rejects the workspace's own key. */
  readonly key_rejected?: true
}
