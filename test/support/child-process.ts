import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { at } from './http.ts'

/** A process of the service, under a test's real signals. */
export interface ServiceProcess {
  readonly pid: number
  /** The members of the line that it logged when it was ready. */
  readonly ready: unknown
  readonly exited: Promise<Exit>
  running(): boolean
  signal(signal: NodeJS.Signals): void
  /** Sends SIGTERM, and SIGKILL when that takes longer than `graceMs`; answers how it ended. */
  stop(graceMs?: number): Promise<Exit>
  /** What it wrote so far: for the message of a failed test. */
  output(): string
}

/** `signal` is null when it ended by itself. */
export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface ProcessOptions {
  /** Relative to test/support. */
  readonly script: string
  readonly env: Readonly<Record<string, string>>
}

/** Starting takes two seconds, or six when the process bundles its workflows, times what else runs on two cores. */
const READY_TIMEOUT_MS = 120_000
const STOP_GRACE_MS = 60_000
const OUTPUT_CHARS_MAX = 20_000

const living = new Set<ServiceProcess>()

/** Processes that no test has ended: there must be none after a test file. */
export const leftovers = (): number[] => [...living].map(({ pid }) => pid)

/** How a process ends whose runtime has failed: no test sends these signals, and no code of ours raises them. */
const RUNTIME_CRASHES: ReadonlySet<NodeJS.Signals | null> = new Set<NodeJS.Signals>(['SIGSEGV', 'SIGBUS', 'SIGILL'])
const STARTS_MAX = 2

class EndedEarly extends Error {
  readonly signal: NodeJS.Signals | null

  constructor(message: string, signal: NodeJS.Signals | null) {
    super(message)
    this.signal = signal
  }
}

/**
 * Starts a program of ours with nothing but `env` (and what others before it have compiled) and waits until it logs
 * that it is ready. Where native code of the runtime has brought it down before that (once in thousands of starts on
 * a busy machine), it is started again, as a supervisor would, and the test's output states it.
 */
export async function startProcess(options: ProcessOptions): Promise<ServiceProcess> {
  for (let start = 1; ; start += 1) {
    try {
      return await startOnce(options)
    } catch (error) {
      if (start >= STARTS_MAX || !(error instanceof EndedEarly) || !RUNTIME_CRASHES.has(error.signal)) throw error
      console.warn(`${error.message}\nIts runtime has crashed: it is started again.`)
    }
  }
}

/** Nothing of this process but its PATH and what earlier children have compiled. */
export const childEnv = (env: Readonly<Record<string, string>>): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
  ...env,
})

async function startOnce({ script, env }: ProcessOptions): Promise<ServiceProcess> {
  const file = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(process.execPath, [file], {
    env: childEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const pid = child.pid
  if (pid === undefined) throw new Error(`${script} could not be started`)
  const guard = endWithUs(pid)
  const exited = new Promise<Exit>((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })))
  const { output, ready } = readyLineOf(child, script, exited)
  try {
    const known: ServiceProcess = {
      pid,
      ready: await ready,
      exited,
      running: () => child.exitCode === null && child.signalCode === null,
      signal: (signal) => void child.kill(signal),
      output,
      async stop(graceMs = STOP_GRACE_MS) {
        child.kill('SIGTERM')
        const killer = setTimeout(() => child.kill('SIGKILL'), graceMs)
        const exit = await exited
        clearTimeout(killer)
        return exit
      },
    }
    living.add(known)
    void exited.then(() => {
      living.delete(known)
      guard.kill('SIGKILL')
    })
    return known
  } catch (error) {
    child.kill('SIGKILL')
    guard.kill('SIGKILL')
    throw error
  }
}

/** Keeps what the child writes. `ready` rejects when the child ends before it logs that line, or is late. */
function readyLineOf(
  { stdout, stderr }: ChildProcessByStdio<null, Readable, Readable>,
  script: string,
  exited: Promise<Exit>,
): { readonly output: () => string; readonly ready: Promise<unknown> } {
  let output = ''
  const ready = Promise.withResolvers<unknown>()
  let announced = false
  const read = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-OUTPUT_CHARS_MAX)
    if (announced) return
    const line = output.split('\n').find((one) => one.includes('"msg":"ready"') && one.endsWith('}'))
    if (line === undefined) return
    announced = true
    ready.resolve(JSON.parse(line))
  }
  stdout.on('data', read)
  stderr.on('data', read)
  void exited.then(({ code, signal }) =>
    ready.reject(new EndedEarly(`${script} ended (${signal ?? code}) before it was ready:\n${output}`, signal)),
  )
  const late = setTimeout(
    () => ready.reject(new Error(`${script} was not ready in time:\n${output}`)),
    READY_TIMEOUT_MS,
  )
  return { output: () => output, ready: ready.promise.finally(() => clearTimeout(late)) }
}

/** A shell that waits on a pipe from us and ends the process when we die, even by SIGKILL. */
function endWithUs(pid: number) {
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -KILL "$1" 2>/dev/null', 'process-guard', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.stdin.on('error', () => undefined)
  return guard
}

/** The member of the ready line that an api process announces its address in. */
export const urlOf = (process: ServiceProcess): string => String(at(process.ready, 'url'))
