import { SAMPLE_MIN } from '../routing/thresholds.ts'

/** Of the addresses that runs have sold: those that took mail, and those that bounced as unknown. */
export interface AddressCounts {
  readonly delivered: number
  readonly bounced: number
}

export interface Accuracy {
  /** null: too few addresses to tell. */
  readonly rate: number | null
  readonly sample_size: number
}

/** The share of a provider's addresses that took mail, among those that this deployment's workspaces wrote to. */
export function shownAccuracy({ delivered, bounced }: AddressCounts = { delivered: 0, bounced: 0 }): Accuracy {
  const sample = delivered + bounced
  return { rate: sample < SAMPLE_MIN ? null : Math.round((delivered / sample) * 1_000) / 1_000, sample_size: sample }
}
