// Programs in Python, each with its packages in a separate environment in our cache.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from './folders.mjs'
import { withLock } from './install.mjs'
import { run, tryRun } from './run.mjs'

// The oldest Python for which the pinned versions are complete.
const PYTHON_MINOR_MIN = 11
// A registry that fails once often answers the next time; pip itself tries each file again, too.
const INSTALLS_MAX = 3
const PIP = ['-m', 'pip', '--disable-pip-version-check', '--no-input', '--retries', '8', '--timeout', '30']

/**
 * @param {string} name
 * @param {{requirements: string, purpose: string, progress: (text: string) => void}} options `requirements`: a file
 *   with pinned versions and hashes
 * @returns {Promise<{value: string, note: string}>} the Python that has them
 */
export async function pythonWith(name, { requirements, purpose, progress }) {
  const system = await python(purpose)
  // An environment belongs to the Python that made it, and to the versions pinned at that time.
  const mark = createHash('sha256').update(`${system}\n`).update(readFileSync(requirements)).digest('hex').slice(0, 12)
  const folder = join(cacheFolder(), `${name}-${mark}`)
  const executable = join(folder, 'bin', 'python')
  const complete = join(folder, 'complete')
  let note = `in ${cacheFolder()}`
  // It cannot be built elsewhere and renamed, because its programs hold its path: a mark shows that it is complete.
  if (!existsSync(complete)) {
    await withLock(`${folder}.lock`, progress, async () => {
      if (existsSync(complete)) return
      progress('installing with pip')
      await run('python3', ['-m', 'venv', '--clear', folder])
      await installed(executable, requirements, progress)
      writeFileSync(complete, '')
      note = 'installed with pip'
    })
  }
  return { value: executable, note }
}

/**
 * The path and version of `python3`.
 * @param {string} purpose
 */
async function python(purpose) {
  const reported = await tryRun('python3', [
    '-c',
    'import sys, venv, ensurepip; print(sys.executable, sys.version_info.major, sys.version_info.minor)',
  ])
  const [, major, minor] = reported?.trim().split(' ') ?? []
  if (reported === null || Number(major) !== 3 || Number(minor) < PYTHON_MINOR_MIN) {
    throw new Error(
      `${purpose} needs Python 3.${PYTHON_MINOR_MIN} or newer as \`python3\`, with its venv module (on Debian and Ubuntu: apt-get install python3-venv).`,
    )
  }
  return reported.trim()
}

/**
 * @param {string} executable
 * @param {string} requirements
 * @param {(text: string) => void} progress
 */
async function installed(executable, requirements, progress) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(executable, [
        ...PIP,
        'install',
        '--require-hashes',
        '--only-binary',
        ':all:',
        '-r',
        requirements,
      ])
    } catch (error) {
      if (attempt === INSTALLS_MAX) throw error
      progress(`pip failed, trying again (${attempt + 1} of ${INSTALLS_MAX})`)
    }
  }
}
