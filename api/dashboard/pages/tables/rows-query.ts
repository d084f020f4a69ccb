import type { Json, JsonObject } from '../../../../domain/json/json.ts'
import { NO_STATUS } from '../../../../domain/tables/keys.ts'
import type { TableDetail } from '../../../schemas/tables.ts'
import { oneWordOf } from '../../query-values.ts'
import type { FormField } from '../../forms.ts'
import type { View } from '../../page.ts'

/** The operators of a query, and their meaning. */
const OPERATORS = [
  ['eq', 'is'],
  ['ne', 'is not'],
  ['contains', 'contains'],
  ['gte', 'is at least'],
  ['lte', 'is at most'],
  ['exists', 'is there'],
  ['empty', 'is empty'],
] as const
const OPERATOR_WORDS = OPERATORS.map(([operator]) => operator)
/** These operators take only the field. */
const WITHOUT_VALUE: readonly string[] = ['exists', 'empty']
const PAGE_ROWS = 50

const VALUE_LENGTH_MAX = 500

/** The row query in the page's URL. */
export interface RowsFilter {
  readonly status: string
  readonly due: boolean
  readonly field: string
  readonly operator: (typeof OPERATOR_WORDS)[number]
  readonly value: string
  readonly order: string
  readonly cursor: string | null
}

export const readRowsQuery = ({ query }: Pick<View, 'query'>): RowsFilter => ({
  status: query['status'] ?? '',
  due: query['due'] === 'true',
  field: query['field'] ?? '',
  operator: oneWordOf(OPERATOR_WORDS, query['op']) ?? 'eq',
  value: query['value'] ?? '',
  order: query['order'] ?? '',
  cursor: query['cursor'] ?? null,
})

export const isUnfiltered = ({ status, due, field, order }: RowsFilter): boolean =>
  status === '' && !due && field === '' && order === ''

/** The same as the body of a query. */
export function bodyOf(request: RowsFilter, table: TableDetail): JsonObject {
  const { status, due, field, operator, order, cursor } = request
  return {
    limit: PAGE_ROWS,
    ...(status === '' ? {} : { status }),
    ...(due ? { due } : {}),
    ...(order === '' ? {} : { order }),
    ...(cursor === null ? {} : { cursor }),
    ...(field === '' ? {} : { where: { [field]: { [operator]: valueOf(request, table) } } }),
  }
}

/** Numbers and booleans are compared as such where the column holds them. */
function valueOf({ field, operator, value }: RowsFilter, { columns }: TableDetail): Json {
  if (WITHOUT_VALUE.includes(operator)) return true
  const type = columns.find(({ name }) => name === field)?.type
  if (type === 'number' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  if (type === 'boolean' && ['true', 'false'].includes(value)) return value === 'true'
  return value
}

/** As query parameters, without the position in the list. */
export const queryOf = ({ status, due, field, operator, value, order }: RowsFilter) => ({
  status,
  due: due ? 'true' : null,
  order,
  ...(field === '' ? {} : { field, op: operator, value }),
})

const ROW_FIELDS = ['key', 'status', 'next_at', 'touches', 'last_touch_at', 'row_created_at', 'row_updated_at']

export function filtersOf(request: RowsFilter, { columns, by_status: counts }: TableDetail): FormField[] {
  const fields = [...columns.map(({ name }) => name), ...ROW_FIELDS]
  const statuses = [...new Set([...Object.keys(counts), ...(request.status === '' ? [] : [request.status])])]
  return [
    {
      name: 'status',
      label: 'Status',
      options: [
        ['', 'Any'],
        ...statuses.map((status) => [status, status === NO_STATUS ? 'without one' : status] as const),
      ],
    },
    {
      name: 'due',
      label: 'Due',
      options: [
        ['', 'Any'],
        ['true', 'Now'],
      ],
    },
    {
      name: 'field',
      at: 'where',
      label: 'Field',
      options: [['', 'Any'], ...fields.map((name) => [name, name] as const)],
    },
    { name: 'op', label: 'Comparison', options: OPERATORS },
    { name: 'value', label: 'Value', at: `where/${request.field}/${request.operator}`, maxLength: VALUE_LENGTH_MAX },
    {
      name: 'order',
      label: 'Order',
      options: [
        ['', 'Newest first'],
        ...fields.flatMap(
          (name) =>
            [
              [name, `${name}, rising`],
              [`-${name}`, `${name}, falling`],
            ] as const,
        ),
      ],
    },
  ]
}
