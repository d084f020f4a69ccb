// The Temporal server. In order: one that runs already, `temporal` on the PATH, our cache, the SDK's download, Go.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { cacheFolder } from './folders.mjs'
import { sdkDownload } from './download.mjs'
import { goInstall } from './go-install.mjs'
import { install } from './install.mjs'
import { tryRun } from './run.mjs'

// The last release that `go install` accepts: later ones carry a `replace` in their module.
const CLI_VERSION = '1.5.1'
// Update-with-start and eager start are complete from this server release on.
const SERVER_MINOR_MIN = 28

/**
 * @param {string} node
 * @param {(text: string) => void} progress
 * @returns {Promise<{value: string | null, note: string}>} the executable, or null when TEMPORAL_ADDRESS states where a
 * server runs
 */
export async function temporalServer(node, progress) {
  const address = process.env.TEMPORAL_ADDRESS
  if (address) return { value: null, note: `the server at ${address}, from TEMPORAL_ADDRESS` }
  return temporalCommand(node, progress)
}

/**
 * The command line, which works with a server on any machine.
 * @param {string} node
 * @param {(text: string) => void} progress
 * @returns {Promise<{value: string, note: string}>} the executable
 */
export async function temporalCommand(node, progress) {
  const given = process.env.TEMPORAL_EXECUTABLE
  if (given) return { value: given, note: `${given}, from TEMPORAL_EXECUTABLE` }
  const onPath = await usableOnPath()
  if (onPath) return { value: onPath, note: `${onPath}, found on the PATH` }
  const target = join(cacheFolder(), `temporal-cli-${CLI_VERSION}`)
  const executable = join(target, 'temporal')
  if (existsSync(executable)) return { value: executable, note: `in ${cacheFolder()}` }
  let how = 'in the cache, just put there by another set-up'
  await install(target, progress, async (draft) => {
    how = await obtain(node, draft, progress)
  })
  return { value: executable, note: how }
}

async function usableOnPath() {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, 'temporal')
    // npm puts node_modules/.bin in front of the PATH; none of our programs there is called temporal.
    if (!folder || !existsSync(path)) continue
    const version = await tryRun(path, ['--version'], { timeout_ms: 10_000 })
    const server = /Server (\d+)\.(\d+)/.exec(version ?? '')
    if (server && (Number(server[1]) > 1 || Number(server[2]) >= SERVER_MINOR_MIN)) return path
  }
  return null
}

/**
 * Creates `draft/temporal` in one of several ways; returns which.
 * @param {string} node
 * @param {string} draft
 * @param {(text: string) => void} progress
 */
async function obtain(node, draft, progress) {
  if (await sdkDownload({ kind: 'dev-server', node, draft, name: 'temporal', progress }))
    return "downloaded by Temporal's SDK"
  progress('looking for Go')
  if (!(await tryRun('go', ['version'], { timeout_ms: 10_000 }))) {
    throw new Error(
      'There is no Temporal server, and it could not be downloaded. Do one of these and start again: install the Temporal CLI (`temporal` on the PATH, server 1.28 or later), install Go 1.24 or later (it will be built, once, in about five minutes), or set TEMPORAL_ADDRESS to a server that runs.',
    )
  }
  await buildWithGo(draft, progress)
  return `CLI ${CLI_VERSION} built with Go`
}

/**
 * @param {string} draft
 * @param {(text: string) => void} progress
 */
async function buildWithGo(draft, progress) {
  const bin = join(draft, 'bin')
  mkdirSync(bin)
  await goInstall(`github.com/temporalio/cli/cmd/temporal@v${CLI_VERSION}`, bin, progress)
  const [name] = readdirSync(bin)
  if (!name) throw new Error('Go built the Temporal CLI but left no executable.')
  renameSync(join(bin, name), join(draft, 'temporal'))
  rmSync(bin, { recursive: true })
}
