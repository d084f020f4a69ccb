import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { applied, type Addition, Refusal, type Tree } from './new/plan.ts'

/**
 * `npm run new:route`, `new:provider`, `new:capability` and `new:workflow`: write the files of a new one, its lines in
 * the registers, and a test that fails with what is left to do. They write nothing unless all of it can be written.
 */
const ROOT = fileURLToPath(new URL('../', import.meta.url))

const tree: Tree = {
  read: (path) => orNone(() => readFileSync(join(ROOT, path), 'utf8')),
  list: (folder) => orNone(() => readdirSync(join(ROOT, folder)).toSorted()) ?? [],
}

function orNone<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

async function planOf(kind: string | undefined, args: readonly string[]): Promise<Addition> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: Object.fromEntries((OPTIONS[kind ?? ''] ?? []).map((name) => [name, { type: 'string' as const }])),
  })
  const options: Readonly<Record<string, string>> = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, String(value)]),
  )
  // Each reads the declarations of its kind, which is most of its time.
  switch (kind) {
    case 'route':
      return (await import('./new/route.ts')).newRoute(tree, positionals, options)
    case 'provider':
      return (await import('./new/provider.ts')).newProvider(tree, positionals, options)
    case 'capability':
      return (await import('./new/capability.ts')).newCapability(tree, positionals, options)
    case 'workflow':
      return (await import('./new/workflow.ts')).newWorkflow(tree, positionals, options)
    default:
      throw new Refusal('A new what? route, provider, capability or workflow.')
  }
}

const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  route: ['access', 'tag'],
  provider: ['auth', 'title'],
  capability: ['title'],
  workflow: ['version'],
}

function write({ changes, left, command }: Addition): void {
  const written = applied(tree, changes)
  const before = new Map([...written.keys()].map((path) => [path, tree.read(path)]))
  for (const [path, text] of written) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true })
    writeFileSync(join(ROOT, path), text)
  }
  const code = [...written.keys()].filter((path) => path.endsWith('.ts'))
  const format = [join(ROOT, 'node_modules/oxfmt/bin/oxfmt'), ...code]
  const formatted = spawnSync(process.execPath, format, { cwd: ROOT, encoding: 'utf8' })
  if (formatted.status !== 0) throw new Error(`The formatter refuses what was written:\n${formatted.stderr}`)
  for (const path of written.keys()) console.log(`${before.get(path) === null ? 'new    ' : 'changed'} ${path}`)
  console.log(`\nLeft to do, in this order:\n${left.map((line, index) => `  ${index + 1}. ${line}`).join('\n')}`)
  console.log(`\nThis test fails until nothing is left:\n  ${command}`)
}

const [kind, ...args] = process.argv.slice(2)
try {
  write(await planOf(kind, args))
} catch (error) {
  const isExpected = error instanceof Refusal || (error instanceof Error && 'code' in error)
  console.error(isExpected ? error.message : error)
  process.exitCode = 1
}
