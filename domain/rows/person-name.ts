import {
  generationOf,
  isSameWord,
  isShortened,
  NAME_LENGTH_MAX,
  isGenerationWord,
  scriptOf,
  tellingWords,
  wordsOfName,
} from '../people/names.ts'
import { areOneName as areOneGivenName } from '../people/nicknames.ts'
import { soundOtherwise } from '../people/other-script.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { plainHeading } from '../files/heading.ts'
import { fieldOfHeading } from '../files/known-headings.ts'

/** The words of a person's name, as `wordsOfName` reads them, and `jr` or `sr` at the end where it has it. */
export type PersonName = readonly string[]

/**
 * `alike`: a given name is only an initial or a short form of the other. `unknown`: one of them is missing, is only a
 * part of the other, or is written in another script and may sound alike.
 */
export type NamesCompared = 'agree' | 'alike' | 'differ' | 'unknown'

const NAME_COLUMNS = ['first_name', 'last_name', 'full_name'] as const
type NameColumn = (typeof NAME_COLUMNS)[number]

/** Columns that may also hold the name of a company. */
const ANY_NAME = new Set(['name', 'nom', 'naam', 'nome', 'nombre', 'namn', 'navn', 'nimi', 'nume', 'nev'])

/** Whether a column, in any spelling, holds the name of a person. `name` may also be a company's. */
const isNameColumn = (column: string): boolean => nameColumn(column) !== null

/** Whether a column can decide that its row is a person. */
export const decidesPerson = (column: string): boolean =>
  isNameColumn(column) || ['name', 'company', 'title'].includes(plainColumn(column))

function nameColumn(column: string): NameColumn | null {
  const plain = plainColumn(column)
  return NAME_COLUMNS.find((one) => one === plain) ?? null
}

/** What a column is called in any spelling: `First Name`, `firstName` and `Vorname` are one. */
function plainColumn(column: string): string {
  if (column.length > NAME_LENGTH_MAX) return ''
  return ANY_NAME.has(plainHeading(column)) ? 'name' : (fieldOfHeading(column) ?? '')
}

/**
 * Whether the data names a person: by a column of a person's name, or by a `name` next to the employer that it is not.
 * A row that does is a person, and the domain in it is the employer's.
 */
export function namesPerson(data: JsonObject): boolean {
  const columns = readColumns(data)
  if (NAME_COLUMNS.some((column) => columns.has(column))) return true
  const [name, company] = [columns.get('name'), columns.get('company')]
  return name !== undefined && company !== undefined && wordsOfName(name).join(' ') !== wordsOfName(company).join(' ')
}

/** The name of the person of the data; null if it has none. */
export function readPersonName(data: JsonObject): PersonName | null {
  const name = personNameText(data)
  const words = name === null ? [] : wordsOfName(name)
  if (name === null || words.length === 0) return null
  const generation = generationOf(name)
  return generation === null ? words : [...words.filter((word) => !isGenerationWord(word)), generation]
}

/** The same as it is written there. */
export function personNameText(data: JsonObject): string | null {
  // A row that has the fields of a name needs no look at all its columns.
  const isExact = ['full_name', 'first_name', 'last_name', 'name'].some((field) => Object.hasOwn(data, field))
  const columns = isExact ? exactColumns(data) : readColumns(data)
  const parts = [columns.get('first_name'), columns.get('last_name')].filter((part) => part !== undefined)
  return columns.get('full_name') ?? (parts.length > 0 ? parts.join(' ') : (columns.get('name') ?? null))
}

const exactColumns = (data: JsonObject): ReadonlyMap<string, string> =>
  new Map(
    [...NAME_COLUMNS, 'name'].flatMap((field): [string, string][] => {
      const value = Object.hasOwn(data, field) ? data[field] : undefined
      return value !== undefined && isWord(value) ? [[field, value.slice(0, NAME_LENGTH_MAX)]] : []
    }),
  )

function readColumns(data: JsonObject): ReadonlyMap<string, string> {
  const columns = new Map<string, string>()
  for (const [column, value] of Object.entries(data)) {
    if (!isWord(value)) continue
    const known = plainColumn(column)
    if (known !== '' && !columns.has(known)) columns.set(known, value.slice(0, NAME_LENGTH_MAX))
  }
  return columns
}

const isWord = (value: Json): value is string => typeof value === 'string' && /\p{L}/u.test(value)

/**
 * Compares two names. They agree if each word of the shorter one, of which there are two, is a word of the longer one,
 * or if they are spelled alike as one word; the family name may be first or last. They are alike if one of the words
 * only is short for another, or if only one states that it is a father's or a son's. Other forms of a given name and
 * slips of a letter do not count: `Bob` and `Robert` of one family are two people, and so are `Jan` and `Jana`.
 */
export function compareNames(one: PersonName | null, other: PersonName | null): NamesCompared {
  if (one === null || other === null) return 'unknown'
  const [mine, theirs] = [one.at(-1) ?? '', other.at(-1) ?? '']
  const [hasGeneration, otherHasGeneration] = [isGeneration(mine), isGeneration(theirs)]
  if (hasGeneration && otherHasGeneration && mine !== theirs) return 'differ'
  const compared = compareWords(hasGeneration ? one.slice(0, -1) : one, otherHasGeneration ? other.slice(0, -1) : other)
  return compared === 'agree' && hasGeneration !== otherHasGeneration ? 'alike' : compared
}

/** No word of a name is one of these, as titles are none. */
const isGeneration = (word: string): boolean => word === 'jr' || word === 'sr'

function compareWords(one: PersonName, other: PersonName): NamesCompared {
  const [joined, otherJoined] = [one.join(''), other.join('')]
  if (scriptOf(joined) !== scriptOf(otherJoined)) return soundOtherwise(one, other) ? 'differ' : 'unknown'
  if (joined === otherJoined && one.length + other.length > 2) return 'agree'
  const [telling, others] = [tellingWords(one), tellingWords(other)]
  const [shorter, longer] = telling.length <= others.length ? [telling, others] : [others, telling]
  const left = [...longer]
  let equal = 0
  for (const word of shorter.toSorted((a, b) => b.length - a.length)) {
    const same = left.findIndex((candidate) => isSameWord(word, candidate))
    const at = same >= 0 ? same : left.findIndex((candidate) => abbreviates(word, candidate))
    if (at < 0) return 'differ'
    if (same >= 0 && word.length > 1) equal += 1
    left.splice(at, 1)
  }
  if (shorter.length < 2 || equal === 0) return 'unknown'
  if (equal === shorter.length && !isOrderOf(shorter, longer)) return 'differ'
  return equal > 1 ? 'agree' : 'alike'
}

/**
 * Whether words of a longer name are in the order of the shorter one, wherever each begins: the family name may be
 * first, and an Asian name is also written backwards. `María José` and `José María` are two people.
 */
function isOrderOf(shorter: PersonName, longer: PersonName): boolean {
  const both = longer.filter((word) => shorter.some((other) => isSameWord(word, other)))
  const isAt = (start: number): boolean =>
    shorter.every((word, at) => isSameWord(word, both[(start + at) % both.length] ?? ''))
  return both.length !== shorter.length || both.some((_, start) => isAt(start)) || isReversed(shorter, both)
}

const isReversed = (one: PersonName, other: PersonName): boolean =>
  one.every((word, at) => isSameWord(word, other.at(-1 - at) ?? ''))

/** Whether two records have one name, be it of one word only, or names of which one is a form of the other. */
export const areOneName = (one: PersonName | null, other: PersonName | null): boolean =>
  (one !== null && one.join('') === other?.join('')) || ['agree', 'alike'].includes(compareNames(one, other))

/** The letters by which a name is longer than its short form; fewer make another name: `Eric` and `Erica`. */
const REST_MIN = 3

/** Whether one word is the other's initial, or the usual short form with which it begins: `Chris` of `Christopher`. */
const abbreviates = (a: string, b: string): boolean =>
  isShortened(a, b) &&
  (Math.min(a.length, b.length) === 1 || (Math.abs(a.length - b.length) >= REST_MIN && areOneGivenName(a, b)))
