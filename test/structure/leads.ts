import { posix } from 'node:path'
import { importsOf } from './imports.ts'
import { child, isNode, type Node, type SourceFile, wordOf } from './sources.ts'

/** What starts the API. */
const SERVICES = new Set([
  'test/support/service.ts',
  'test/support/service-processes.ts',
  'test/support/crashing-api.ts',
  'test/support/mortal.ts',
])

/** The files that start the API, by themselves or through a helper. */
export function startingTheApi(files: readonly SourceFile[]): ReadonlySet<string> {
  const imported = new Map(
    files.map((file) => [
      file.path,
      importsOf(file).flatMap(({ to, typeOnly }) => (to.kind === 'file' && !typeOnly ? [to.path] : [])),
    ]),
  )
  const found = new Set(SERVICES)
  for (let before = 0; before < found.size;) {
    before = found.size
    for (const [path, paths] of imported) if (paths.some((one) => found.has(one))) found.add(path)
  }
  return found
}

/** What a file declares or binds at its top level, and what each of these names leads to. */
interface Outline {
  /** By name: whether its own text has what is looked for, and the names that it mentions. */
  readonly names: ReadonlyMap<string, { readonly has: boolean; readonly mentions: ReadonlySet<string> }>
  /** By local name: the file and the name there. */
  readonly imported: ReadonlyMap<string, { readonly path: string; readonly name: string }>
}

/** A statement that writes rows. */
const STATEMENT = /\binsert\s+into\s/i

/** What names are followed to. */
interface Ends {
  /** Whether a part of a text is one. */
  readonly isEnd: (node: Node) => boolean
  /** Functions that are ends, and those that count as none, as `<file> <name>`. */
  readonly known: Readonly<Record<string, boolean>>
}

/** Which functions write rows, wherever they are called from: their own statements, and those of what they call. */
export const writersIn = (files: readonly SourceFile[], except: readonly string[] = []): Leads =>
  new Leads(files, {
    isEnd: (node) => STATEMENT.test(textOf(node)),
    known: Object.fromEntries(except.map((one) => [one, false])),
  })

/** Which functions lead to these functions. */
export const callersOf = (files: readonly SourceFile[], functions: readonly string[]): Leads =>
  new Leads(files, { isEnd: () => false, known: Object.fromEntries(functions.map((one) => [one, true])) })

/** Which names lead to an end: by their own text, or by what they mention. */
class Leads {
  readonly #outlines: ReadonlyMap<string, Outline>
  /** What is known, and false for what is being searched: names may mention each other. */
  readonly #known = new Map<string, boolean>()

  constructor(files: readonly SourceFile[], { isEnd, known }: Ends) {
    for (const [one, leads] of Object.entries(known)) this.#known.set(one, leads)
    this.#outlines = new Map(files.map((file) => [file.path, outlineOf(file, isEnd)]))
  }

  /** Whether this name of this file leads to an end. */
  leads(path: string, name: string): boolean {
    const key = `${path} ${name}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    this.#known.set(key, false)
    const outline = this.#outlines.get(path)
    const imported = outline?.imported.get(name)
    const declared = outline?.names.get(name)
    const found =
      imported === undefined
        ? declared !== undefined &&
          (declared.has || [...declared.mentions].some((mentioned) => this.leads(path, mentioned)))
        : this.leads(imported.path, imported.name)
    this.#known.set(key, found)
    return found
  }

  /** The names that a file imports and that lead there. */
  importedBy(path: string): { readonly file: string; readonly name: string }[] {
    return [...(this.#outlines.get(path)?.imported.values() ?? [])]
      .filter(({ path: file, name }) => this.leads(file, name))
      .map(({ path: file, name }) => ({ file, name }))
  }
}

function outlineOf({ path, nodes }: SourceFile, isEnd: Ends['isEnd']): Outline {
  const names = new Map<string, Contents>()
  const imported = new Map<string, { path: string; name: string }>()
  const body = nodes[0]?.['body']
  for (const node of Array.isArray(body) ? body.filter(isNode) : []) {
    if (node.type === 'ImportDeclaration') bind(path, node, imported)
    else for (const name of declaredBy(node)) names.set(name, contentsOf(node, isEnd))
  }
  return { names, imported }
}

function bind(path: string, node: Node, into: Map<string, { path: string; name: string }>): void {
  const from = wordOf(node['source']) ?? ''
  if (node['typeOnly'] === true || !from.startsWith('.')) return
  const specifiers = Array.isArray(node['specifiers']) ? node['specifiers'].filter(isNode) : []
  for (const specifier of specifiers) {
    const local = wordOf(specifier['local'])
    if (specifier.type !== 'ImportSpecifier' || specifier['isTypeOnly'] === true || local === undefined) continue
    into.set(local, { path: posix.join(posix.dirname(path), from), name: wordOf(specifier['imported']) ?? local })
  }
}

/** The names of a function, a class, or of constants. */
function declaredBy(node: Node): string[] {
  const declared = node.type === 'ExportDeclaration' ? node['declaration'] : node
  if (!isNode(declared)) return []
  const own = wordOf(declared['identifier'])
  if (own !== undefined) return [own]
  const declarations = Array.isArray(declared['declarations']) ? declared['declarations'].filter(isNode) : []
  return declarations.flatMap((one) => wordOf(one['id']) ?? [])
}

interface Contents {
  readonly isEnd: Ends['isEnd']
  has: boolean
  readonly mentions: Set<string>
}

function contentsOf(node: Node, isEnd: Ends['isEnd']): Contents {
  const found: Contents = { isEnd, has: false, mentions: new Set() }
  walk(node, found)
  return found
}

/** Types write nothing, and names of members are no names of the file: `tx.query` does not mention `query`. */
const TYPES = /^Ts(?!AsExpression|NonNull|Satisfies|ConstAssertion)/

function walk(value: unknown, found: Contents): void {
  if (Array.isArray(value)) for (const item of value) walk(item, found)
  else if (isNode(value)) readNode(value, found)
  else if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) walk(member, found)
}

function readNode(node: Node, found: Contents): void {
  if (TYPES.test(node.type)) return
  if (node.type === 'Identifier') return void found.mentions.add(wordOf(node) ?? '')
  if (found.isEnd(node)) found.has = true
  for (const [name, member] of Object.entries(node)) if (!isOnlyAName(node, name)) walk(member, found)
}

const textOf = (node: Node): string => {
  const text = node.type === 'TemplateElement' ? node['raw'] : node.type === 'StringLiteral' ? node['value'] : ''
  return typeof text === 'string' ? text : ''
}

const isOnlyAName = (node: Node, member: string): boolean =>
  child(node, member)?.type === 'Identifier' &&
  ((node.type === 'MemberExpression' && member === 'property') || member === 'key')
