// Which of the long tests a run of `.ci/run` plays besides those that every run plays: what the change touched, most
// first, as long as the time lasts, and one more in turn. `node .ci/slices.mjs` prints their names, one in a line, and
// says on the error output why, and what it leaves out. Plain JavaScript, because it runs before anything is prepared.
//
// What it reads:
//   CI_SLICE   names to play instead, with commas between them, or `all`
//   CI_BASE    the commit that the change began with. Otherwise where the branch left `origin/main`; on it, the newest
//              commit that is a day older
import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'

/**
 * The slices, in the order in which they take turns. `touched`: beginnings of paths; a change of such a file may break
 * what the slice proves. `seconds`: an estimate for two quiet cores, but for `crashes2`, which was measured.
 * @type {Readonly<Record<string, { seconds: number, touched: readonly string[] }>>}
 */
export const SLICES = {
  deploys: {
    seconds: 90,
    touched: [
      'db/migrations/',
      'db/migrate.ts',
      'workflows/',
      'ops/deployments',
      'ops/DEPLOY.md',
      'test/long/deploys/',
    ],
  },
  runbook: { seconds: 90, touched: ['ops/', 'telemetry/', 'domain/settings/', 'test/long/runbook/'] },
  pages: { seconds: 110, touched: ['README.md', 'docs/', 'dev/', 'test/long/pages/'] },
  dashboard: { seconds: 110, touched: ['api/dashboard/', 'api/html/', 'test/long/browser/dashboard'] },
  outages: {
    seconds: 90,
    touched: [
      'db/engine/outage/',
      'db/database.ts',
      'telemetry/',
      'worker/',
      'test/long/outages/',
      'test/long/telemetry/',
    ],
  },
  clients: {
    seconds: 130,
    touched: [
      'packages/',
      'ops/client',
      'api/clients/',
      'dev/release',
      'api/openapi/',
      'api/schemas/',
      'test/long/clients/',
      'test/long/commands/',
    ],
  },
  generators: { seconds: 150, touched: ['dev/new', 'test/long/generators/'] },
  journeys: {
    seconds: 90,
    touched: ['examples/', 'activities/providers/', 'test/twins/', 'test/long/examples/', 'test/long/journeys/'],
  },
  effects: { seconds: 70, touched: ['activities/', 'usecases/', 'workflows/', 'test/crash/'] },
  crashes1: {
    seconds: 170,
    touched: ['usecases/', 'db/functions/', 'db/runs/', 'test/long/crash/'],
  },
  crashes2: {
    seconds: 100,
    touched: ['usecases/', 'db/delivery/', 'db/jobs/', 'test/long/crash/'],
  },
  crashes3: {
    seconds: 170,
    touched: ['usecases/', 'db/money/', 'workflows/', 'test/long/crash/'],
  },
  contracts: { seconds: 200, touched: ['activities/', 'domain/', 'db/', 'usecases/', 'test/fixtures/'] },
  fuzz: { seconds: 190, touched: ['api/http/', 'api/schemas/', 'api/validation/', 'api/body/', 'lab/fuzz/'] },
  chart: { seconds: 100, touched: ['ops/helm/', 'ops/monitoring/', 'telemetry/catalog.ts', 'test/ops/helm/'] },
  browser: {
    seconds: 80,
    touched: [
      'api/docs/',
      'api/discover/',
      'docs/guides/',
      'docs/reference/',
      'test/long/browser/pages',
      'test/long/browser/newcomer',
    ],
  },
  connections: { seconds: 200, touched: ['db/engine/outage/', 'worker/', 'workflows/', 'package.json'] },
  threads: { seconds: 150, touched: ['worker/', 'workflows/', 'test/runner/', 'test/support/', 'package.json'] },
}

/** A run has fifteen minutes, and what every run plays takes ten of them. */
export const SECONDS_MAX = 270
/** Some changes a day, and every slice has its turn within three days. */
const TURN_MS = 4 * 3_600_000

/**
 * The slices of a change: `touched` ones by how many of the changed files are theirs, as long as they fit, and the one
 * whose turn it is. `left`: touched ones that did not fit.
 * @param {readonly string[]} changed paths from the root
 * @param {number} committedMs when the change was committed: the same commit has the same slices
 */
export function chooseSlices(changed, committedMs, slices = SLICES) {
  const names = Object.keys(slices)
  const hits = (/** @type {string} */ name) =>
    changed.filter((path) => slices[name]?.touched.some((start) => path.startsWith(start))).length
  const touched = names.filter((name) => hits(name) > 0).toSorted((a, b) => hits(b) - hits(a))
  const rotating = names[Math.floor(committedMs / TURN_MS) % names.length] ?? ''
  const played = [rotating]
  let seconds = slices[rotating]?.seconds ?? 0
  for (const name of touched) {
    const more = slices[name]?.seconds ?? 0
    if (played.includes(name) || seconds + more > SECONDS_MAX) continue
    played.push(name)
    seconds += more
  }
  return { rotating, played, left: touched.filter((name) => !played.includes(name)) }
}

const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** @param {NodeJS.ProcessEnv} env */
function baseOf(env) {
  if (env['CI_BASE']) return env['CI_BASE']
  const head = git('rev-parse', 'HEAD')
  try {
    const left = git('merge-base', 'HEAD', 'origin/main')
    if (left !== head) return left
  } catch {
    // There is no such branch here.
  }
  const dayBefore = Number(git('show', '-s', '--format=%ct', 'HEAD')) - 86_400
  return git('rev-list', '-1', `--before=${dayBefore}`, 'HEAD') || git('rev-list', '--max-parents=0', 'HEAD')
}

/** @param {NodeJS.ProcessEnv} env */
function main(env) {
  const wanted = env['CI_SLICE']
  if (wanted) {
    const named = wanted === 'all' ? Object.keys(SLICES) : wanted.split(',')
    const unknown = named.filter((name) => !(name in SLICES))
    if (unknown.length > 0)
      throw new Error(`No slice is ${unknown.join(', ')}. There are ${Object.keys(SLICES).join(', ')}.`)
    return { played: named, why: 'CI_SLICE' }
  }
  try {
    const base = baseOf(env)
    const changed = git('diff', '--name-only', `${base}..HEAD`).split('\n')
    const committedMs = Number(git('show', '-s', '--format=%ct', 'HEAD')) * 1_000
    const { rotating, played, left } = chooseSlices(changed, committedMs)
    return {
      played,
      why: `${changed.length} files changed since ${base.slice(0, 12)}; ${rotating} in turn; not played: ${left.join(', ') || 'none'}`,
    }
  } catch {
    return { played: chooseSlices([], Date.now()).played, why: 'no repository: in turn' }
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { played, why } = main(process.env)
  process.stderr.write(`Long tests of this run: ${played.join(', ')} (${why}).\n`)
  process.stdout.write(`${played.join('\n')}\n`)
}
