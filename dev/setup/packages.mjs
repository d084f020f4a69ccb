// node_modules as in the lockfile, and the Node that runs the TypeScript.
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { cacheFolder } from './folders.mjs'
import { readIfThere, withLock } from './install.mjs'
import { run, tryRun } from './run.mjs'

const NODE_MAJOR_MIN = 24

/**
 * Installs the packages when the lockfile changed since the last time.
 * @param {string} clone
 * @param {(text: string) => void} progress
 */
export async function packages(clone, progress) {
  const lockfile = readFileSync(join(clone, 'package-lock.json'), 'utf8')
  const hash = sha256(lockfile)
  const stamp = join(clone, 'node_modules', '.setup-stamp')
  const done = () => readIfThere(stamp) === hash
  if (done()) return { value: undefined, note: 'packages are installed' }
  return withLock(join(cacheFolder(), 'locks', `${sha256(clone).slice(0, 16)}.lock`), progress, async () => {
    if (done()) return { value: undefined, note: 'packages are installed' }
    const wanted = installedMatches(clone, lockfile)
    if (wanted) linkOurs(clone, lockfile)
    else await npmCi(clone, progress)
    writeFileSync(stamp, hash)
    return { value: undefined, note: wanted ? 'packages are installed' : 'packages installed from the lockfile' }
  })
}

/**
 * Install scripts are left out: none of our packages needs its own, and some reach for the network.
 * @param {string} clone
 * @param {(text: string) => void} progress
 */
async function npmCi(clone, progress) {
  progress('npm ci')
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--include=dev', '--include=optional']
  const npm = process.env.npm_execpath
  // The npm that started us, where there is one; `npm` itself is a script with the name's own search rules.
  if (npm && existsSync(npm) && npm.endsWith('.js')) await run(process.execPath, [npm, ...args], { cwd: clone })
  else await run('npm', args, { cwd: clone })
}

/**
 * Whether npm's own note of what it installed agrees with the lockfile, as after a developer's `npm install`.
 * @param {string} clone
 * @param {string} lockfile
 */
function installedMatches(clone, lockfile) {
  const note = readIfThere(join(clone, 'node_modules', '.package-lock.json'))
  if (!note) return false
  const wanted = JSON.parse(lockfile).packages
  const found = JSON.parse(note).packages
  // The packages of this repository are links, whatever their version is.
  const isOurs = (/** @type {string} */ path) => !path.startsWith('node_modules/') || wanted[path]?.link === true
  const isMissing = (/** @type {string} */ path) => !isOurs(path) && !(path in found) && !wanted[path].optional
  const isOther = (/** @type {string} */ path) => !isOurs(path) && wanted[path]?.version !== found[path].version
  return !Object.keys(wanted).some(isMissing) && !Object.keys(found).some(isOther)
}

/**
 * Links the packages of this repository, as npm does: a new one of them needs no installation.
 * @param {string} clone
 * @param {string} lockfile
 */
function linkOurs(clone, lockfile) {
  /** @type {[string, { link?: boolean, resolved: string }][]} */
  const entries = Object.entries(JSON.parse(lockfile).packages)
  for (const [path, { link, resolved }] of entries)
    if (link === true && !existsSync(join(clone, path)))
      symlinkSync(relative(dirname(path), resolved), join(clone, path))
}

/**
 * The Node that runs TypeScript: the pinned one, or the running one where it is new enough.
 * @param {string} clone
 */
export async function node24(clone) {
  const pinned = join(clone, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  for (const path of [pinned, process.execPath]) {
    if (!existsSync(path)) continue
    if (path === pinned) makeExecutable(path)
    const version = (await tryRun(path, ['-v'], { timeout_ms: 10_000 }))?.trim() ?? ''
    if (Number(/^v(\d+)\./.exec(version)?.[1]) >= NODE_MAJOR_MIN)
      return { value: path, note: `${version}${path === pinned ? ', pinned' : ''}` }
  }
  throw new Error(
    `This machine (${process.platform} ${process.arch}) runs Node ${process.versions.node}, and there is no pinned Node ${NODE_MAJOR_MIN} for it. Install Node ${NODE_MAJOR_MIN} and start again.`,
  )
}

/** @param {string} path */
function makeExecutable(path) {
  try {
    chmodSync(path, 0o755)
  } catch {
    // Not ours to change; then it is executable already, or the version check fails.
  }
}

/** @param {string} text */
function sha256(text) {
  return createHash('sha256').update(text).digest('hex')
}
