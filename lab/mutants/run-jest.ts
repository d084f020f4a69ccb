import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Copy } from './copy.ts'
import type { JestReport } from './verdict.ts'

export interface JestRun {
  /** Test files, relative to the root of the copy. */
  readonly files: readonly string[]
  readonly limitMs: number
  readonly signal: AbortSignal
}

export type JestEnd =
  | { readonly kind: 'ended'; readonly report: JestReport | null; readonly output: string }
  | { readonly kind: 'timeout' }

const OUTPUT_CHARS_MAX = 20_000

/** Runs test files of the copy, with the servers that the environment names, in a separate process group. */
export async function runJest(copy: Copy, env: NodeJS.ProcessEnv, run: JestRun): Promise<JestEnd> {
  const { files, limitMs, signal } = run
  const reportFile = join(copy.temporary, 'report.json')
  rmSync(reportFile, { force: true })
  const jest = ['--disable-warning=ExperimentalWarning', join(copy.root, 'node_modules/jest/bin/jest.js')]
  const report = ['--json', `--outputFile=${reportFile}`]
  const child = spawn(process.execPath, [...jest, ...report, '--runTestsByPath', ...files], {
    cwd: copy.root,
    env: { ...env, TMPDIR: copy.temporary },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-OUTPUT_CHARS_MAX)
  })
  const limit = AbortSignal.timeout(limitMs)
  const stop = AbortSignal.any([limit, signal])
  const kill = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }
  stop.addEventListener('abort', kill, { once: true })
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve())
  })
  stop.removeEventListener('abort', kill)
  signal.throwIfAborted()
  if (limit.aborted) return { kind: 'timeout' }
  return { kind: 'ended', report: existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : null, output }
}
