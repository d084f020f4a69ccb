import { Option } from 'commander'
import { parseInteger, partedNames } from './input.ts'

/** Which part of its result a run is shown with. */
export interface PartOptions {
  readonly fields?: string
  readonly maxItems?: string
  readonly summary?: true
}

/** Which slice of a value within the result is shown instead. */
export interface SliceOptions {
  readonly path?: string
  readonly offset?: string
  readonly limit?: string
}

/** The bounds of the API. */
const MAX_ITEMS_MAX = 10_000
const SLICE_LIMIT_MAX = 100_000
/** As far as an integer of an option goes. */
const OFFSET_MAX = 999_999_999

export const partOptions = (): readonly Option[] => [
  new Option('--fields <paths>', 'only these fields of the result, as in email,items.name'),
  new Option('--max-items <n>', `the first items of every list, at most ${MAX_ITEMS_MAX}`),
  new Option('--summary', 'add the lengths of lists and the names of fields that are left out'),
]

export const sliceOptions = (): readonly Option[] => [
  new Option('--path <path>', 'a slice of the value here, instead of the result: items, or items.0.text'),
  new Option('--offset <n>', 'where the slice begins (0)'),
  new Option('--limit <n>', 'the most items, members or characters of the slice (20; 4000 of a text)'),
]

/** The members of `response` in a request to run. */
export const responseOf = ({ fields, maxItems, summary }: PartOptions): Readonly<Record<string, unknown>> => ({
  ...(fields === undefined ? {} : { fields: partedNames(fields) }),
  ...(maxItems === undefined
    ? {}
    : { max_items: parseInteger(maxItems, '--max-items', { min: 0, max: MAX_ITEMS_MAX }) }),
  ...(summary === true ? { summary } : {}),
})

export type PartQuery = Readonly<Record<string, string | number | boolean | undefined>>

/** The same as parameters of a read, which also takes a slice. */
export const partQuery = ({
  fields,
  maxItems,
  summary,
  path,
  offset,
  limit,
}: PartOptions & SliceOptions): PartQuery => ({
  fields: fields === undefined ? undefined : partedNames(fields).join(','),
  max_items: parseInteger(maxItems, '--max-items', { min: 0, max: MAX_ITEMS_MAX }),
  summary,
  path,
  offset: parseInteger(offset, '--offset', { min: 0, max: OFFSET_MAX }),
  limit: parseInteger(limit, '--limit', { min: 1, max: SLICE_LIMIT_MAX }),
})
