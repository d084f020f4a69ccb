#!/usr/bin/env node
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Machine, Output } from './machine.ts'
import { openBrowser } from './open-browser.ts'
import { runProgram } from './program.ts'

/** The only file that reads environment, arguments, standard input and files of the person. */
const ENV_NAMES = [
  'SVC_BASE_URL',
  'SVC_API_KEY',
  'SVC_SESSION_TOKEN',
  'XDG_CONFIG_HOME',
  'DATA_DIR',
  'NO_COLOR',
  'TERM',
  'SHELL',
] as const

/** After the first Ctrl-C the program decides how to stop; the second one ends it at once. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  let times = 0
  const interrupt = (exitCode: number) => (): void => {
    times += 1
    if (times > 1) process.exit(exitCode)
    controller.abort()
  }
  process.on('SIGINT', interrupt(130))
  process.on('SIGTERM', interrupt(143))
  return controller.signal
}

function outputOf(stream: NodeJS.WriteStream): Output {
  // The reader has closed the pipe (`| head`): this is no failure.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1)
  })
  // Some terminals do not report their width, or report 0.
  return {
    write: (text_) => written(stream, text_),
    isTerminal: stream.isTTY === true,
    columns: stream.isTTY && stream.columns > 0 ? stream.columns : null,
  }
}

const written = (stream: Writable, text_: string): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write(text_, (error) => (error ? reject(error) : resolve()))
  })

/** null where the file does not exist; the caller reports all other errors. */
const orNone = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

/** Writes to a temporary file next to it and renames that: concurrent readers see the old file or the new one. */
async function writeAtOnce(path: string, content: string | AsyncIterable<string>, mode: number): Promise<void> {
  const temporary = `${path}.${randomUUID()}`
  try {
    await writeFile(temporary, content, { mode, flag: 'wx' })
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function writePrivate(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeAtOnce(path, content, 0o600)
}

/** A process that died has left a lock of this age: the work within is one request of ten seconds. */
const LOCK_AGE_MS_MAX = 30_000
const LOCK_TRY_MS = 100

async function exclusively<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`
  while (!(await createdAlone(lock))) {
    const made = await orNone(stat(lock))
    if (made !== null && Date.now() - made.mtimeMs > LOCK_AGE_MS_MAX) await rm(lock, { force: true })
    else await new Promise((resolve) => setTimeout(resolve, LOCK_TRY_MS))
  }
  try {
    return await work()
  } finally {
    await rm(lock, { force: true })
  }
}

const createdAlone = (path: string): Promise<boolean> =>
  writeFile(path, '', { mode: 0o600, flag: 'wx' }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )

const interrupted = interruption()
const machine: Machine = {
  env: Object.fromEntries(ENV_NAMES.map((name) => [name, process.env[name]])),
  stdout: outputOf(process.stdout),
  stderr: outputOf(process.stderr),
  readStdin: () => buffer(process.stdin),
  readFile: (path) => orNone(readFile(path)),
  writePrivate,
  writeFile: (path, pieces) => writeAtOnce(path, pieces, 0o666),
  exclusively,
  openBrowser: (url) => openBrowser(url, process.env),
  removeFile: async (path) => (await orNone(rm(path).then(() => true))) ?? false,
  program: process.argv[1] ?? 'svc',
  homeDir: homedir(),
  workingDir: process.cwd(),
  fetch,
  now: Date.now,
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

process.exit(await runProgram(machine, process.argv.slice(2)))
