import { ROW_FIELD_TYPES, type RowFieldType } from '../../../../domain/rows/field.ts'
import { pointerTo } from '../../../../domain/rows/filter.ts'
import type { Json, JsonObject } from '../../../../domain/json/json.ts'
import type { ColumnType } from '../../../../domain/tables/columns.ts'
import { Problem } from '../../../errors/problem.ts'
import type { TableDetail } from '../../../schemas/tables.ts'
import type { FilterGroup, FormField } from '../../forms.ts'
import { oneWordOf } from '../../query-values.ts'

/** The operators of a query, in the order of their menu. */
const OPERATORS = ['eq', 'ne', 'contains', 'in', 'nin', 'gt', 'gte', 'lt', 'lte', 'exists', 'empty'] as const
type Operator = (typeof OPERATORS)[number]

const MEANINGS: Readonly<Record<Operator, string>> = {
  eq: 'is',
  ne: 'is not',
  contains: 'contains',
  in: 'is one of',
  nin: 'is none of',
  gt: 'is above',
  gte: 'is at least',
  lt: 'is below',
  lte: 'is at most',
  exists: 'is there',
  empty: 'is empty',
}
const MEANINGS_OF_TIMES: Partial<Readonly<Record<Operator, string>>> = {
  gt: 'is after',
  gte: 'is not before',
  lt: 'is before',
  lte: 'is not after',
}

/** The operator that takes several values instead. */
const SEVERAL: Partial<Readonly<Record<Operator, Operator>>> = { eq: 'in', ne: 'nin' }

const NUMERIC: readonly Operator[] = ['eq', 'ne', 'in', 'nin', 'gt', 'gte', 'lt', 'lte', 'exists', 'empty']
/** What a column of each type is usually compared by; text may hold numbers and times. */
const FITTING: Readonly<Record<ColumnType | RowFieldType, readonly Operator[]>> = {
  string: OPERATORS,
  text: OPERATORS,
  mixed: OPERATORS,
  number: NUMERIC,
  boolean: ['eq', 'ne', 'exists', 'empty'],
  array: ['contains', 'exists', 'empty'],
  object: ['exists', 'empty'],
  time: ['gt', 'gte', 'lt', 'lte', 'exists', 'empty'],
}

/** As many as fit on a page; the API takes a hundred. */
const CONDITIONS_SHOWN_MAX = 10
const VALUE_LENGTH_MAX = 500

/** One line of the builder; without a field it is not used. */
export interface RowCondition {
  readonly field: string
  readonly operator: Operator
  readonly value: string
}

const EMPTY: RowCondition = { field: '', operator: 'eq', value: '' }

/** The names of the fields of a line in the URL; those of the first one have no number. */
const namesOf = (index: number) =>
  index === 0
    ? { field: 'field', operator: 'op', value: 'value' }
    : { field: `field-${index + 1}`, operator: `op-${index + 1}`, value: `value-${index + 1}` }

type QueryValues = Readonly<Record<string, string>>

export const readConditions = (query: QueryValues): RowCondition[] =>
  Array.from({ length: CONDITIONS_SHOWN_MAX }, (_, index): RowCondition => {
    const names = namesOf(index)
    return {
      field: query[names.field] ?? '',
      operator: oneWordOf(OPERATORS, query[names.operator]) ?? 'eq',
      value: query[names.value] ?? '',
    }
  }).filter(({ field }) => field !== '')

export const queryOfConditions = (conditions: readonly RowCondition[]): Record<string, string> =>
  Object.fromEntries(
    conditions.flatMap(({ field, operator, value }, index) => {
      const names = namesOf(index)
      return [
        [names.field, field],
        [names.operator, operator],
        [names.value, value],
      ]
    }),
  )

/**
 * The `where` of a query: every condition must hold. Throws `invalid_request` for two conditions that differ only in
 * their values, which a query has no place for.
 */
export function whereOf(conditions: readonly RowCondition[], table: TableDetail): JsonObject {
  const where: Record<string, JsonObject> = {}
  for (const [index, condition] of conditions.entries()) {
    const { field, operator } = condition
    if (isTwice(conditions, index))
      throw new Problem('invalid_request', twiceText(condition), { param: `/${namesOf(index).value}` })
    where[field] = { ...where[field], [operator]: operandOf(condition, table) }
  }
  return where
}

function twiceText({ field, operator }: RowCondition): string {
  const several = SEVERAL[operator]
  const instead = several === undefined ? '' : ` Use “${MEANINGS[several]}” for several values.`
  return `\`${field}\` has a condition “${MEANINGS[operator]}” already.${instead}`
}

const isTwice = (conditions: readonly RowCondition[], index: number): boolean =>
  conditions
    .slice(0, index)
    .some(({ field, operator }) => field === conditions[index]?.field && operator === conditions[index].operator)

function operandOf({ field, operator, value }: RowCondition, table: TableDetail): Json {
  if (operator === 'exists' || operator === 'empty') return true
  if (operator === 'in' || operator === 'nin')
    return value
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
  const type = typeOf(field, table)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  // Text that is a number compares as a number.
  return type === 'number' ? value.trim() : value
}

const typeOf = (field: string, { columns }: TableDetail): ColumnType | RowFieldType =>
  Object.entries(ROW_FIELD_TYPES).find(([name]) => name === field)?.[1] ??
  columns.find(({ name }) => name === field)?.type ??
  'mixed'

/** The names by which rows are filtered and ordered: columns first. */
export const fieldNames = ({ columns }: TableDetail): string[] => [
  ...new Set([...columns.map(({ name }) => name), ...Object.keys(ROW_FIELD_TYPES)]),
]

/**
 * The lines of the builder: those that are used, or as many as the person requested. `without`: the path without one.
 */
export function conditionGroups(
  conditions: readonly RowCondition[],
  table: TableDetail,
  { shown, without }: { readonly shown: number; readonly without: (index: number) => string },
): FilterGroup[] {
  const empty = Math.max(conditions.length === 0 ? 1 : 0, Math.min(shown, CONDITIONS_SHOWN_MAX) - conditions.length)
  return [...conditions, ...Array.from({ length: empty }, () => EMPTY)].map((condition, index): FilterGroup => ({
    label: `Condition ${index + 1}`,
    joint: index === 0 ? 'Where' : 'and',
    fields: fieldsOf(condition, table, { names: namesOf(index), twice: isTwice(conditions, index) }),
    remove: index < conditions.length ? without(index) : null,
  }))
}

/** The number of lines after one more; null where a page has no room for it. */
export const linesAfterAdding = (groups: readonly FilterGroup[]): number | null =>
  groups.length < CONDITIONS_SHOWN_MAX ? groups.length + 1 : null

function fieldsOf(
  { field, operator, value }: RowCondition,
  table: TableDetail,
  { names, twice }: { readonly names: ReturnType<typeof namesOf>; readonly twice: boolean },
): FormField[] {
  const type = field === '' ? 'mixed' : typeOf(field, table)
  const known = fieldNames(table)
  const meaningOf = (one: Operator): string => (type === 'time' ? MEANINGS_OF_TIMES[one] : undefined) ?? MEANINGS[one]
  // What the URL names is shown as it is, although it does not fit.
  const operators = OPERATORS.filter((one) => one === operator || FITTING[type].includes(one))
  return [
    {
      name: names.field,
      label: 'Column',
      labelUnseen: true,
      at: pointerTo('where', field).slice(1),
      value: field,
      options: [
        ['', 'Any column'],
        ...[...known, ...(known.includes(field) || field === '' ? [] : [field])].map((name) => [name, name] as const),
      ],
    },
    {
      name: names.operator,
      label: 'Comparison',
      labelUnseen: true,
      value: operator,
      options: operators.map((one) => [one, meaningOf(one)] as const),
    },
    {
      name: names.value,
      label: 'Value',
      labelUnseen: true,
      ...(twice ? {} : { at: pointerTo('where', field, operator).slice(1) }),
      value,
      maxLength: VALUE_LENGTH_MAX,
      autocomplete: 'off',
      ...(type === 'boolean' ? { options: booleanOptions(value) } : {}),
    },
  ]
}

const booleanOptions = (value: string): (readonly [string, string])[] =>
  ['true', 'false', ...(value === 'true' || value === 'false' || value === '' ? [] : [value])].map((one) => [one, one])
