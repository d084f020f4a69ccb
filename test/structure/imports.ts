import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { child, type Node, type SourceFile, wordOf } from './sources.ts'

export type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'builtin'; readonly name: string }

export interface Import {
  readonly from: string
  readonly to: Target
  /** `import type`: gone at run time. An import with only type names is not: its module is still loaded. */
  readonly typeOnly: boolean
  /** `import()`: loaded where the code asks for it, and not with the file. */
  readonly dynamic?: true
}

const DECLARATIONS = new Set(['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration'])

/** Every import and re-export of a file, dynamic ones and `import()` types included. */
export function importsOf(file: SourceFile): Import[] {
  return file.nodes.flatMap((node): Import[] => {
    const found = specifierOf(node)
    return found === null
      ? []
      : [
          {
            from: file.path,
            to: targetOf(file.path, found.specifier),
            typeOnly: found.typeOnly,
            ...(node.type === 'CallExpression' ? { dynamic: true as const } : {}),
          },
        ]
  })
}

function specifierOf(node: Node): { specifier: string; typeOnly: boolean } | null {
  if (DECLARATIONS.has(node.type)) {
    const specifier = wordOf(node['source'])
    return specifier === undefined ? null : { specifier, typeOnly: node['typeOnly'] === true }
  }
  if (node.type === 'TsImportType') return { specifier: wordOf(node['argument']) ?? '', typeOnly: true }
  if (node.type !== 'CallExpression' || child(node, 'callee')?.type !== 'Import') return null
  const [first] = Array.isArray(node['arguments']) ? node['arguments'] : []
  return { specifier: wordOf(first?.expression) ?? '(computed)', typeOnly: false }
}

function targetOf(from: string, specifier: string): Target {
  if (specifier.startsWith('.')) return { kind: 'file', path: posix.join(posix.dirname(from), specifier) }
  if (isBuiltin(specifier)) return { kind: 'builtin', name: specifier }
  const parts = specifier.split('/')
  return { kind: 'package', name: parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/') }
}

const folderOf = (path: string): string => path.split('/')[0] ?? ''
/** `hunter` of `activities/providers/hunter/map.ts`; undefined for what providers share. */
const providerOf = (path: string): string | undefined => /^activities\/providers\/([^/]+)\//.exec(path)?.[1]

const PRODUCT = ['domain', 'db', 'usecases', 'activities', 'workflows', 'api', 'worker', 'telemetry']

/** Which folders a folder may import besides itself (decisions, "Folders"). */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  telemetry: ['domain'],
  db: ['domain'],
  usecases: ['domain', 'db'],
  activities: ['domain', 'db', 'usecases', 'telemetry'],
  workflows: ['domain'],
  api: ['domain', 'db', 'usecases', 'telemetry'],
  worker: ['domain', 'db', 'usecases', 'activities', 'workflows', 'telemetry'],
  ops: [...PRODUCT, 'dev'],
  dev: [...PRODUCT, 'ops'],
  // Its programs and their tests measure and attack the product with the builders and simulators of the tests.
  lab: [...PRODUCT, 'ops', 'dev', 'test', 'examples'],
  // Programs of users: they use packages only.
  examples: [],
}
/** Pure ones: without I/O and without a clock. */
const DOMAIN_PACKAGES = [
  'typebox',
  'libphonenumber-js',
  'tldts',
  'ipaddr.js',
  'email-providers',
  'role-based-email-addresses',
  'i18n-iso-countries',
  'any-ascii',
  'html-to-text',
  'email-addresses',
  'punycode.js',
  'temporal-polyfill',
]

/** What a client of Temporal runs, without what is bundled for its sandbox. */
const isStarter = (path: string): boolean => path.startsWith('workflows/starters/')
/** Names that both sides of a start use. */
const SHARED_WITH_STARTERS = new Set(['workflows/search-attributes.ts', 'workflows/signals.ts'])

/**
 * Why the table refuses an import, or null. `facts`: what the api may read about providers, and everything that this
 * imports.
 */
export function refusalOf({ from, to, typeOnly }: Import, facts: ReadonlySet<string>): string | null {
  const folder = folderOf(from)
  if (from.startsWith('packages/')) return refusalOfPackage(from, to)
  if (to.kind === 'builtin') return folder === 'domain' ? 'domain imports nothing of Node' : null
  if (to.kind === 'package' && to.name.startsWith('routed-data-cli') && folder !== 'examples')
    return 'the product knows nothing of its clients'
  if (to.kind === 'package')
    return folder === 'domain' && !DOMAIN_PACKAGES.includes(to.name)
      ? `domain imports no package but ${DOMAIN_PACKAGES.join(', ')}`
      : null
  const target = folderOf(to.path)
  if (to.path.startsWith('packages/')) return 'the product knows nothing of its clients'
  if (folder === 'workflows' && to.path.startsWith('domain/capabilities/'))
    return 'workflows do not know the capabilities'
  const [provider, other] = [providerOf(from), providerOf(to.path)]
  if (provider !== undefined && other !== undefined && provider !== other) return 'a provider never imports another'
  if (folder === 'workflows' && isStarter(from) !== isStarter(to.path) && target === folder)
    return isStarter(to.path)
      ? 'what is bundled for the sandbox knows no starter'
      : typeOnly || SHARED_WITH_STARTERS.has(to.path)
        ? null
        : 'a starter imports only types of workflows'
  if (target === folder || MAY_IMPORT[folder]?.includes(target)) return null
  if (folder === 'workflows' && target === 'activities')
    return typeOnly ? null : 'workflows import only types of activities'
  if (folder === 'api' && (isStarter(to.path) || facts.has(to.path))) return null
  return `${folder} may not import ${target}`
}

/** Packages are installed elsewhere: they contain nothing of the service, types included, and import others by name. */
function refusalOfPackage(from: string, to: Target): string | null {
  const [, own = ''] = from.split('/')
  if (to.kind === 'file') return to.path.startsWith(`packages/${own}/`) ? null : 'a package imports only its own files'
  if (own === 'client') return 'the typed client imports nothing but itself'
  // It starts main.ts in a clone, by an address that Node computes, and is not packed.
  if (from === 'packages/cli/svc.mjs' && to.name === '(computed)') return null
  return to.kind === 'builtin' || ['commander', 'routed-data-client'].includes(to.name)
    ? null
    : 'the command line imports no package but commander and the typed client'
}

/** Everything that is reached from these files, themselves included. */
export function reached(
  start: readonly string[],
  imports: readonly Import[],
): { files: Set<string>; others: Import[] } {
  const files = new Set(start)
  for (const path of files) {
    for (const { from, to } of imports) if (from === path && to.kind === 'file') files.add(to.path)
  }
  return { files, others: imports.filter(({ from, to }) => files.has(from) && to.kind !== 'file') }
}

/**
 * The rooms of a folder (`runs` of `domain/runs/`) that import each other, as `a <-> b`. Files outside of the rooms are
 * of none.
 */
export function mutualRooms(folder: string, imports: readonly Import[]): string[] {
  const roomOf = (path: string): string | undefined => new RegExp(`^${folder}/([^/]+)/`).exec(path)?.[1]
  const edges = new Set(
    imports.flatMap(({ from, to }) => {
      const [room, other] = [roomOf(from), to.kind === 'file' ? roomOf(to.path) : undefined]
      return room === undefined || other === undefined || room === other ? [] : [`${room} <-> ${other}`]
    }),
  )
  return [...edges].filter((edge) => {
    const [room = '', other = ''] = edge.split(' <-> ')
    return room < other && edges.has(`${other} <-> ${room}`)
  })
}

/** Import cycles, each as the files on it in their order; empty when there are none. */
export function cyclesOf(imports: readonly Import[]): string[][] {
  const next = new Map<string, string[]>()
  for (const { from, to } of imports) if (to.kind === 'file') next.set(from, [...(next.get(from) ?? []), to.path])
  const done = new Set<string>()
  const cycles: string[][] = []
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path)
    if (at >= 0) cycles.push(trail.slice(at))
    if (at >= 0 || done.has(path)) return
    for (const target of next.get(path) ?? []) visit(target, [...trail, path])
    done.add(path)
  }
  for (const path of next.keys()) visit(path, [])
  return cycles
}
