import { ofAggregate, ofCall, ofFunctionColumn } from './calls.ts'
import type { Catalog } from './catalog.ts'
import {
  isNode,
  memberOf,
  nodeOf,
  nodesOf,
  numberOf,
  setOf,
  type TreeNode,
  type TreeValue,
  wordOf,
} from './node-tree.ts'
import { isSame, NEVER, type NullIf, ofAll, ofAny } from './null-if.ts'
import { type AnyScope, keyOf, outer, PASSING, scopeOf, SELECT, UPDATE } from './scope.ts'

export interface ResultColumn {
  readonly name: string
  readonly nullIf: NullIf
}

/** The columns that a statement returns. */
export function resultColumns(query: TreeNode, catalog: Catalog): ResultColumn[] {
  const columns = ofColumns(query, null, { catalog, assumed: new Map(), found: new Map() })
  return entriesOf(query).map((entry, index) => ({ name: wordOf(entry, 'resname'), nullIf: columns[index] ?? null }))
}

interface Known {
  readonly catalog: Catalog
  /** What is assumed of the columns of a recursive query while it is examined. */
  readonly assumed: Map<TreeNode, readonly NullIf[]>
  /** What is known of the columns of a query. */
  readonly found: Map<TreeNode, readonly NullIf[]>
}

const entriesOf = (query: TreeNode): TreeNode[] =>
  nodesOf(query, wordOf(query, 'commandType') === SELECT ? 'targetList' : 'returningList').filter(
    (entry) => wordOf(entry, 'resjunk') === 'false',
  )

function ofColumns(query: TreeNode, parent: AnyScope | null, known: Known): readonly NullIf[] {
  const columns = known.found.get(query) ?? examine(query, parent, known)
  // What depends on an assumption is not known yet.
  if (known.assumed.size === 0) known.found.set(query, columns)
  return columns
}

function examine(query: TreeNode, parent: AnyScope | null, known: Known): readonly NullIf[] {
  const scope = scopeOf(query, parent, known.catalog)
  const sets = nodeOf(query, 'setOperations')
  const entries = entriesOf(query)
  if (sets === null) return entries.map((entry) => ofExpression(memberOf(entry, 'expr'), scope, known))
  const parts = leavesOf(sets).map((part) => {
    const subquery = nodeOf(tableOf(scope, numberOf(part, 'rtindex')), 'subquery')
    return subquery === null ? [] : ofColumns(subquery, scope, known)
  })
  return entries.map((_, index) => ofAny(parts.map((columns) => columns[index] ?? null)))
}

const leavesOf = (part: TreeNode): TreeNode[] =>
  part.type === 'RANGETBLREF'
    ? [part]
    : [nodeOf(part, 'larg'), nodeOf(part, 'rarg')].flatMap((side) => (side === null ? [] : leavesOf(side)))

function tableOf(scope: AnyScope, index: number): TreeNode {
  const table = nodesOf(scope.query, 'rtable')[index - 1]
  if (table === undefined) throw new Error('a column of no table')
  return table
}

const ALWAYS = new Set(['NULLTEST', 'BOOLEANTEST', 'DISTINCTEXPR', 'ROWEXPR', 'ARRAYEXPR', 'GROUPINGFUNC'])

function ofExpression(value: TreeValue, scope: AnyScope, known: Known): NullIf {
  if (!isNode(value)) return null
  if (ALWAYS.has(value.type)) return NEVER
  const of = (part: TreeValue): NullIf => ofExpression(part, scope, known)
  if (PASSING.has(value.type)) return of(memberOf(value, 'arg'))
  const args = value.fields.has('args') ? nodesOf(value, 'args').map(argumentOf) : []
  switch (value.type) {
    case 'VAR':
      return ofColumn(value, scope, known)
    case 'PARAM':
      return new Set([wordOf(value, 'paramid')])
    case 'CONST':
      return wordOf(value, 'constisnull') === 'false' ? NEVER : null
    case 'COALESCEEXPR':
    case 'MINMAXEXPR':
      return ofAll(args.map(of))
    case 'BOOLEXPR':
    case 'SCALARARRAYOPEXPR':
      return ofAny(args.map(of))
    case 'ROWCOMPAREEXPR':
      return ofAny([...nodesOf(value, 'largs'), ...nodesOf(value, 'rargs')].map(of))
    case 'CASEEXPR':
      return ofAny([of(memberOf(value, 'defresult')), ...args.map((when) => of(memberOf(when, 'result')))])
    case 'FUNCEXPR':
    case 'OPEXPR':
      return ofCall(value, args.map(of), known.catalog)
    case 'AGGREF':
    case 'WINDOWFUNC':
      return ofAggregate(value, args.map(of), scope.query, known.catalog)
    case 'SUBLINK':
      return ofSublink(value, scope, known)
    default:
      return null
  }
}

/** An argument of a call by name, or of an aggregate, is inside another node. */
const argumentOf = (part: TreeNode): TreeNode =>
  part.type === 'TARGETENTRY'
    ? (nodeOf(part, 'expr') ?? part)
    : part.type === 'NAMEDARGEXPR'
      ? (nodeOf(part, 'arg') ?? part)
      : part

const EXISTS = '0'
const SCALAR = '4'
const ARRAY = '6'

function ofSublink(value: TreeNode, scope: AnyScope, known: Known): NullIf {
  const kind = wordOf(value, 'subLinkType')
  if (kind === EXISTS || kind === ARRAY) return NEVER
  const query = nodeOf(value, 'subselect')
  return kind === SCALAR && query !== null && hasOneRow(query) ? (ofColumns(query, scope, known)[0] ?? null) : null
}

/** A row, whatever the tables contain. */
function hasOneRow(query: TreeNode): boolean {
  const from = nodeOf(query, 'jointree')
  const none = (member: string): boolean => memberOf(query, member) === null
  const isPlain = from !== null && nodesOf(from, 'fromlist').length === 0 && nodeOf(from, 'quals') === null
  return (
    ['limitCount', 'limitOffset', 'havingQual', 'setOperations', 'groupClause'].every(none) &&
    (wordOf(query, 'hasAggs') === 'true' || isPlain)
  )
}

const TABLE = '0'
const SUBQUERY = '1'
const JOIN = '2'
const FUNCTION = '3'
const VALUES = '5'
const CTE = '6'
const GROUP = '9'

function ofColumn(column: TreeNode, from: AnyScope, known: Known): NullIf {
  const scope = outer(from, numberOf(column, 'varlevelsup'))
  if (scope.forced.has(keyOf(column))) return NEVER
  if (setOf(column, 'varnullingrels').some((join) => !scope.inner.has(join))) return null
  const number = numberOf(column, 'varattno')
  // The row itself.
  if (number === 0) return NEVER
  const table = tableOf(scope, numberOf(column, 'varno'))
  const of = (list: readonly TreeNode[]): NullIf => ofExpression(list[number - 1] ?? null, scope, known)
  switch (wordOf(table, 'rtekind')) {
    case TABLE:
      return ofTableColumn(column, wordOf(table, 'relid'), scope, known)
    case SUBQUERY: {
      const subquery = nodeOf(table, 'subquery')
      return subquery === null ? null : (ofColumns(subquery, scope, known)[number - 1] ?? null)
    }
    case JOIN:
      return of(nodesOf(table, 'joinaliasvars'))
    case GROUP:
      return of(nodesOf(table, 'groupexprs'))
    case VALUES: {
      const rows = memberOf(table, 'values_lists')
      return Array.isArray(rows) ? ofAny(rows.map((row) => of(Array.isArray(row) ? row.filter(isNode) : []))) : null
    }
    case CTE:
      return ofCte(table, scope, known)[number - 1] ?? null
    case FUNCTION:
      return ofFunction(table, number, scope, known)
    default:
      return null
  }
}

const OLD = '1'

/** Of a column of a table, which a change may just have set. */
function ofTableColumn(column: TreeNode, relation: string, scope: AnyScope, known: Known): NullIf {
  if (wordOf(column, 'varreturningtype') === OLD) return null
  if (known.catalog.isNotNull(relation, numberOf(column, 'varattno'))) return NEVER
  const { query } = scope
  const kind = wordOf(query, 'commandType')
  if (kind === SELECT || !('before' in scope) || wordOf(query, 'resultRelation') !== wordOf(column, 'varno'))
    return null
  // Where there is a conflict, another row may be returned than the one to insert.
  if (kind !== UPDATE && nodeOf(query, 'onConflict') !== null) return null
  const set = nodesOf(query, 'targetList').find((entry) => wordOf(entry, 'resno') === wordOf(column, 'varattno'))
  return set === undefined ? null : ofExpression(memberOf(set, 'expr'), scope.before, known)
}

function ofCte(table: TreeNode, from: AnyScope, known: Known): readonly NullIf[] {
  const scope = outer(from, numberOf(table, 'ctelevelsup'))
  const name = wordOf(table, 'ctename')
  const cte = nodesOf(scope.query, 'cteList').find((one) => wordOf(one, 'ctename') === name)
  const query = cte && nodeOf(cte, 'ctequery')
  if (!cte || !query) throw new Error(`no query ${name}`)
  const assumed = known.assumed.get(query)
  if (assumed) return assumed
  if (wordOf(cte, 'cterecursive') === 'false') return ofColumns(query, scope, known)
  // The assumption falls until what comes out of the recursion is what was assumed of it.
  let columns: readonly NullIf[] = entriesOf(query).map(() => NEVER)
  for (;;) {
    known.assumed.set(query, columns)
    const found = ofColumns(query, scope, known)
    known.assumed.delete(query)
    if (found.every((one, index) => isSame(one, columns[index] ?? null))) return found
    columns = found.map((one, index) => ofAny([one, columns[index] ?? null]))
  }
}

function ofFunction(table: TreeNode, number: number, scope: AnyScope, known: Known): NullIf {
  let before = 0
  for (const part of nodesOf(table, 'functions')) {
    const columns = numberOf(part, 'funccolcount')
    const call = nodeOf(part, 'funcexpr')
    if (number <= before + columns)
      return call?.type === 'FUNCEXPR'
        ? ofFunctionColumn(call, number - before, known.catalog)
        : ofExpression(call, scope, known)
    before += columns
  }
  // `with ordinality`
  return NEVER
}
