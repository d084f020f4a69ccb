/** Where a provider stores and processes what it is sent. `global`: in several regions, or in none that it fixes. */
export const DATA_REGIONS = ['eu', 'us', 'uk', 'global'] as const
export type DataRegion = (typeof DATA_REGIONS)[number]

/**
 * What buyers need to know of a provider in addition to its prices, as it states them in public. null: it states
 * nothing.
 */
export interface StatedFacts {
  readonly data_region: DataRegion | null
  /** How many days it keeps what it is sent, at most; 0: it keeps nothing. */
  readonly retention_days: number | null
  /** How it comes by the data that it sells or serves. */
  readonly source: string | null
}

export const NOT_STATED: StatedFacts = { data_region: null, retention_days: null, source: null }
