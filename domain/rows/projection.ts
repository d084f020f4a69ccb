import type { Json, JsonObject } from '../json/json.ts'
import { type Field, readField, valueAt } from './field.ts'
import { pointerTo, type QueryFault, type Read } from './filter.ts'

/** As many columns as a file of the export has at most. */
export const FIELDS_MAX = 1_000

/** Reads `fields`: which members of a row are asked for; null asks for all of it. */
export function readFields(names: readonly string[] | undefined): Read<readonly Field[] | null> {
  if (names === undefined) return { ok: true, value: null }
  if (names.length > FIELDS_MAX) return { ok: false, faults: [{ path: '/fields', message: `must name at most ${FIELDS_MAX} fields` }] }
  const faults: QueryFault[] = []
  const fields = names.flatMap((name, index): Field[] => {
    const read = readField(name)
    if (read.ok) return [read.field]
    faults.push({ path: pointerTo('fields', String(index)), message: read.message })
    return []
  })
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: fields }
}

/**
 * A row as it is shown, cut to the fields asked for; its key always stays. A field of nested data stands under the name that
 * asked for it (`company.name`), and one that the row does not have is left out.
 */
export function project(row: JsonObject, fields: readonly Field[] | null): JsonObject {
  if (fields === null) return row
  const members = fields.flatMap((field): [string, Json][] => {
    const value = field.kind === 'row' ? row[field.name] : valueAt(row, field)
    return value === undefined ? [] : [[field.name, value]]
  })
  return { key: row['key'] ?? null, ...Object.fromEntries(members) }
}
