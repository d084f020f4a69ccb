import type { Microdollars } from '../money/microdollars.ts'
import type { OutcomeCounts } from './states.ts'

/** What a job knows once its pilot is over. */
export interface PilotResult {
  readonly counts: OutcomeCounts
  /** Rows that have not begun. */
  readonly waiting: number
}

/** What the entire job is expected to cost, if the other rows cost what the rows so far have cost. Microdollars. */
export function expectedCost({ spent, counts, waiting }: PilotResult & { readonly spent: Microdollars }): Microdollars {
  const judged = judgedRows(counts)
  if (judged === 0) return spent
  return spent + (spent * BigInt(waiting) + BigInt(judged) - 1n) / BigInt(judged)
}

/** How many rows show what the others will be like: an invalid or a cancelled row does not. */
const judgedRows = ({ found, missed, failed, blocked, saved }: OutcomeCounts): number =>
  found + missed + failed + blocked + saved
