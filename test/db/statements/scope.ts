import type { Catalog } from './catalog.ts'
import { isNode, memberOf, nodeOf, nodesOf, numberOf, setOf, type TreeNode, wordOf } from './node-tree.ts'

/** A query, with what its conditions state of its columns. */
export interface Scope {
  readonly query: TreeNode
  /** The query that this one is a part of. */
  readonly parent: AnyScope | null
  /** Columns, as `3.1`, that a condition refuses when they are null. */
  readonly forced: ReadonlySet<string>
  /** Outer joins that a condition makes inner ones: it refuses every row that the join has filled with nulls. */
  readonly inner: ReadonlySet<number>
  /** The same in the expressions of a change, which see the row before it. */
  readonly before: Omit<Scope, 'before'>
}

export function scopeOf(query: TreeNode, parent: AnyScope | null, catalog: Catalog): Scope {
  const found: TreeNode[] = []
  collectConditions(nodeOf(query, 'jointree'), (condition) => found.push(...refusingNull(condition, catalog)))
  const assigned = assignedColumns(query)
  const forced = found.map(keyOf)
  const inner = new Set(found.flatMap((column) => setOf(column, 'varnullingrels')))
  const before = { query, parent, forced: new Set(forced), inner }
  return { ...before, forced: new Set(forced.filter((key) => !assigned.has(key))), before }
}

/** A scope, or what the expressions of its change see. */
export type AnyScope = Scope | Scope['before']

export const keyOf = (column: TreeNode): string => `${wordOf(column, 'varno')}.${wordOf(column, 'varattno')}`

export function outer(scope: AnyScope, levels: number): AnyScope {
  if (levels === 0) return scope
  if (scope.parent === null) throw new Error('a column of no query')
  return outer(scope.parent, levels - 1)
}

/** What an update returns of a column that it sets is the new value: its conditions saw the old one. */
function assignedColumns(query: TreeNode): Set<string> {
  if (wordOf(query, 'commandType') === SELECT) return new Set()
  const table = wordOf(query, 'resultRelation')
  return new Set(nodesOf(query, 'targetList').map((entry) => `${table}.${wordOf(entry, 'resno')}`))
}

export const SELECT = '1'
export const UPDATE = '2'
const INNER_JOIN = '0'
const LEFT_JOIN = '1'

/** The conditions that every row of the result has passed: those of `where` and of inner joins. */
function collectConditions(from: TreeNode | null, found: (condition: TreeNode) => void): void {
  if (from === null || from.type === 'RANGETBLREF') return
  const quals = nodeOf(from, 'quals')
  if (from.type === 'FROMEXPR') {
    if (quals) found(quals)
    for (const part of nodesOf(from, 'fromlist')) collectConditions(part, found)
    return
  }
  const kind = wordOf(from, 'jointype')
  if (quals && kind === INNER_JOIN) found(quals)
  if (kind === INNER_JOIN || kind === LEFT_JOIN) collectConditions(nodeOf(from, 'larg'), found)
  if (kind === INNER_JOIN) collectConditions(nodeOf(from, 'rarg'), found)
}

/** Columns of this query that are not null wherever the condition is true. */
function refusingNull(condition: TreeNode, catalog: Catalog): TreeNode[] {
  const args = condition.fields.has('args') ? nodesOf(condition, 'args') : []
  switch (condition.type) {
    case 'BOOLEXPR': {
      const each = args.map((part) => refusingNull(part, catalog))
      if (wordOf(condition, 'boolop') === 'and') return each.flat()
      if (wordOf(condition, 'boolop') === 'not') return args.flatMap((part) => ofNotNull(part, catalog))
      const [first = [], ...others] = each
      return first.filter((column) => others.every((list) => list.some((other) => keyOf(other) === keyOf(column))))
    }
    case 'NULLTEST':
      return wordOf(condition, 'nulltesttype') === IS_NOT_NULL ? strictIn(memberOf(condition, 'arg'), catalog) : []
    case 'SUBLINK': {
      const test = memberOf(condition, 'testexpr')
      return isNode(test) && wordOf(condition, 'subLinkType') === ANY ? strictIn(test, catalog) : []
    }
    default:
      return strictIn(condition, catalog)
  }
}

const IS_NOT_NULL = '1'
const ANY = '2'

/** `not (x is null)`, or the negation of an operator that is null for a null. */
const ofNotNull = (part: TreeNode, catalog: Catalog): TreeNode[] =>
  part.type === 'NULLTEST'
    ? wordOf(part, 'nulltesttype') === IS_NOT_NULL
      ? []
      : strictIn(memberOf(part, 'arg'), catalog)
    : strictIn(part, catalog)

/** Columns whose null makes the expression null. */
function strictIn(value: unknown, catalog: Catalog): TreeNode[] {
  const expression = value as TreeNode
  if (expression.type === 'VAR') return numberOf(expression, 'varlevelsup') === 0 ? [expression] : []
  if (PASSING.has(expression.type)) return strictIn(memberOf(expression, 'arg'), catalog)
  const id = expression.fields.get('opfuncid') ?? expression.fields.get('funcid')
  if (!CALLS.has(expression.type) || !catalog.functionOf(String(id)).strict) return []
  return nodesOf(expression, 'args').flatMap((argument) => strictIn(argument, catalog))
}

/** Casts: null for null, and for nothing else. */
export const PASSING = new Set(['RELABELTYPE', 'COERCEVIAIO', 'ARRAYCOERCEEXPR', 'COLLATEEXPR', 'COERCETODOMAIN'])
const CALLS = new Set(['OPEXPR', 'SCALARARRAYOPEXPR', 'FUNCEXPR'])
