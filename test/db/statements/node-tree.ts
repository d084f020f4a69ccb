/** A node of PostgreSQL's own tree of an analysed statement, as `pg_proc.prosqlbody` prints it. */
export interface TreeNode {
  readonly type: string
  readonly fields: ReadonlyMap<string, TreeValue>
}

/** Null is PostgreSQL's `<>`: no value. */
export type TreeValue = string | null | TreeNode | readonly TreeValue[]

export const isNode = (value: TreeValue | undefined): value is TreeNode =>
  typeof value === 'object' && value !== null && 'fields' in value

/** Node, name of a member, quoted string, list, or an atom; a backslash takes the next character as it is. */
const TOKEN = /[{}()]|"(?:[^"\\]|\\.)*"|(?:[^\s{}()\\"]|\\.)+/g

export function parseTree(text: string): TreeValue {
  const tokens = text.match(TOKEN) ?? []
  let at = 0

  const list = (): TreeValue[] => {
    const values: TreeValue[] = []
    while (tokens[at] !== ')') values.push(value())
    at += 1
    return values
  }
  const node = (): TreeNode => {
    const type = tokens[at] ?? ''
    at += 1
    const fields = new Map<string, TreeValue>()
    while (tokens[at] !== '}') {
      const name = (tokens[at] ?? '').slice(1)
      at += 1
      const values: TreeValue[] = []
      while (tokens[at] !== '}' && !tokens[at]?.startsWith(':')) values.push(value())
      fields.set(name, values.length === 1 ? (values[0] ?? null) : values)
    }
    at += 1
    return { type, fields }
  }
  function value(): TreeValue {
    const token = tokens[at]
    if (token === undefined) throw new Error('the tree ends too early')
    at += 1
    if (token === '{') return node()
    if (token === '(') return list()
    if (token === '<>') return null
    return token.startsWith('"') ? token.slice(1, -1) : token.replaceAll(/\\(.)/g, '$1')
  }
  return value()
}

export function memberOf(node: TreeNode, name: string): TreeValue {
  const value = node.fields.get(name)
  if (value === undefined) throw new Error(`${node.type} has no ${name}`)
  return value
}

/** A member that is a node, or null. */
export function nodeOf(node: TreeNode, name: string): TreeNode | null {
  const value = memberOf(node, name)
  return isNode(value) ? value : null
}

/** The nodes of a member that is a list; none where it has no value. */
export function nodesOf(node: TreeNode, name: string): readonly TreeNode[] {
  const value = memberOf(node, name)
  return Array.isArray(value) ? value.filter(isNode) : []
}

export const wordOf = (node: TreeNode, name: string): string => String(memberOf(node, name))
export const numberOf = (node: TreeNode, name: string): number => Number(memberOf(node, name))

/** The members of a set of numbers, as in `(b 1 3)`. */
export function setOf(node: TreeNode, name: string): number[] {
  const value = memberOf(node, name)
  return Array.isArray(value) ? value.slice(1).map(Number) : []
}
