import type { Catalog } from './catalog.ts'
import { nodeOf, nodesOf, type TreeNode, wordOf } from './node-tree.ts'
import { NEVER, type NullIf, ofAny } from './null-if.ts'

/** Functions that are never null, whatever their arguments. */
const NEVER_NULL = new Set([
  'now',
  'clock_timestamp',
  'gen_random_uuid',
  'concat',
  'concat_ws',
  'jsonb_build_object',
  'jsonb_build_array',
  'json_build_object',
])
/** Functions that are null only where an argument is. */
const EXACT = new Set([
  'date_trunc',
  'encode',
  'extract',
  'floor',
  'jsonb_typeof',
  'make_interval',
  'power',
  'round',
  'timezone',
  'to_char',
])
/** Operators that are null where the JSON has no such member. */
const READS_JSON = /^jsonb?_(?:object_field|array_element|extract_path)/
const WRITTEN_AS_CALL = '0'

/** An operator, a cast or a call. `args`: of its arguments. */
export function ofCall(call: TreeNode, args: readonly NullIf[], catalog: Catalog): NullIf {
  const isOperator = call.type === 'OPEXPR'
  const { name, strict } = catalog.functionOf(wordOf(call, isOperator ? 'opfuncid' : 'funcid'))
  if (NEVER_NULL.has(name)) return NEVER
  const isExact = isOperator
    ? strict && !READS_JSON.test(name)
    : EXACT.has(name) || wordOf(call, 'funcformat') !== WRITTEN_AS_CALL
  return isExact ? ofAny(args) : null
}

/** Of these, nothing is 0. */
const COUNTING = new Set(['count', 'row_number', 'rank', 'dense_rank'])
/** These have a value as soon as they have a row, null or not. */
const COLLECTING = new Set(['array_agg', 'jsonb_agg', 'json_agg', 'jsonb_object_agg', 'json_object_agg'])
/** These have a value as soon as they have one that is not null. */
const SUMMING = new Set(['sum', 'min', 'max', 'avg', 'bool_or', 'bool_and', 'string_agg'])

export function ofAggregate(call: TreeNode, args: readonly NullIf[], query: TreeNode, catalog: Catalog): NullIf {
  const isWindow = call.type === 'WINDOWFUNC'
  const { name } = catalog.functionOf(wordOf(call, isWindow ? 'winfnoid' : 'aggfnoid'))
  if (COUNTING.has(name)) return NEVER
  // Each group, and each window of the usual frame, has a row.
  const hasRow = isWindow || nodesOf(query, 'groupClause').length > 0
  if (!hasRow || nodeOf(call, 'aggfilter') !== null) return null
  if (COLLECTING.has(name)) return NEVER
  return SUMMING.has(name) ? ofAny(args) : null
}

/** The columns that are never null of functions in `from`. */
const COLUMNS: Readonly<Record<string, readonly number[]>> = {
  generate_series: [1],
  jsonb_each: [1, 2],
  jsonb_each_text: [1],
  jsonb_array_elements: [1],
  jsonb_object_keys: [1],
}

/** The column of this number of a function that returns rows. */
export function ofFunctionColumn(call: TreeNode, number: number, catalog: Catalog): NullIf {
  const { name } = catalog.functionOf(wordOf(call, 'funcid'))
  const [argument] = nodesOf(call, 'args')
  // The lists of one call have one length.
  if (name === 'unnest') return argument?.type === 'PARAM' ? new Set([`${wordOf(argument, 'paramid')}[]`]) : null
  return COLUMNS[name]?.includes(number) ? NEVER : null
}
