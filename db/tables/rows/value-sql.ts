import type { QueryField, RowFieldName } from '../../../domain/rows/field.ts'
import { BEYOND_MILLISECONDS_TEXT, NUMBER_TEXT, OFFSET_TEXT, TIME_TEXT } from '../../../domain/rows/values.ts'
import type { Parameters } from './parameters.ts'

/**
 * Row fields as the API shows them: times to the millisecond. `next_at` is never finer, and as a plain column it can
 * use its index.
 */
const ROW_COLUMNS: Readonly<Record<RowFieldName, string>> = {
  key: 'r.key',
  status: 'r.status',
  next_at: 'r.next_at',
  touches: 'r.touches',
  last_touch_at: "date_trunc('milliseconds', r.last_touch_at)",
  last_touch_channel: 'r.last_touch_channel',
  last_reply_at: "date_trunc('milliseconds', r.last_reply_at)",
  last_reply_class: 'r.last_reply_class',
  row_created_at: "date_trunc('milliseconds', r.created_at)",
  row_updated_at: "date_trunc('milliseconds', r.updated_at)",
}

export const rowColumn = (name: RowFieldName): string => ROW_COLUMNS[name]

/**
 * The value of a data field of row `r`; SQL's null when there is none or when it is JSON's null. The name is a
 * parameter.
 */
export function dataColumn(field: Extract<QueryField, { kind: 'data' }>, parameters: Parameters): string {
  const name = parameters.add(field.name, 'text')
  const { data } = parameters
  if (field.path === null) return `nullif(${data} -> ${name}, 'null')`
  return `nullif(case when ${data} ? ${name} then ${data} -> ${name} else ${data} #> ${parameters.add(field.path, 'text[]')} end, 'null')`
}

/** A text, number or boolean as text. */
export const textSql = (value: string): string => `(${value} #>> '{}')`

/** True for a number, or text that is a number. */
export const isNumeric = (value: string): string =>
  `case jsonb_typeof(${value}) when 'number' then true when 'string' then ${textSql(value)} ~ '${NUMBER_TEXT}' else false end`

/** That number; null for every other value. */
export const numberSql = (value: string): string =>
  `(case when ${isNumeric(value)} then ${textSql(value)}::numeric end)`

/**
 * Text that is a time, to the millisecond, and in UTC where it names no offset; null for every other value, including
 * 31 February.
 */
export function timeOf(value: string): string {
  const text = textSql(value)
  const readable = `(regexp_replace(${text}, '${BEYOND_MILLISECONDS_TEXT}', '\\1') || case when ${text} ~ '[Tt ].*${OFFSET_TEXT}' then '' else ' UTC' end)`
  return `(case when jsonb_typeof(${value}) = 'string' and ${text} ~ '${TIME_TEXT}' then
    case when pg_input_is_valid(${readable}, 'timestamptz') then ${readable}::timestamptz end end)`
}

/** Lower case by Unicode's simple mapping, independent of the database's locale. */
export const lowered = (text: string): string => `lower(${text} collate "pg_c_utf8")`
