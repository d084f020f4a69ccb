// Prometheus' own tool, which tests the alert rules of ops/monitoring. In order: PROMTOOL, the PATH, our cache,
// Debian's package, Go.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from './folders.mjs'
import { install } from './install.mjs'
import { run, tryRun } from './run.mjs'

const PROMETHEUS_VERSION = '0.315.0'
const MODULE = 'github.com/prometheus/prometheus'
const BUILDING = 'building with Go, once, some ten minutes'

/**
 * @param {(text: string) => void} progress
 * @returns {Promise<{value: string, note: string}>} the executable
 */
export async function promtool(progress) {
  const given = process.env.PROMTOOL
  if (given) return { value: given, note: `${given}, from PROMTOOL` }
  if (await works('promtool')) return { value: 'promtool', note: 'found on the PATH' }
  const target = join(cacheFolder(), `promtool-${PROMETHEUS_VERSION}`)
  const executable = join(target, 'promtool')
  if (existsSync(executable)) return { value: executable, note: `in ${cacheFolder()}` }
  let note = `${PROMETHEUS_VERSION} built with Go`
  await install(target, progress, async (draft) => {
    if (await fromPackage(draft, progress)) note = "from Debian's package"
    else await build(draft, progress)
  })
  return { value: executable, note }
}

/** @param {string} executable */
async function works(executable) {
  return (await tryRun(executable, ['--version'], { timeout_ms: 10_000 })) !== null
}

/**
 * Takes the program out of the package without installing it: an installation would start its server. This needs no
 * root. Any version will do: the rules use nothing that an old one lacks.
 * @param {string} draft
 * @param {(text: string) => void} progress
 * @returns {Promise<boolean>} whether it is there and runs
 */
async function fromPackage(draft, progress) {
  progress('looking for the package prometheus')
  const download = () => tryRun('apt-get', ['download', '-q', 'prometheus'], { cwd: draft, timeout_ms: 300_000 })
  // An image often comes without lists of packages; only root may fetch them.
  if (
    (await download()) === null &&
    ((await tryRun('apt-get', ['update', '-q'], { timeout_ms: 300_000 })) === null || (await download()) === null)
  )
    return false
  const file = readdirSync(draft).find((name) => name.endsWith('.deb'))
  const unpacked = join(draft, 'unpacked')
  if (file === undefined || (await tryRun('dpkg-deb', ['-x', join(draft, file), unpacked])) === null) return false
  const executable = join(draft, 'promtool')
  if (existsSync(join(unpacked, 'usr/bin/promtool'))) renameSync(join(unpacked, 'usr/bin/promtool'), executable)
  for (const path of [unpacked, join(draft, file)]) rmSync(path, { recursive: true, force: true })
  return works(executable)
}

/**
 * Its go.mod holds replacements, so `go install` refuses it: it is built from our own module.
 * @param {string} draft
 * @param {(text: string) => void} progress
 */
async function build(draft, progress) {
  if ((await tryRun('go', ['version'], { timeout_ms: 10_000 })) === null) {
    throw new Error(
      'There is no promtool to try the alerts with. Install Prometheus (`promtool` on the PATH), or Go 1.26 or later (it will be built, once), or set PROMTOOL to an executable.',
    )
  }
  progress(BUILDING)
  const work = join(draft, 'module')
  mkdirSync(work)
  await run('go', ['mod', 'init', 'promtool'], { cwd: work })
  await run('go', ['get', `${MODULE}/cmd/promtool@v${PROMETHEUS_VERSION}`], { cwd: work })
  let packages = 0
  await run('go', ['build', '-v', '-o', join(draft, 'promtool'), `${MODULE}/cmd/promtool`], {
    cwd: work,
    onLine() {
      packages += 1
      progress(`${BUILDING}: ${packages} packages`)
    },
  })
  rmSync(work, { recursive: true, force: true })
}
