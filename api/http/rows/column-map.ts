import { parseExactJson } from '../../../domain/json/exact.ts'
import { isJsonObject, type Json } from '../../../domain/json/json.ts'
import { KNOWN_FIELDS } from '../../../domain/files/known-headings.ts'
import { KIND_OF_FIELD } from '../../../domain/rows/identities.ts'
import { FIELD_NAME_LENGTH_MAX } from '../../../domain/rows/field.ts'
import type { ColumnSamples } from '../../files/column-samples.ts'
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
  if (!isJsonObject(value)) return null
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

/** Each known field once, and as many more that a former file has named. */
const HINTED_MAX = 2 * KNOWN_FIELDS.length

/**
 * What each column that probably holds a field under another name becomes, as `map` names it: by the workspace's last
 * file with these columns, else by its heading and values. An empty column that is called like such a field is left
 * out. Empty: nothing would be renamed, or two columns would become one field.
 */
export function suggestedMap({ columns }: FileReading, samples: ColumnSamples): ColumnMap {
  const fields = new Set(columns.flatMap(({ name, field }) => (field === null || field === name ? [] : [field])))
  const map = new Map(
    columns.flatMap(({ name, field, suggested_by: by }, index): [string, string | null][] => {
      if (field === name) return []
      if (field !== null || by === 'remembered') return [[name, field]]
      return fields.has(name) && samples.of(index).length === 0 ? [[name, null]] : []
    }),
  )
  const names = columns.flatMap(({ name }) => (map.has(name) ? (map.get(name) ?? []) : name))
  return new Set(names).size === names.length ? map : NO_MAP
}

const NO_MAP: ColumnMap = new Map()

/** What the columns of a file without a map became, or would if they did not keep their names. */
export function mapHints(map: ColumnMap, names: 'kept' | 'suggested'): string[] {
  // Without an identity a row is found again by nothing; another name of a title does no harm.
  if (![...map].some(([name, field]) => field !== null && KIND_OF_FIELD.has(field) && !KIND_OF_FIELD.has(name)))
    return []
  const shown = [...map].slice(0, HINTED_MAX)
  const others = map.size - shown.length
  const query = `the query parameter map=${JSON.stringify(Object.fromEntries(shown))}`
  const more = others === 0 ? '' : ` and the other ${others} columns that \`file\` suggests a field for`
  return names === 'kept'
    ? [`Some columns probably hold fields under another name. To rename them, add ${query}${more}`]
    : [
        `No line has an identity under the file's own column names, so its columns are renamed as by ${query}${more}. To name them otherwise, send \`map\`.`,
      ]
}
