import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Machine, Output } from '../../packages/cli/machine.ts'
import { runProgram } from '../../packages/cli/program.ts'

/** How a command ended, and what it wrote. */
export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface CliOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  /** Path to text; what the program writes is added. */
  readonly files?: Map<string, string>
  /** Both outputs are terminals with this many columns. */
  readonly columns?: number
  readonly fetch?: typeof fetch
  /** Called with every piece that is written. */
  readonly onWrite?: (text: string, to: 'stdout' | 'stderr') => void
  /** The person's browser; none unless given. */
  readonly openBrowser?: Machine['openBrowser']
  /** What the clock shows, in milliseconds since 1970. */
  readonly now?: () => number
  /** Ctrl-C. */
  readonly interrupted?: AbortSignal
}

export const HOME = '/home/ada'
export const FOLDER = `${HOME}/clone`

/** The command line as a person types it. */
export const EXECUTABLE = new URL('../../packages/cli/svc.mjs', import.meta.url).pathname

/**
 * The program in this process, on a machine whose terminal and files are in memory; what it asks goes over real
 * sockets.
 */
export async function svc(argv: readonly string[], options: CliOptions = {}): Promise<Ended> {
  const written = { stdout: '', stderr: '' }
  const { columns = null, files = new Map<string, string>(), interrupted = new AbortController().signal } = options
  const outputOf = (to: 'stdout' | 'stderr'): Output => ({
    isTerminal: columns !== null,
    columns,
    write: async (text) => {
      written[to] += text
      options.onWrite?.(text, to)
    },
  })
  const machine: Machine = {
    env: options.env ?? {},
    stdout: outputOf('stdout'),
    stderr: outputOf('stderr'),
    program: EXECUTABLE,
    homeDir: HOME,
    workingDir: FOLDER,
    readStdin: async () => bytesOf(options.stdin ?? ''),
    readFile: async (path) => {
      const text = files.get(path)
      return text === undefined ? null : bytesOf(text)
    },
    writePrivate: async (path, text) => {
      files.set(path, text)
    },
    writeFile: async (path, pieces) => {
      files.set(path, (await Array.fromAsync(pieces)).join(''))
    },
    exclusively: (_path, work) => serialize(files, work),
    openBrowser: options.openBrowser ?? (async () => false),
    removeFile: async (path) => files.delete(path),
    fetch: options.fetch ?? fetch,
    now: options.now ?? Date.now,
    interrupted,
    sleep: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms)
        interrupted.addEventListener(
          'abort',
          () => {
            clearTimeout(timer)
            resolve()
          },
          { once: true },
        )
      }),
  }
  const code = await runProgram(machine, argv)
  return { code, ...written }
}

/** The last work on each machine's files: the next one waits for it. */
const lastWork = new WeakMap<object, Promise<unknown>>()

function serialize<T>(files: object, work: () => Promise<T>): Promise<T> {
  const done = (lastWork.get(files) ?? Promise.resolve()).then(work, work)
  lastWork.set(files, done)
  return done
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** A folder for what an executable reads and writes, gone afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
