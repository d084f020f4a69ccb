/** What a customer notes on a run: names and texts that the service stores, shows and filters by, and never reads. */
export type Metadata = Readonly<Record<string, string>>

/** Keys and values as long as those of Stripe, and fewer pairs: each is an entry of an index. */
export const METADATA = { pairsMax: 16, keyLengthMax: 40, valueLengthMax: 500 } as const

/** The member of an answer or an event that is about a run; none where the run has none. */
export const metadataOf = ({ metadata }: { readonly metadata: Metadata | null }) =>
  metadata === null ? {} : { metadata: { ...metadata } }

/** A query names a key in square brackets (`metadata[customer]=acme`), so a key has none; nor control characters. */
const KEY = String.raw`[^\[\]\x00-\x1f\x7f]{1,${METADATA.keyLengthMax}}`
export const METADATA_KEY_PATTERN = `^${KEY}$`

const PREFIX = 'metadata.'
const COLUMNS = ['day', 'capability', 'provider', 'api_key'] as const
type UsageColumn = (typeof COLUMNS)[number]

/** What usage is grouped by: a fact of the runs, or a key of their metadata. */
export type UsageGrouping = { readonly column: UsageColumn } | { readonly metadataKey: string }

/** `day`, `capability`, `provider`, `api_key`, or `metadata.<key>`. */
export const USAGE_GROUPING_PATTERN = `^(?:${COLUMNS.join('|')}|metadata\\.${KEY})$`

/** The grouping of a text that has the pattern. */
export function usageGroupingOf(text: string): UsageGrouping {
  const column = COLUMNS.find((name) => name === text)
  return column === undefined ? { metadataKey: text.slice(PREFIX.length) } : { column }
}
