// Temporal's server and its schema tool, built with Go once: a cluster of one machine without containers has them.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from './folders.mjs'
import { goInstall } from './go-install.mjs'
import { install } from './install.mjs'
import { tryRun } from './run.mjs'

// The newest whose modules need no `replace`; the command line of a local start has the same server.
const SERVER_VERSION = '1.29.1'
const PROGRAMS = { server: 'cmd/server', sql: 'cmd/tools/sql' }

/**
 * @param {(text: string) => void} progress
 * @returns {Promise<{server: string, sqlTool: string}>} the executables
 */
export async function temporalPrograms(progress) {
  const target = process.env.TEMPORAL_SERVER_PROGRAMS || join(cacheFolder(), `temporal-server-${SERVER_VERSION}`)
  if (!existsSync(target)) {
    if (!(await tryRun('go', ['version'], { timeout_ms: 10_000 })))
      throw new Error(
        "Temporal's server is built with Go, which is not on the PATH. Install Go 1.24 or later, put `server` and `sql` of a build into a folder and its path into TEMPORAL_SERVER_PROGRAMS, or leave --temporal out.",
      )
    await install(target, progress, (draft) => build(draft, progress))
  }
  return { server: join(target, 'server'), sqlTool: join(target, 'sql') }
}

/**
 * @param {string} draft
 * @param {(text: string) => void} progress
 */
async function build(draft, progress) {
  const bin = join(draft, 'bin')
  mkdirSync(bin)
  for (const [name, path] of Object.entries(PROGRAMS)) {
    await goInstall(`go.temporal.io/server/${path}@v${SERVER_VERSION}`, bin, progress)
    renameSync(join(bin, name), join(draft, name))
  }
  rmSync(bin, { recursive: true })
}
