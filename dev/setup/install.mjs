// Things are built in a separate folder and then renamed, by one set-up at a time: two clones may start together.
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  existsSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

// The holder touches its lock file every few seconds; a file not touched for this long belongs to a dead holder. Its
// process id alone would not show that, because containers share folders but not process numbers.
const TOUCH_MS = 3_000
const STALE_MS = 20_000
const WAIT_MS = 500

/**
 * Builds `target` with `build(draft)` unless it is there already.
 * @param {string} target
 * @param {(text: string) => void} progress
 * @param {(draft: string) => Promise<void>} build
 */
export async function install(target, progress, build) {
  if (existsSync(target)) return
  mkdirSync(dirname(target), { recursive: true })
  await withLock(`${target}.lock`, progress, async () => {
    if (existsSync(target)) return
    const draft = mkdtempSync(`${target}.draft-`)
    try {
      await build(draft)
      renameSync(draft, target)
    } finally {
      rmSync(draft, { recursive: true, force: true })
    }
  })
}

/**
 * @template T
 * @param {string} file
 * @param {(text: string) => void} progress
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, progress, work) {
  mkdirSync(dirname(file), { recursive: true })
  while (!take(file)) {
    progress('waiting for another set-up on this machine')
    await sleep(WAIT_MS)
  }
  const touching = setInterval(() => utimesSync(file, new Date(), new Date()), TOUCH_MS)
  const release = () => rmSync(file, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(touching)
    process.removeListener('exit', release)
    release()
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
  }
  try {
    if (Date.now() - statSync(file).mtimeMs > STALE_MS) {
      // Moved aside rather than deleted: of two set-ups that find it stale, only one can move it.
      const aside = join(dirname(file), `stale-${process.pid}`)
      renameSync(file, aside)
      rmSync(aside, { force: true })
    }
  } catch {
    // Its holder released it in the meantime.
  }
  return false
}

/**
 * @param {string} file
 * @returns {string | null}
 */
export function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
