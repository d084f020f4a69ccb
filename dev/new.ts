import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { newCapability } from './new/capability.ts'
import { type Addition, applied, Refusal, type Tree } from './new/plan.ts'
import { newProvider } from './new/provider.ts'
import { newRoute } from './new/route.ts'
import { newWorkflow } from './new/workflow.ts'

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

/** The options of each kind, and what reads its arguments. */
const KINDS: Readonly<Record<string, { readonly options: readonly string[]; readonly generator: Generator }>> = {
  route: { options: ['access', 'tag'], generator: newRoute },
  provider: { options: ['auth', 'title'], generator: newProvider },
  capability: { options: ['title'], generator: newCapability },
  workflow: { options: ['version'], generator: newWorkflow },
}
type Generator = (tree: Tree, args: readonly string[], options: Readonly<Record<string, string>>) => Addition

function planOf(kind: string | undefined, args: readonly string[]): Addition {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: Object.fromEntries((KINDS[kind ?? '']?.options ?? []).map((name) => [name, { type: 'string' as const }])),
  })
  const options: Readonly<Record<string, string>> = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, String(value)]),
  )
  const generator = KINDS[kind ?? '']?.generator
  if (generator === undefined) throw new Refusal(`A new what? ${Object.keys(KINDS).join(', ')}.`)
  return generator(tree, positionals, options)
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
  write(planOf(kind, args))
} catch (error) {
  const isExpected = error instanceof Refusal || (error instanceof Error && 'code' in error)
  console.error(isExpected ? error.message : error)
  process.exitCode = 1
}
