// Helm, which checks and renders the chart of ops/helm. In order: HELM, `helm` on the PATH, our cache, Go.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from './folders.mjs'
import { install } from './install.mjs'
import { run, tryRun } from './run.mjs'

const HELM_VERSION = '4.3.1'
// The oldest version with draft 2020-12 of JSON Schema, in which the chart describes its values.
const USABLE = /^v(3\.(1[89]|[2-9]\d)|[4-9])\./
const BUILDING = 'building with Go, once, some minutes'

/**
 * @param {(text: string) => void} progress
 * @returns {Promise<{value: string, note: string}>} the executable
 */
export async function helm(progress) {
  const given = process.env.HELM
  if (given) return { value: given, note: `${given}, from HELM` }
  const version = await tryRun('helm', ['version', '--short'], { timeout_ms: 10_000 })
  if (version !== null && USABLE.test(version.trim()))
    return { value: 'helm', note: `${version.trim()}, found on the PATH` }
  const target = join(cacheFolder(), `helm-${HELM_VERSION}`)
  const executable = join(target, 'helm')
  if (existsSync(executable)) return { value: executable, note: `in ${cacheFolder()}` }
  progress('looking for Go')
  if (!(await tryRun('go', ['version'], { timeout_ms: 10_000 }))) {
    throw new Error(
      'There is no Helm to check the chart with. Install Helm 3.18 or later (`helm` on the PATH), or Go 1.26 or later (it will be built, once), or set HELM to an executable.',
    )
  }
  await install(target, progress, async (draft) => {
    progress(BUILDING)
    let lines = 0
    await run('go', ['install', '-v', `helm.sh/helm/v4/cmd/helm@v${HELM_VERSION}`], {
      env: { ...process.env, GOBIN: draft },
      onLine() {
        lines += 1
        progress(`${BUILDING}: ${lines} modules and packages`)
      },
    })
  })
  return { value: executable, note: `${HELM_VERSION} built with Go` }
}
