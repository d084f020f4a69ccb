import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'

const ROOT = new URL('../../', import.meta.url).pathname
/**
 * Every folder of the project; a new top-level folder is checked as soon as it is listed here and in the table of
 * imports.
 */
export const FOLDERS = [
  'domain',
  'telemetry',
  'db',
  'usecases',
  'activities',
  'workflows',
  'api',
  'worker',
  'ops',
  'dev',
  'lab',
  'test',
  'packages',
  'examples',
] as const
const NOT_OURS = new Set(['node_modules', '.data', 'coverage', '.git'])

/** A part of a syntax tree, as swc defines it. */
export interface Node {
  readonly type: string
  readonly [member: string]: unknown
}

export interface SourceFile {
  /** From the root of the project, with slashes. */
  readonly path: string
  readonly text: string
  readonly nodes: readonly Node[]
}

let sources: readonly SourceFile[] | undefined

/** Every source file of the project, parsed once for all test files of one Jest worker. */
export const readSources = (): readonly SourceFile[] => (sources ??= parseAll())

function parseAll(): SourceFile[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((path) => /\.(ts|mjs|cjs|js)$/.test(path) && !path.split('/').some((part) => NOT_OURS.has(part)))
      .map((path) => parseFile(path, readFileSync(join(ROOT, path), 'utf8'))),
  )
}

export function parseFile(path: string, text: string): SourceFile {
  const module = parseSync(
    text,
    path.endsWith('.ts') ? { syntax: 'typescript', target: 'esnext' } : { syntax: 'ecmascript', target: 'esnext' },
  )
  const nodes: Node[] = []
  collect(module, nodes)
  return { path, text, nodes }
}

function collect(value: unknown, into: Node[]): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, into)
  } else if (isObject(value)) {
    if (isNode(value)) into.push(value)
    for (const member of Object.values(value)) collect(member, into)
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
export const isNode = (value: unknown): value is Node =>
  isObject(value) && 'type' in value && typeof value.type === 'string'

/** The member of a node that is a node itself. */
export function child(node: unknown, member: string): Node | undefined {
  const value = isNode(node) ? node[member] : undefined
  return isNode(value) ? value : undefined
}

/** The text of an identifier or a string literal. */
export function wordOf(node: unknown): string | undefined {
  if (!isNode(node) || (node.type !== 'Identifier' && node.type !== 'StringLiteral')) return undefined
  return typeof node['value'] === 'string' ? node['value'] : undefined
}

/** `a.b.c` of a chain of names, or undefined when it begins with anything else. */
export function dotted(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier') return wordOf(node)
  if (node.type === 'CallExpression') return dotted(node['callee'])
  if (node.type !== 'MemberExpression') return undefined
  const property = child(node, 'property')
  const name = wordOf(property?.type === 'Computed' ? property['expression'] : property)
  const object = dotted(node['object'])
  return object === undefined || name === undefined ? undefined : `${object}.${name}`
}
