// One line per step with its time; long steps tick on a terminal and print every 15 s elsewhere that they still run.
// All of it goes to stderr, so that a command's own output can be piped.

const TICK_MS = 1_000
const QUIET_TICK_MS = 15_000
const NAME_WIDTH = 24

/**
 * Runs one step of the set-up. The step calls `progress(text)` to report its progress and returns its result.
 * @template T
 * @param {string} name
 * @param {(progress: (text: string) => void) => Promise<{value: T, note: string}>} work
 * @returns {Promise<T>}
 */
export async function step(name, work) {
  const began = Date.now()
  const tty = process.stderr.isTTY === true
  let detail = ''
  const line = (/** @type {string} */ text) => `  ${name.padEnd(NAME_WIDTH)} ${elapsed(began).padStart(6)}  ${text}`
  const tick = () =>
    process.stderr.write(
      tty ? `\r\x1b[K${line(detail || '…')}` : `${line(`still working${detail && `: ${detail}`}`)}\n`,
    )
  const ticking = setInterval(tick, tty ? TICK_MS : QUIET_TICK_MS)
  const end = (/** @type {string} */ text) => process.stderr.write(`${tty ? '\r\x1b[K' : ''}${line(text)}\n`)
  try {
    const { value, note } = await work((text) => {
      detail = text
    })
    end(note)
    return value
  } catch (error) {
    end('failed')
    throw error
  } finally {
    clearInterval(ticking)
  }
}

/** @param {number} began */
function elapsed(began) {
  const seconds = (Date.now() - began) / 1000
  return seconds < 60
    ? `${seconds.toFixed(1)} s`
    : `${Math.floor(seconds / 60)}m${String(Math.floor(seconds % 60)).padStart(2, '0')}s`
}
