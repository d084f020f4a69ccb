// `npm run mutants`: breaks the product in small ways, one after another, in a copy of the working tree. With each
// mutant one of the test files that it names must fail. A mutant that survives shows a promise that no test keeps.
import { existsSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { MUTANTS } from './catalog.ts'
import { type Copy, copyOf } from './copy.ts'
import { type Mutant, patch } from './mutant.ts'
import { allDied, type Judged, rowOf, summaryOf, TABLE_HEAD } from './report.ts'
import { type JestRun, runJest } from './run-jest.ts'
import { type Verdict, verdictOf } from './verdict.ts'
import globalSetup from '../../test/support/global-setup.ts'
import globalTeardown from '../../test/support/global-teardown.ts'

const TREE = fileURLToPath(new URL('../../', import.meta.url))
const BASELINE_MS_MAX = 60 * 60_000
/** The slowest test file that a mutant names takes a third of it. */
const MUTANT_MS_MAX = 180_000

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [''] },
    list: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})

const interrupted = new AbortController()

/** Returns whether every mutant died. */
async function main(): Promise<boolean> {
  const mutants = MUTANTS.filter(({ name, file }) => values.only.some((text) => `${name} ${file}`.includes(text)))
  if (mutants.length === 0) throw new Error(`No mutant has "${values.only.join('" or "')}" in its name or file.`)
  if (values.list) {
    for (const { name, file } of mutants) console.log(`${name} (${file})`)
    return true
  }
  const copy = copyOf(TREE)
  try {
    requireApplicable(copy, mutants)
    await globalSetup()
    await requireGreen(copy, [...new Set(mutants.flatMap(({ killedBy }) => killedBy))])
    const judged = await judgeAll(copy, mutants)
    if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(judged, null, 2)}\n`)
    console.log(`\n${summaryOf(judged)}`)
    return allDied(judged)
  } finally {
    await globalTeardown()
    copy.remove()
  }
}

function requireApplicable(copy: Copy, mutants: readonly Mutant[]): void {
  const faults = mutants.flatMap((mutant) => {
    const patched = patch(copy.read(mutant.file), mutant)
    const missing = mutant.killedBy.filter((file) => !existsSync(join(copy.root, file)))
    return [
      ...(patched.kind === 'refused' ? [patched.reason] : []),
      ...missing.map((file) => `${file} does not exist`),
    ].map((reason) => `"${mutant.name}" does not apply to ${mutant.file}: ${reason}`)
  })
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

/** A test file that fails by itself would kill every mutant. */
async function requireGreen(copy: Copy, files: readonly string[]): Promise<void> {
  console.error(`${files.length} test files without a mutant …`)
  const verdict = await testsOf(copy, { files, limitMs: BASELINE_MS_MAX })
  if (verdict.kind !== 'survived') throw new Error(`The tests fail without a mutant: ${JSON.stringify(verdict)}`)
}

async function judgeAll(copy: Copy, mutants: readonly Mutant[]): Promise<Judged[]> {
  const judged: Judged[] = []
  console.log(TABLE_HEAD)
  for (const mutant of mutants) {
    const one = await judge(copy, mutant)
    console.log(rowOf(one))
    judged.push(one)
  }
  return judged
}

async function judge(copy: Copy, mutant: Mutant): Promise<Judged> {
  const source = copy.read(mutant.file)
  const patched = patch(source, mutant)
  if (patched.kind === 'refused') throw new Error(patched.reason)
  const startedAt = performance.now()
  copy.write(mutant.file, patched.text)
  try {
    const verdict = await firstToNotice(copy, mutant)
    return { mutant, verdict, seconds: (performance.now() - startedAt) / 1000 }
  } finally {
    copy.write(mutant.file, source)
  }
}

/** Runs the files one after another: Jest's own way to stop behind the first that fails (`--bail`) writes no report. */
async function firstToNotice(copy: Copy, { file: changed, killedBy: files }: Mutant): Promise<Verdict> {
  const limitAt = performance.now() + MUTANT_MS_MAX
  for (const file of files) {
    const limitMs = Math.ceil(limitAt - performance.now())
    const verdict = await testsOf(copy, { files: [file], limitMs }, serversOf(changed))
    if (verdict.kind !== 'survived') return verdict
  }
  return { kind: 'survived' }
}

/** A function of the database is installed when the server starts: each mutant of one starts another server. */
const serversOf = (changed: string): NodeJS.ProcessEnv =>
  changed.startsWith('db/functions/') ? { ...process.env, TEST_POSTGRES_URL: undefined } : process.env

async function testsOf(copy: Copy, run: Omit<JestRun, 'signal'>, env = process.env): Promise<Verdict> {
  const end = await runJest(copy, env, { ...run, signal: interrupted.signal })
  const verdict: Verdict = end.kind === 'timeout' ? end : verdictOf(end.report, end.output)
  return verdict.kind === 'killed' ? { ...verdict, file: relative(copy.root, verdict.file) } : verdict
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => interrupted.abort(new Error(`stopped by ${signal}`)))
}

main().then(
  (died) => {
    process.exitCode = died ? 0 : 1
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  },
)
