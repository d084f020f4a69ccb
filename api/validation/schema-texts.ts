import { closest, MISTYPED } from '../../domain/words/closest.ts'

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
  'date-time': 'a time in ISO 8601 with a time zone, for example `2026-11-20T09:30:00Z`',
  date: 'a date in ISO 8601, for example `2026-11-20`',
  email: 'an email address, for example `ada@example.com`',
  uri: 'a URL, for example `https://www.example.com/hook`',
  hostname: 'a host name',
  uuid: 'a UUID',
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

/** "`a`, `b` or `c`". */
export const eitherOf = (texts: readonly string[]): string =>
  texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1) ?? ''}`

/**
 * What a value has to be that is of none of the kinds of a union: each kind once, and objects by the members that tell
 * them apart.
 */
export function unionText(branches: readonly unknown[]): string {
  const needs = branches.map((branch) => (member(branch, 'type') === 'object' ? needsOf(branch) : null))
  const named = needs.filter((need) => need !== null)
  const others = branches.filter((_, index) => needs[index] === null).map(kindText)
  const objects = named.length === 0 ? [] : [`an object with ${eitherOf(named)}`]
  return eitherOf([...new Set([...objects, ...others])])
}

const needsOf = (branch: unknown): string | null => {
  const required = member(branch, 'required')
  return Array.isArray(required) && required.length > 0 ? together(required.map(String)) : null
}

const together = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' and ')

/**
 * The required members of a branch that demands nothing else, as in "`full_name` and `domain`"; null when it demands
 * more.
 */
export function requiredText(schema: unknown): string | null {
  if (typeof schema !== 'object' || schema === null) return null
  const parts: string[] = []
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'title' || keyword === 'description' || keyword === 'type') continue
    const part =
      keyword === 'required' && Array.isArray(value)
        ? together(value.map(String))
        : keyword === 'allOf'
          ? joined(value, (texts) => texts.join(' and '))
          : keyword === 'anyOf' || keyword === 'oneOf'
            ? joined(value, (texts) => `(${eitherOf(texts)})`)
            : null
    if (part === null) return null
    parts.push(part)
  }
  return parts.length === 0 ? null : parts.join(' and ')
}

function joined(schemas: unknown, join: (texts: readonly string[]) => string): string | null {
  if (!Array.isArray(schemas)) return null
  const parts = schemas.map(requiredText)
  return parts.every((part) => part !== null) ? join(parts) : null
}

/** The first example of a schema, as text. */
export function exampleOf(schema: unknown): string | null {
  const examples = member(schema, 'examples')
  if (!Array.isArray(examples) || examples.length === 0) return null
  return typeof examples[0] === 'string' ? examples[0] : JSON.stringify(examples[0])
}

export const descriptionOf = (schema: unknown): string | null => {
  const description = member(schema, 'description')
  return typeof description === 'string' ? description : null
}

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
