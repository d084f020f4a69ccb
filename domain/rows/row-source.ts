import { type RowIdentity, shownKey } from './identities.ts'
import { KIND_WORDS } from './joins.ts'

/** Where sent rows come from, so that a sentence names them as the caller knows them. */
export interface RowSource {
  /** What the caller calls one of them. */
  readonly row: 'row' | 'line'
  /** What the caller calls a member of one. */
  readonly field: 'field' | 'column'
  /** Which one it is: `line 3` of a file, `index` 2 of a call. */
  place(index: number): string
  /** The name that the caller gave a member: a column may have been renamed. */
  nameOf(field: string): string
  /** Whether a column has this name, be it empty in a line: two cannot have one name. */
  isTaken(field: string): boolean
}

/** The rows of a call: its answer names them by `index`. */
export const CALL: RowSource = {
  row: 'row',
  field: 'field',
  place: (index) => `\`index\` ${index}`,
  nameOf: (field) => field,
  isTaken: () => false,
}

interface SourceFile {
  readonly lineOf: (index: number) => number
  /** Which field each renamed column became. */
  readonly mapped: Readonly<Record<string, string | null>> | null
  /** What all columns became that are not left out. */
  readonly fields: readonly string[]
}

/** The lines of a file. */
export const fileSource = ({ lineOf, mapped, fields }: SourceFile): RowSource => ({
  row: 'line',
  field: 'column',
  place: (index) => `line ${lineOf(index)}`,
  nameOf: (field) => Object.entries(mapped ?? {}).find(([, name]) => name === field)?.[0] ?? field,
  isTaken: (field) => fields.includes(field),
})

/** Values in a sentence: a person recognises a longer one by its beginning. */
const VALUE_LENGTH_MAX = 80

export function cutValue(text: string): string {
  const chars = [...text]
  return chars.length > VALUE_LENGTH_MAX ? `${chars.slice(0, VALUE_LENGTH_MAX).join('')}…` : text
}

/** An identity in a sentence: phone number `+15550100123`. */
export const identityWords = (identity: Pick<RowIdentity, 'kind' | 'value'>): string =>
  `${KIND_WORDS[identity.kind]} \`${cutValue(shownKey(identity))}\``

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Examples in a sentence: the rest are only counted. */
export const EXAMPLES_MAX = 5

export function listed(words: readonly string[], count: number, separator = ', '): string {
  const more = count - words.length
  return `${words.join(separator)}${more > 0 ? `${separator}and ${more} more` : ''}`
}
