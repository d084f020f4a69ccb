import { FIELD_PATH_PATTERN, FIELD_PATH_TEXT } from '../../domain/answers/field-paths.ts'
import {
  EMAIL_DISPLAY_NAME_PATTERN,
  DISPLAY_NAME_PATTERN,
  DISPLAY_TITLE_PATTERN,
} from '../../domain/words/display-name.ts'
import { closest, MISTYPED } from '../../domain/words/closest.ts'
import { USD_PATTERN } from '../../domain/money/microdollars.ts'
import { METADATA_KEY_PATTERN, USAGE_GROUPING_PATTERN } from '../../domain/runs/metadata.ts'
import { EVERY_PATTERN } from '../../domain/watches/every.ts'

/** The words that messages about JSON schemas are made of. Schemas arrive as ajv hands them over: unknown. */

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'a time in ISO 8601 with a time zone',
  date: 'a date in ISO 8601',
  email: 'an email address',
  uri: 'a URL',
  hostname: 'a host name',
  uuid: 'a UUID',
}

const PATTERNS: Readonly<Record<string, string>> = {
  [USD_PATTERN]: 'be an amount in USD with at most six decimals',
  [FIELD_PATH_PATTERN]: `be ${FIELD_PATH_TEXT}`,
  [EVERY_PATTERN]: 'be a number of hours or days',
  [METADATA_KEY_PATTERN]: 'have 1 to 40 characters without `[`, `]` and control characters',
  [USAGE_GROUPING_PATTERN]: 'be `day`, `capability`, `provider`, `api_key` or `metadata.<key>`',
  [DISPLAY_NAME_PATTERN]: 'be a visible name without control, invisible or direction characters',
  [DISPLAY_TITLE_PATTERN]: 'be without control, invisible or direction characters',
  [EMAIL_DISPLAY_NAME_PATTERN]: 'be a visible name without `<`, `>`, `"`, control, invisible or direction characters',
}

/** The prefix of ids that `idPattern` makes. */
const ID = /^\^([a-z]+)_\[[^\]]+\]\{\d+\}\$$/

/** What a pattern demands, after "must": in words for the most frequent patterns. */
export function patternText(pattern: string): string {
  const prefix = ID.exec(pattern)?.[1]
  return prefix === undefined ? (PATTERNS[pattern] ?? `match ${pattern}`) : `be an id that starts with \`${prefix}_\``
}

export const formatText = (format: string): string => FORMATS[format] ?? `a valid ${format}`

/** "a string", "one of: a, b", "an object or null". */
export function kindText(schema: unknown): string {
  const values = member(schema, 'enum')
  if (Array.isArray(values)) return values.length === 1 ? shown(values[0]) : `one of: ${values.map(shown).join(', ')}`
  const constant = member(schema, 'const')
  if (constant !== undefined) return shown(constant)
  const type = member(schema, 'type')
  const types: readonly unknown[] = Array.isArray(type) ? type : [type]
  return types.map((name) => KINDS[String(name)] ?? 'another value').join(' or ')
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

export const isNullSchema = (schema: unknown): boolean => member(schema, 'type') === 'null'

/**
 * The required members of a branch that demands nothing else, as in "full_name + domain"; null when it demands more.
 */
export function requiredText(schema: unknown): string | null {
  if (typeof schema !== 'object' || schema === null) return null
  const parts: string[] = []
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'title' || keyword === 'description' || keyword === 'type') continue
    const part =
      keyword === 'required' && Array.isArray(value)
        ? value.map(String).join(' + ')
        : keyword === 'allOf'
          ? joined(value, ' + ')
          : keyword === 'anyOf' || keyword === 'oneOf'
            ? bracketed(joined(value, ' | '))
            : null
    if (part === null) return null
    parts.push(part)
  }
  return parts.length === 0 ? null : parts.join(' + ')
}

function joined(schemas: unknown, separator: string): string | null {
  if (!Array.isArray(schemas)) return null
  const parts = schemas.map(requiredText)
  return parts.every((part) => part !== null) ? parts.join(separator) : null
}

const bracketed = (text: string | null): string | null => (text === null ? null : `(${text})`)

function member(schema: unknown, name: string): unknown {
  return typeof schema === 'object' && schema !== null
    ? Object.getOwnPropertyDescriptor(schema, name)?.value
    : undefined
}

/** Two letters may be meant for many names. */
const TYPO_LENGTH_MIN = 3
/** A longer name is no typo of a known one, and comparing it would cost time. */
const TYPO_LENGTH_MAX = 64

/** The known name that was probably meant, or null. */
export const nearest = (name: string, known: readonly string[]): string | null =>
  name.length < TYPO_LENGTH_MIN || name.length > TYPO_LENGTH_MAX ? null : (closest(name, known, MISTYPED)[0] ?? null)
