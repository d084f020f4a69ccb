import type { QueryField, RowFieldName } from '../../../domain/rows/field.ts'
import { NO_STATUS } from '../../../domain/tables/keys.ts'
import type { Condition, RowFilter } from '../../../domain/rows/filter.ts'
import { type BoundValue, COMPARISONS, type Test, type Value } from '../../../domain/rows/filter-test.ts'
import type { Parameters } from './parameters.ts'
import { dataColumn, lowered, numberSql, rowColumn, textSql, timeOf } from './value-sql.ts'

/**
 * The condition under which a filter keeps a row `r` of `table_row`: true or false, never null. The caller adds the
 * condition on the table. `due` compares with `now()`, so that the index on `next_at` serves it.
 */
export function filterSql({ statuses, due, conditions }: RowFilter, parameters: Parameters): string {
  return [
    'true',
    ...(statuses === null ? [] : [statusSql(statuses, parameters)]),
    ...(due ? ['r.next_at <= now()'] : []),
    ...conditions.map((condition) => conditionSql(condition, parameters)),
  ].join(' and ')
}

const statusSql = (statuses: readonly string[], parameters: Parameters): string => {
  const named = `r.status = any(${parameters.add(
    statuses.filter((status) => status !== NO_STATUS),
    'text[]',
  )})`
  return statuses.includes(NO_STATUS) ? `(${named} or r.status is null)` : named
}

function conditionSql({ field, test }: Condition, parameters: Parameters): string {
  return field.kind === 'row' ? rowTest(field, test, parameters) : dataTest(field, test, parameters)
}

/** Never null, so that a negation also keeps rows without the value. */
const whether = (expression: string): string => `coalesce(${expression}, false)`
const negatedIf = (negated: boolean, expression: string): string =>
  negated ? `not ${whether(expression)}` : whether(expression)
const anyOf = (alternatives: readonly string[]): string =>
  `(${alternatives.length === 0 ? 'false' : alternatives.join(' or ')})`

function rowTest(field: Extract<QueryField, { kind: 'row' }>, test: Test, parameters: Parameters): string {
  const column = rowColumn(field.name)
  switch (test.op) {
    case 'in':
      return negatedIf(test.negated, anyOf(rowAlternatives(field.name, test.values, parameters)))
    case 'exists':
      return negatedIf(!test.is, `${column} is not null`)
    // A row field has no blank value: it exists or not.
    case 'empty':
      return negatedIf(test.is, `${column} is not null`)
    case 'contains':
      return whether(`strpos(${lowered(column)}, ${lowered(textParameter(test.value, parameters))}) > 0`)
    default:
      return whether(`${ordered(column, test.bound)} ${COMPARISONS[test.op]} ${boundParameter(test.bound, parameters)}`)
  }
}

/** All values of one type in one list, which PostgreSQL looks up in a hash when it is long. */
function rowAlternatives(name: RowFieldName, values: readonly Value[], parameters: Parameters): string[] {
  const column = rowColumn(name)
  const texts = values.flatMap((value) => (value.type === 'text' ? [value.text] : []))
  const numbers = values.flatMap((value) => (value.type === 'number' ? [value.text] : []))
  const times = values.flatMap((value) => (value.type === 'time' ? [value.at.toISOString()] : []))
  return [
    ...(texts.length === 0 ? [] : [`${column} = any(${parameters.add(texts, 'text[]')})`]),
    ...(numbers.length === 0 ? [] : [`${column}::numeric = any(${parameters.add(numbers, 'numeric[]')})`]),
    ...(times.length === 0 ? [] : [`${column} = any(${parameters.add(times, 'timestamptz[]')})`]),
    ...(values.some(({ type }) => type === 'absent') ? [`${column} is null`] : []),
  ]
}

function dataTest(field: Extract<QueryField, { kind: 'data' }>, test: Test, parameters: Parameters): string {
  const value = dataColumn(field, parameters)
  switch (test.op) {
    case 'in':
      return negatedIf(test.negated, anyOf(dataAlternatives(value, test.values, parameters)))
    case 'exists':
      return negatedIf(!test.is, `${value} is not null`)
    case 'empty':
      return negatedIf(test.is, `jsonb_path_exists(${value}, ${SOMETHING})`)
    case 'contains':
      return whether(contains(value, test.value, parameters))
    default:
      return whether(
        `${dataOrdered(value, test.bound)} ${COMPARISONS[test.op]} ${boundParameter(test.bound, parameters)}`,
      )
  }
}

/**
 * The values that `isEmpty` of domain/tables/merge.ts does not count as empty: anything inside that is neither null nor
 * blank.
 */
const SOMETHING = String.raw`'$.** ? (@.type() == "number" || @.type() == "boolean" || (@.type() == "string" && @ like_regex "[^\t\n\u000b\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]"))'`

function dataAlternatives(value: string, values: readonly Value[], parameters: Parameters): string[] {
  const numbers = values.flatMap((one) => (one.type === 'number' ? [one.text] : []))
  const plain = values.flatMap((one) =>
    one.type === 'text' ? [JSON.stringify(one.text)] : one.type === 'boolean' ? [String(one.is)] : [],
  )
  return [
    ...(plain.length === 0 ? [] : [`${value} = any(${parameters.add(plain, 'jsonb[]')})`]),
    ...(numbers.length === 0 ? [] : [`${numberSql(value)} = any(${parameters.add(numbers, 'numeric[]')})`]),
    ...(values.some(({ type }) => type === 'absent') ? [`${value} is null`] : []),
  ]
}

function contains(value: string, sought: Value, parameters: Parameters): string {
  const within =
    sought.type === 'boolean'
      ? 'false'
      : `strpos(${lowered(textSql(value))}, ${lowered(textParameter(sought, parameters))}) > 0`
  const member = anyOf(dataAlternatives('item.value', [sought], parameters))
  return `case jsonb_typeof(${value})
    when 'array' then exists (select 1 from jsonb_array_elements(${value}) item (value) where ${member})
    when 'string' then ${within} when 'number' then ${within} end`
}

const textParameter = (value: Value, parameters: Parameters): string =>
  parameters.add(value.type === 'text' || value.type === 'number' ? value.text : '', 'text')

/** Text is sorted by its code points, the same on every machine. */
const ordered = (column: string, { type }: BoundValue): string => (type === 'text' ? `${column} collate "C"` : column)

function dataOrdered(value: string, { type }: BoundValue): string {
  if (type === 'number') return numberSql(value)
  return type === 'time'
    ? timeOf(value)
    : `(case when jsonb_typeof(${value}) = 'string' then ${textSql(value)} end) collate "C"`
}

function boundParameter(bound: BoundValue, parameters: Parameters): string {
  switch (bound.type) {
    case 'number':
      return parameters.add(bound.text, 'numeric')
    case 'time':
      return parameters.add(bound.at.toISOString(), 'timestamptz')
    case 'text':
      return parameters.add(bound.text, 'text')
  }
}
