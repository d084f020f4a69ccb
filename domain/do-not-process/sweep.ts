import type { ListKind } from './lists.ts'

/** What a list goes through once it has switched, in this order. */
export const SWEEP_STAGES = [
  'open_runs',
  'rows',
  'history',
  'blocks',
  'payloads',
  'watch_records',
  'refreshes',
] as const
export type SweepStage = (typeof SWEEP_STAGES)[number]

/** Subjects of runs have no postal code, so a list of names is compared with their payloads. */
const isPartOf = (stage: SweepStage, kind: ListKind): boolean => {
  if (stage === 'history' || stage === 'blocks') return kind !== 'name_zip'
  return stage !== 'payloads' || kind === 'name_zip'
}

/** The stage after another one; null: it was the last. */
export const stageAfter = (stage: SweepStage, kind: ListKind): SweepStage | null =>
  SWEEP_STAGES.slice(SWEEP_STAGES.indexOf(stage) + 1).find((next) => isPartOf(next, kind)) ?? null

/** What a receipt counts. */
export const SWEPT_THINGS = ['rows', 'runs', 'saved_answers', 'touches', 'watch_records'] as const
export type SweptThing = (typeof SWEPT_THINGS)[number]
export type SweptCounts = Readonly<Partial<Record<SweptThing, number>>>

export const RECEIPT_STATUSES = ['sweeping', 'finished', 'superseded'] as const
