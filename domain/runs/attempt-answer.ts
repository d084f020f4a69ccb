import type { AttemptOutcome } from './states.ts'

/** How one attempt ended, as the workflow knows it: no payload, no personal data. */
export interface AttemptAnswer {
  readonly provider: string
  readonly outcome: AttemptOutcome
  readonly units: number
  /** Raw runs: what the provider reports that the call cost it, and what its rate card says; USD strings of the provider's cost. */
  readonly cost?: string
  readonly rate_card?: string
}
