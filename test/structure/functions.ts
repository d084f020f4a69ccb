import { child, isNode, type Node, type SourceFile, wordOf } from './sources.ts'

export const FUNCTION_LINES_MAX = 60

const FUNCTIONS = new Set([
  'ArrowFunctionExpression',
  'ClassMethod',
  'Constructor',
  'FunctionDeclaration',
  'FunctionExpression',
  'MethodProperty',
  'PrivateMethod',
])
/** What a table returns: a value that is written out, or a call that declares one, such as `defineRoute({...})`. */
const WRITTEN_OUT = new Set([
  'ArrayExpression',
  'ArrowFunctionExpression',
  'CallExpression',
  'ObjectExpression',
  'TemplateLiteral',
])

export interface LongFunction {
  readonly name: string
  readonly lines: number
}

/**
 * The functions of a file with more lines than allowed. A function whose body is one expression, or returns one value
 * that is written out, is a table. In tests only functions with a name count: a `describe` is as long as its tests.
 */
export function longFunctions({ path, text, nodes }: SourceFile): LongFunction[] {
  const names = namesOf(nodes)
  const lineAt = lineIndex(text)
  return nodes.flatMap((node) => {
    if (!FUNCTIONS.has(node.type)) return []
    const name = names.get(node) ?? wordOf(node['identifier']) ?? wordOf(node['key'])
    if (isTable(node) || (/^(?:test|lab)\//.test(path) && name === undefined)) return []
    const linesOf = (part: Node): number => lineAt(spanOf(part)[1]) - lineAt(spanOf(part)[0]) + 1
    const lines = listsIn(node).reduce((rest, list) => rest - linesOf(list), linesOf(node))
    return lines > FUNCTION_LINES_MAX ? [{ name: name ?? 'a function without a name', lines }] : []
  })
}

/** The name of each function that a variable or a member holds. */
function namesOf(nodes: readonly Node[]): ReadonlyMap<Node, string> {
  const names = new Map<Node, string>()
  for (const node of nodes) {
    const [held, name] =
      node.type === 'VariableDeclarator'
        ? [child(node, 'init'), wordOf(node['id'])]
        : node.type === 'KeyValueProperty'
          ? [child(node, 'value'), wordOf(node['key'])]
          : []
    if (held !== undefined && name !== undefined) names.set(held, name)
  }
  return names
}

/** The body of a method is in a separate part, which is not a node. */
function bodyOf(node: Node): Node | undefined {
  const inner = node['function']
  const held = typeof inner === 'object' && inner !== null && 'body' in inner ? inner.body : undefined
  return child(node, 'body') ?? (isNode(held) ? held : undefined)
}

const statementsOf = (node: Node): unknown => bodyOf(node)?.['stmts']

/** The lists that a function writes out. Their lines do not count: a list is as long as what it lists. */
function listsIn(node: Node): readonly Node[] {
  const statements: unknown = statementsOf(node)
  const values = (Array.isArray(statements) ? statements : []).flatMap((statement: unknown): unknown[] => {
    if (!isNode(statement)) return []
    if (statement.type === 'ReturnStatement') return [statement['argument']]
    const declared = statement['declarations']
    return Array.isArray(declared) ? declared.map((one: unknown) => child(one, 'init')) : []
  })
  return values.filter(isNode).filter(({ type }) => type === 'ArrayExpression')
}

function isTable(node: Node): boolean {
  const statements = statementsOf(node)
  if (!Array.isArray(statements)) return true
  if (statements.length !== 1) return false
  const [only]: unknown[] = statements
  if (!isNode(only) || only.type !== 'ReturnStatement') return false
  return WRITTEN_OUT.has(child(only, 'argument')?.type ?? '')
}

/** The first and the last byte of a node, counted from 1. */
function spanOf(node: Node): [from: number, to: number] {
  const span = node['span']
  if (typeof span !== 'object' || span === null || !('start' in span) || !('end' in span)) return [1, 1]
  return [Number(span.start), Number(span.end) - 1]
}

/** The line of a byte. */
function lineIndex(text: string): (byte: number) => number {
  const bytes = Buffer.from(text)
  const ends: number[] = []
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) ends.push(at + 1)
  return (byte) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) < byte) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}
