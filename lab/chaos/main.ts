// `npm run chaos -- --minutes 10 --seed 1`: api, worker, PostgreSQL and Temporal as separate processes, load on them,
// and one fault after another. Then every promise of the service is checked against the logs of simulators and
// receivers. See lab/chaos/README.md.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Campaign, runCampaign } from './campaign.ts'
import { falsifyAll, type Falsified, judge, violationsIn } from './judge.ts'
import { FAULTS, faultsNamed } from './plan.ts'
import { randomOf } from '../../test/support/random.ts'
import { reportOf } from './report.ts'
import { COMPONENTS, startWorld, type World } from './world/world.ts'

const MINUTES_MAX = 240
const SEED_MAX = 2 ** 31

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * SEED_MAX)) },
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    mutate: { type: 'boolean', default: false },
    report: { type: 'string' },
    evidence: { type: 'string' },
  },
})

const interrupted = new AbortController()
const startedAt = Date.now()
const print = (line: string): void =>
  console.log(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(7)} s  ${line}`)

/** Returns whether every promise held. */
async function main(): Promise<boolean> {
  if (values.list) {
    for (const { name } of FAULTS) console.log(name)
    return true
  }
  const seed = numberOf('seed', values.seed, SEED_MAX)
  if (values.evidence !== undefined)
    return conclude({
      seed,
      campaign: JSON.parse(readFileSync(join(values.evidence, 'campaign.json'), 'utf8')),
      logs: null,
    })
  const minutes = numberOf('minutes', values.minutes, MINUTES_MAX)
  const faults = faultsNamed(values.only ?? null)
  const binaries = process.env['POSTGRES_BINARIES']
  if (!binaries)
    throw new Error('POSTGRES_BINARIES is not set. Run this with "npm run chaos", which prepares it first.')
  console.log(`seed ${seed}, ${minutes} minutes, ${faults.length} faults`)
  const random = randomOf(seed)
  const world = await startWorld(random, { binaries })
  try {
    const campaign = await runCampaign(world, {
      random,
      seconds: minutes * 60,
      faults,
      env: process.env,
      signal: interrupted.signal,
      print,
    })
    return conclude({ seed, campaign, logs: logsOf(world) })
  } finally {
    await world.stop()
  }
}

const logsOf = ({ components }: World): Record<string, string> =>
  Object.fromEntries(
    COMPONENTS.map((name) => [name.replace(' ', '-'), components[name].output()] as const).filter(
      ([, output]) => output !== '',
    ),
  )

function conclude({
  seed,
  campaign,
  logs,
}: {
  readonly seed: number
  readonly campaign: Campaign
  readonly logs: Record<string, string> | null
}): boolean {
  const judged = judge(campaign.evidence)
  const falsified = values.mutate ? falsifyAll(campaign.evidence) : null
  const report = reportOf({ seed, campaign, judged, falsified })
  console.log(`\n${report}`)
  if (values.report !== undefined) writeFileSync(values.report, report)
  const violations = violationsIn(judged)
  if (violations > 0 && logs !== null) keep({ campaign, report, logs })
  const blind = (falsified ?? []).filter(({ seen }) => seen === 'unseen')
  for (const { promise } of blind) console.log(`falsified evidence was not detected by: ${promise}`)
  if (falsified !== null)
    console.log(
      `${countOf(falsified, 'seen')} falsifications detected, ${blind.length} undetected, ${countOf(falsified, 'nothing')} had nothing to falsify`,
    )
  console.log(`${violations} violations`)
  return violations === 0 && blind.length === 0
}

const countOf = (falsified: readonly Falsified[], what: Falsified['seen']): number =>
  falsified.filter(({ seen }) => seen === what).length

/** What a developer needs to find the cause. */
function keep({
  campaign,
  report,
  logs,
}: {
  readonly campaign: Campaign
  readonly report: string
  readonly logs: Record<string, string>
}): void {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-evidence-'))
  writeFileSync(join(folder, 'campaign.json'), JSON.stringify(campaign))
  writeFileSync(join(folder, 'report.md'), report)
  for (const [name, output] of Object.entries(logs)) writeFileSync(join(folder, `${name}.log`), output)
  console.log(`the evidence is kept in ${folder}; to judge it again: npm run chaos -- --evidence ${folder}`)
}

function numberOf(name: string, text: string, max: number): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value < 0 || value > max)
    throw new Error(`--${name} is a number from 0 to ${max}, not "${text}".`)
  return value
}

const interrupt = (): void => interrupted.abort(new Error('interrupted'))
process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
const held = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return false
})
// Customers of an interrupted campaign may still wait for answers, which no process will give.
process.exit(held ? 0 : 1)
