import type { JsonObject } from '../../../../domain/json/json.ts'
import { NO_STATUS } from '../../../../domain/tables/keys.ts'
import type { Problem } from '../../../errors/problem.ts'
import type { TableDetail } from '../../../schemas/tables.ts'
import type { FilterForm, FormField } from '../../forms.ts'
import type { View } from '../../page.ts'
import { tablePath } from './paths.ts'
import {
  conditionGroups,
  fieldNames,
  linesAfterAdding,
  queryOfConditions,
  readConditions,
  type RowCondition,
  whereOf,
} from './row-conditions.ts'

const PAGE_ROWS = 50

/** How many lines the builder of conditions shows. */
const LINES = 'conditions'

/** The row query in the page's URL. */
export interface RowsFilter {
  readonly status: string
  readonly due: boolean
  readonly conditions: readonly RowCondition[]
  readonly order: string
  readonly cursor: string | null
}

export const readRowsQuery = ({ query }: Pick<View, 'query'>): RowsFilter => ({
  status: query['status'] ?? '',
  due: query['due'] === 'true',
  conditions: readConditions(query),
  order: query['order'] ?? '',
  cursor: query['cursor'] ?? null,
})

/** Whether every row of the table is meant. */
export const keepsAll = ({ status, due, conditions }: RowsFilter): boolean =>
  status === '' && !due && conditions.length === 0

/** The filter and the order as members of a query. Throws `invalid_request` for conditions that a query cannot have. */
export const filterOfRows = ({ status, due, conditions, order }: RowsFilter, table: TableDetail) => ({
  ...(status === '' ? {} : { status }),
  ...(due ? { due } : {}),
  ...(conditions.length === 0 ? {} : { where: whereOf(conditions, table) }),
  ...(order === '' ? {} : { order }),
})

/** A page of these rows as the body of a query. */
export const bodyOf = (request: RowsFilter, table: TableDetail): JsonObject => ({
  limit: PAGE_ROWS,
  ...filterOfRows(request, table),
  ...(request.cursor === null ? {} : { cursor: request.cursor }),
})

/** As query parameters, without the position in the list. */
export const queryOf = ({ status, due, conditions, order }: RowsFilter): Record<string, string | null> => ({
  status,
  due: due ? 'true' : null,
  order,
  ...queryOfConditions(conditions),
})

/** The filter of a table's page: status, due and order, and below them a line for each condition. */
export function rowsFilterForm(view: View, detail: TableDetail, problem: Problem | null): FilterForm {
  const request = readRowsQuery(view)
  return {
    ...conditionLines(view, detail, (conditions) => tablePath(view, detail.name, queryOf({ ...request, conditions }))),
    label: 'Filter the rows',
    clear: keepsAll(request) && request.order === '' ? null : tablePath(view, detail.name),
    fields: fieldsOf(request, detail),
    problem,
  }
}

/** The lines of the conditions in the page's URL; `pathWith`: the path with other conditions. */
export function conditionLines(
  view: View,
  detail: TableDetail,
  pathWith: (conditions: readonly RowCondition[]) => string,
): Pick<FilterForm, 'groups' | 'further' | 'hint'> {
  const conditions = readConditions(view.query)
  const groups = conditionGroups(conditions, detail, {
    shown: Number(view.query[LINES]) || 0,
    without: (index) => pathWith(conditions.filter((_, other) => other !== index)),
  })
  const more = linesAfterAdding(groups)
  return {
    groups,
    ...(more === null ? {} : { further: { name: LINES, value: String(more), label: 'Add a condition' } }),
    hint: `Every condition must hold. Several values have commas between them. A time is 2026-11-20, or -7d for seven
days ago.`,
  }
}

/** The filter as conditions alone, in the page's URL: a job has no other filter. */
export function conditionsQuery({ status, due, conditions }: RowsFilter, now: Date): Record<string, string> {
  const isNone = status === NO_STATUS
  return queryOfConditions([
    ...conditions,
    ...(status === ''
      ? []
      : [{ field: 'status', operator: isNone ? ('empty' as const) : ('eq' as const), value: isNone ? '' : status }]),
    ...(due ? [{ field: 'next_at', operator: 'lte' as const, value: now.toISOString() }] : []),
  ])
}

function fieldsOf(request: RowsFilter, detail: TableDetail): FormField[] {
  const statuses = [...new Set([...Object.keys(detail.by_status), ...(request.status === '' ? [] : [request.status])])]
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
      name: 'order',
      label: 'Order',
      options: [
        ['', 'Newest first'],
        ...fieldNames(detail).flatMap(
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
