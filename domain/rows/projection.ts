import type { Json, JsonObject } from '../json/json.ts'
import { type QueryField, readField, valueAt } from './field.ts'
import { pointerTo, type QueryFault, type QueryReading } from './filter.ts'

/** As many columns as an exported file has at most. */
export const FIELDS_MAX = 1_000

/** Reads `fields`: the requested members of a row; null requests the entire row. */
export function readFields(names: readonly string[] | undefined): QueryReading<readonly QueryField[] | null> {
  if (names === undefined) return { ok: true, value: null }
  if (names.length > FIELDS_MAX)
    return { ok: false, faults: [{ path: '/fields', message: `must name at most ${FIELDS_MAX} fields` }] }
  const faults: QueryFault[] = []
  const fields = names.flatMap((name, index): QueryField[] => {
    const read = readField(name)
    if (read.ok) return [read.field]
    faults.push({ path: pointerTo('fields', String(index)), message: read.message })
    return []
  })
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: fields }
}

/**
 * A row as the API shows it, with the requested fields only; its key always stays. A nested field of the data appears
 * under its requested name (`company.name`), and a field that the row does not have is left out.
 */
export function project(row: JsonObject, fields: readonly QueryField[] | null): JsonObject {
  if (fields === null) return row
  const members = fields.flatMap((field): [string, Json][] => {
    const value = field.kind === 'row' ? row[field.name] : valueAt(row, field)
    return value === undefined ? [] : [[field.name, value]]
  })
  return { key: row['key'] ?? null, ...Object.fromEntries(members) }
}
