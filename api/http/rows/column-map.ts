import { parseExactJson } from '../../../domain/json/exact.ts'
import { isJsonObject, type Json } from '../../../domain/json/json.ts'
import { KIND_OF_FIELD } from '../../../domain/rows/identities.ts'
import { FIELD_NAME_LENGTH_MAX } from '../../../domain/rows/field.ts'
import type { ColumnMap, FileHeader } from '../../files/header.ts'
import type { FileReading } from '../../schemas/file.ts'
import { invalidRequest } from '../../validation/check.ts'

const EXAMPLE = '{"E-Mail":"email","Notes":null}'

/** Which field each column becomes, as the query has it. Throws `invalid_request` for what is no such list. */
export function columnMapOf(text: string | undefined): ColumnMap | null {
  if (text === undefined) return null
  const entries = entriesOf(text)
  if (entries === null) throw refused(`must be a JSON object from column names to fields, such as ${EXAMPLE}`)
  return new Map(entries)
}

function entriesOf(text: string): [string, string | null][] | null {
  const value = jsonOf(text)
  if (value === null || !isJsonObject(value)) return null
  const entries: [string, string | null][] = []
  for (const [heading, field] of Object.entries(value)) {
    if (field !== null && typeof field !== 'string') return null
    const name = field?.trim() ?? ''
    if (name.length > FIELD_NAME_LENGTH_MAX)
      throw refused(`names a field of more than ${FIELD_NAME_LENGTH_MAX} characters for column "${heading}"`)
    entries.push([heading, name === '' ? null : name])
  }
  return entries
}

function jsonOf(text: string): Json {
  try {
    return parseExactJson(text)
  } catch {
    return null
  }
}

/** Throws `invalid_request` for columns that the file does not have: a misspelt name would be imported as it is. */
export function requireKnown(map: ColumnMap | null, { columns }: FileHeader): void {
  const headings = columns.map(({ heading }) => heading)
  const unknown = [...(map?.keys() ?? [])].find((heading) => !headings.includes(heading))
  if (unknown !== undefined)
    throw refused(`names a column "${unknown}" that the file does not have; it has ${headings.join(', ')}`)
}

const refused = (message: string) => invalidRequest([{ path: '/map', message }])

/** Names in a hint: the others are in `file`. */
const HINTED_MAX = 8

/** What columns probably are, where the sender has not said it. */
export function mapHints({ columns }: FileReading, map: ColumnMap | null): string[] {
  if (map !== null) return []
  const meant = columns.flatMap(({ name, field }) => (field === null || field === name ? [] : [[name, field] as const]))
  // Without an identity a row is found again by nothing; another name of a title does no harm.
  if (!meant.some(([name, field]) => KIND_OF_FIELD.has(field) && !KIND_OF_FIELD.has(name))) return []
  const shown = meant.slice(0, HINTED_MAX)
  return [
    `Some columns probably hold fields under another name. To rename them, add the query parameter map=${JSON.stringify(Object.fromEntries(shown))}`,
  ]
}
