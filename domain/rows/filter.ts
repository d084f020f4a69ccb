import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { type QueryField, isStorableText, readField } from './field.ts'
import { OPERATORS, readTest, type Test, TEXT_LENGTH_MAX, VALUES_MAX } from './filter-test.ts'

/** A fault of a query: a JSON pointer into the request, and words that follow it. */
export interface QueryFault {
  readonly path: string
  readonly message: string
}

export type QueryReading<Result> =
  | { readonly ok: true; readonly value: Result }
  | { readonly ok: false; readonly faults: readonly QueryFault[] }

/** One operator on one field. A row is kept if every condition holds. */
export interface Condition {
  readonly field: QueryField
  readonly test: Test
}

/** The conditions of a query, checked: none of its text is ever executed. */
export interface RowFilter {
  /** null: any status. */
  readonly statuses: readonly string[] | null
  /** Only rows whose `next_at` has passed. */
  readonly due: boolean
  readonly conditions: readonly Condition[]
}

export interface RequestedFilter {
  readonly status?: string | readonly string[] | undefined
  readonly due?: boolean | undefined
  readonly where?: JsonObject | undefined
}

/** More than a person or an agent writes; each condition is checked for every row of the table. */
export const CONDITIONS_MAX = 100

/** RFC 6901. */
export const pointerTo = (...members: readonly string[]): string =>
  members.map((member) => `/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/**
 * Reads `status`, `due` and `where` of a query (Spec 4.7) into a filter, or answers every fault with its JSON pointer.
 * Several fields, and several operators on one field, must all hold. `now` is the base of relative times. `due: false`
 * has no effect, as if it were omitted.
 */
export function readFilter(requested: RequestedFilter, now: Date): QueryReading<RowFilter> {
  const faults: QueryFault[] = []
  const statuses = readStatuses(requested.status, faults)
  const conditions = readWhere(requested.where ?? {}, now, faults)
  if (faults.length > 0) return { ok: false, faults }
  return { ok: true, value: { statuses, due: requested.due === true, conditions } }
}

function readStatuses(status: RequestedFilter['status'], faults: QueryFault[]): readonly string[] | null {
  if (status === undefined) return null
  const statuses = typeof status === 'string' ? [status] : status
  if (statuses.length === 0)
    faults.push({ path: '/status', message: 'must contain a status; omit it to select rows with any status' })
  if (statuses.length > VALUES_MAX)
    faults.push({ path: '/status', message: `must name at most ${VALUES_MAX} statuses` })
  if (statuses.some((one) => one.length > TEXT_LENGTH_MAX || !isStorableText(one))) {
    faults.push({ path: '/status', message: `must be text of at most ${TEXT_LENGTH_MAX} characters without NUL` })
  }
  return [...new Set(statuses)]
}

function readWhere(where: JsonObject, now: Date, faults: QueryFault[]): Condition[] {
  const conditions: Condition[] = []
  for (const [name, requested] of Object.entries(where)) {
    const read = readField(name)
    if (!read.ok) faults.push({ path: pointerTo('where', name), message: read.message })
    else conditions.push(...readConditions({ field: read.field, name, requested, now }, faults))
    // A request with too many conditions is refused anyway, so the rest need not be read.
    if (conditions.length > CONDITIONS_MAX || faults.length > CONDITIONS_MAX) break
  }
  if (conditions.length > CONDITIONS_MAX)
    faults.push({ path: '/where', message: `must have at most ${CONDITIONS_MAX} conditions` })
  return conditions
}

interface FilterCondition {
  readonly field: QueryField
  readonly name: string
  readonly requested: Json
  readonly now: Date
}

function readConditions({ field, name, requested, now }: FilterCondition, faults: QueryFault[]): Condition[] {
  const operators = operatorsOf(requested)
  if (operators.length === 0) {
    faults.push({
      path: pointerTo('where', name),
      message: `must be a value or an object with one of ${OPERATORS.join(', ')}`,
    })
  }
  return operators.flatMap(([operator, operand]): Condition[] => {
    const path = operator === null ? pointerTo('where', name) : pointerTo('where', name, operator)
    const read = readTest({ field, operator: operator ?? 'eq', operand, now })
    if (read.ok) return [{ field, test: read.test }]
    faults.push({ path, message: read.message })
    return []
  })
}

/** A value means equality; an object names its operators. */
function operatorsOf(requested: Json): readonly (readonly [string | null, Json])[] {
  return isJsonObject(requested) ? Object.entries(requested) : [[null, requested]]
}
