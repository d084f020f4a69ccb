// The Temporal SDK's own download. Where the internet is open it is the quickest way; where it is not, it must give up
// quickly, because a build from source follows.
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './run.mjs'

const SCRIPT = fileURLToPath(new URL('sdk-download.mjs', import.meta.url))
// A machine with open internet gets its first bytes in a second or two.
const FIRST_BYTES_MS = 15_000
const STALLED_MS = 30_000
const POLL_MS = 500

/**
 * Downloads into `draft/<name>`; returns whether that worked.
 * @param {{kind: 'dev-server' | 'test-server', node: string, draft: string, name: string, progress:
 *   (text: string) => void}} options
 */
export async function sdkDownload({ kind, node, draft, name, progress }) {
  progress("trying the Temporal SDK's download")
  const folder = join(draft, 'download')
  const giveUp = new AbortController()
  const watching = watchGrowth(folder, giveUp, progress)
  try {
    mkdirSync(folder, { recursive: true })
    await run(node, [SCRIPT, kind, folder], { signal: giveUp.signal })
    const [file] = readdirSync(folder)
      .map((each) => join(folder, each))
      .filter((each) => statSync(each).isFile())
    if (!file) return false
    chmodSync(file, 0o755)
    renameSync(file, join(draft, name))
    return true
  } catch {
    // No internet, or a platform without a download: the next way is tried, and the last one explains itself.
    return false
  } finally {
    clearInterval(watching)
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} folder
 * @param {AbortController} giveUp
 * @param {(text: string) => void} progress
 */
function watchGrowth(folder, giveUp, progress) {
  let size = 0
  let grewAt = Date.now()
  return setInterval(() => {
    const now = bytesIn(folder)
    if (now > size) grewAt = Date.now()
    size = now
    if (size > 0) progress(`downloading, ${Math.round(size / 1_000_000)} MB`)
    if (Date.now() - grewAt > (size === 0 ? FIRST_BYTES_MS : STALLED_MS)) giveUp.abort()
  }, POLL_MS)
}

/** @param {string} folder */
function bytesIn(folder) {
  try {
    return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  } catch {
    return 0
  }
}
