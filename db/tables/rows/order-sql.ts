import type { RowPosition } from '../../../domain/rows/cursor.ts'
import { type Order, RANKS } from '../../../domain/rows/order.ts'
import { ORDERED_TEXT_LENGTH } from '../../../domain/rows/values.ts'
import type { QueryField, RowFieldName } from '../../../domain/rows/field.ts'
import type { Parameters } from './parameters.ts'
import { dataColumn, isNumeric, numberSql, textSql } from './value-sql.ts'

/** An expression that rows are sorted by, and its value for the position after which a page begins. */
interface SortKey {
  readonly sql: string
  readonly descending: boolean
  readonly at: (position: RowPosition, parameters: Parameters) => string
}

export interface Sort {
  /** For the select list: the values that a cursor keeps of a row, besides its key. */
  readonly rank: string
  readonly value: string
  readonly orderBy: string
  /**
   * Whether row `r` comes after a position. It does not count rows: rows may be added or deleted before the position.
   */
  after(position: RowPosition, parameters: Parameters): string
}

/** To the microsecond, independent of the session's time zone. */
const exactTime = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const KEY: SortKey = { sql: 'r.key', descending: false, at: ({ key }, parameters) => parameters.add(key, 'text') }

/** How rows `r` are sorted; a field's name is a parameter. */
export function sortSql({ field, descending }: Order, parameters: Parameters): Sort {
  const { rank, value, keys } =
    field.kind === 'row' ? rowSort(field.name, descending) : dataSort(field, descending, parameters)
  const all = [...keys, KEY]
  return {
    rank,
    value,
    orderBy: all.map((key) => `${key.sql}${key.descending ? ' desc' : ''}`).join(', '),
    after: (position, into) => afterPosition(all, position, into),
  }
}

/**
 * Keyset pagination: the first key is past the position, or equal and the next key is past it, and so on. The outer
 * `>=` lets an index scan start at the first key.
 */
function afterPosition(keys: readonly SortKey[], position: RowPosition, parameters: Parameters): string {
  const [first, ...rest] = keys
  if (first === undefined) return 'false'
  const at = first.at(position, parameters)
  const beyond = first.descending ? '<' : '>'
  if (rest.length === 0) return `${first.sql} ${beyond} ${at}`
  return `(${first.sql} ${beyond}= ${at} and (${first.sql} ${beyond} ${at} or ${afterPosition(rest, position, parameters)}))`
}

interface FieldSort {
  readonly rank: string
  readonly value: string
  readonly keys: readonly SortKey[]
}

const ROW_FIELD_COLUMNS: Readonly<Record<RowFieldName, string>> = {
  key: 'r.key',
  status: 'r.status',
  next_at: 'r.next_at',
  touches: 'r.touches',
  last_touch_at: 'r.last_touch_at',
  last_touch_channel: 'r.last_touch_channel',
  last_reply_at: 'r.last_reply_at',
  last_reply_class: 'r.last_reply_class',
  row_created_at: 'r.created_at',
  row_updated_at: 'r.updated_at',
}

function rowSort(name: RowFieldName, descending: boolean): FieldSort {
  const column = ROW_FIELD_COLUMNS[name]
  switch (name) {
    case 'touches':
      return {
        rank: `${RANKS.number}`,
        value: `${column}::text`,
        keys: [{ sql: column, descending, at: (position, into) => into.add(position.value, 'numeric') }],
      }
    case 'row_created_at':
    case 'row_updated_at':
      return {
        rank: `${RANKS.text}`,
        value: exactTime(column),
        keys: [{ sql: column, descending, at: (position, into) => into.add(position.value, 'timestamptz') }],
      }
    case 'next_at':
    case 'last_touch_at':
    case 'last_reply_at':
      return withAbsent(column, {
        value: exactTime(column),
        keys: [
          {
            sql: `coalesce(${column}, 'epoch')`,
            descending,
            at: (position, parameters) =>
              parameters.add(position.value === '' ? 'epoch' : position.value, 'timestamptz'),
          },
        ],
      })
    default:
      return withAbsent(column, { value: column, keys: [textKey(`coalesce(${column}, '')`, descending)] })
  }
}

/** Rows without a value come last, in either direction. */
function withAbsent(column: string, { value, keys }: Omit<FieldSort, 'rank'>): FieldSort {
  const rank = `(case when ${column} is null then ${RANKS.absent} else ${RANKS.text} end)`
  return { rank, value: `coalesce(${value}, '')`, keys: [rankKey(rank), ...keys] }
}

const rankKey = (rank: string): SortKey => ({
  sql: rank,
  descending: false,
  at: (position, into) => into.add(position.rank, 'integer'),
})
const textKey = (text: string, descending: boolean): SortKey => ({
  sql: `(${text}) collate "C"`,
  descending,
  at: (position, into) => into.add(position.rank === RANKS.number ? '' : position.value, 'text'),
})

function dataSort(
  field: Extract<QueryField, { kind: 'data' }>,
  descending: boolean,
  parameters: Parameters,
): FieldSort {
  const column = dataColumn(field, parameters)
  const kind = `jsonb_typeof(${column})`
  const rank = `(case when ${column} is null then ${RANKS.absent} when ${isNumeric(column)} then ${RANKS.number}
    when ${kind} = 'string' then ${RANKS.text} when ${kind} = 'boolean' then ${RANKS.boolean} else ${RANKS.other} end)`
  const number = `coalesce(${numberSql(column)}, 0)`
  const text = `case when ${rank} in (${RANKS.text}, ${RANKS.boolean}) then left(${textSql(column)}, ${ORDERED_TEXT_LENGTH}) else '' end`
  return {
    rank,
    value: `coalesce(case when ${rank} = ${RANKS.number} then ${number}::text else ${text} end, '')`,
    keys: [
      rankKey(rank),
      {
        sql: number,
        descending,
        at: (position, into) => into.add(position.rank === RANKS.number ? position.value : '0', 'numeric'),
      },
      textKey(text, descending),
    ],
  }
}
