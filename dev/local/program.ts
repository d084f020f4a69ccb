import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { spawnServer } from './process.ts'

/** One of our programs, in a separate process. */
export interface Program {
  readonly name: string
  readonly pid: number
  /** The URL it announced; empty when it has none. */
  readonly url: string
  /** Settles when it has ended, for whatever reason. */
  readonly exited: Promise<void>
  stop(): Promise<void>
}

export interface ProgramOptions {
  /** Relative to the clone. */
  readonly script: string
  readonly name: string
  readonly env: Readonly<Record<string, string>>
  /** The folder of its output. */
  readonly folder: string
  readonly profileDir: string | null
  /** The URL it announced, or null while it is not ready; `output` is its output so far. */
  readonly ready: (output: string) => string | null
}

/** Bundling the workflows takes six seconds on two free cores. */
const READY_TIMEOUT_MS = 120_000
/** A worker waits up to 45 s for steps under way; after a benchmark there are none. */
const STOP_GRACE_MS = 50_000
const POLL_MS = 50
const OUTPUT_SHOWN_CHARS = 3_000

/**
 * Starts a program with only `env`, so that no setting of the caller's shell affects the measurement, and waits until
 * it is ready. It ends with us even when we are killed.
 */
export async function startProgram({ script, name, env, folder, profileDir, ready }: ProgramOptions): Promise<Program> {
  const logFile = join(folder, `${name}.log`)
  const file = fileURLToPath(new URL(`../../${script}`, import.meta.url))
  const variables = Object.entries({ PATH: process.env['PATH'] ?? '', ...env }).map(([key, value]) => `${key}=${value}`)
  const profile = profileDir === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${join(profileDir, name)}`]
  // `env` replaces itself by the program, so the process is the same.
  const server = await spawnServer({
    file: '/usr/bin/env',
    args: ['-i', ...variables, process.execPath, ...profile, file],
    logFile,
    guardSignal: 'TERM',
  })
  const program = { name, pid: server.pid, exited: server.exited, stop: () => server.stop('SIGTERM', STOP_GRACE_MS) }
  const output = (): string => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '')
  const giveUpAt = performance.now() + READY_TIMEOUT_MS
  for (;;) {
    const url = ready(output())
    if (url !== null) return { ...program, url }
    if (!server.running() || performance.now() > giveUpAt) {
      await program.stop()
      throw new Error(`${name} did not start:\n${output().slice(-OUTPUT_SHOWN_CHARS)}`)
    }
    await sleep(POLL_MS)
  }
}

/** The programs log one JSON line with "ready", and with their URL when they have one. */
export function announced(output: string): string | null {
  const line = output.split('\n').find((one) => one.includes('"msg":"ready"') && one.endsWith('}'))
  if (line === undefined) return null
  const members: unknown = JSON.parse(line)
  return textIn(members, 'url') ?? ''
}

export function textIn(members: unknown, name: string): string | null {
  const value: unknown =
    typeof members === 'object' && members !== null ? Object.getOwnPropertyDescriptor(members, name)?.value : null
  return typeof value === 'string' ? value : null
}
