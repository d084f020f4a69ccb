import { setTimeout as sleep } from 'node:timers/promises'
import type { Evidence } from './evidence.ts'
import { type Fault, waitUnless } from './faults/fault.ts'
import { createClient } from './load/client.ts'
import { signUpCustomers } from './load/customers.ts'
import { startLoad } from './load/load.ts'
import { planOperations } from './load/operations.ts'
import { type Probe, startProbe, startReader } from './load/watchers.ts'
import { planFaults } from './plan.ts'
import type { Random } from '../../test/support/random.ts'
import { collect, readUnfinished } from './world/collect.ts'
import type { World } from './world/world.ts'

export interface PlayedFault {
  readonly name: string
  readonly from: number
  readonly until: number
  /** All components ran again. */
  readonly healedAt: number
}

export interface Campaign {
  readonly evidence: Evidence
  readonly faults: readonly PlayedFault[]
  readonly probes: readonly Probe[]
  /** Operations that were skipped, because too many customers waited already. */
  readonly skipped: number
}

interface Options {
  readonly random: Random
  readonly seconds: number
  readonly faults: readonly Fault[]
  readonly env: NodeJS.ProcessEnv
  readonly signal: AbortSignal
  readonly print: (line: string) => void
}

/** Longer than the longest fault takes with its healing: operations are planned for it. */
const OVERTIME_SECONDS = 120
/**
 * By then a lease of 50 s, the sweep after it, an actor's bill, and the retry of a webhook after five minutes are over.
 */
const END_SECONDS_MAX = 300
const CHECK_EVERY_MS = 2_000

/**
 * Runs load and faults at the same time until the time is over; then heals all faults, stops the load, and collects
 * the evidence.
 */
export async function runCampaign(world: World, options: Options): Promise<Campaign> {
  const { random, seconds, print, signal } = options
  signal.throwIfAborted()
  const customers = await signUpCustomers(world)
  print(`two customers are set up; ${seconds} s of load and faults begin`)
  const client = createClient(world.urls)
  const readers = customers.map((customer) => startReader(world.urls, customer))
  const probe = startProbe(world.urls[0])
  const load = startLoad(
    { client, customers, urls: world.urls },
    planOperations(random.fork('operations'), seconds + OVERTIME_SECONDS),
  )
  const faults = await playFaults(world, options)
  signal.throwIfAborted()
  print('everything is healed; what is under way is given time to end')
  await Promise.all([load.stop(), end(world, options)])
  await end(world, options)
  await Promise.all(readers.map((reader) => reader.stop()))
  probe.stop()
  const evidence = await collect(world, customers, {
    requests: client.log,
    messages: load.messages,
    readers: readers.map((reader) => reader.seen()),
  })
  return { evidence, faults, probes: probe.probes, skipped: load.skipped() }
}

async function playFaults(
  world: World,
  { random, seconds, faults, env, signal, print }: Options,
): Promise<PlayedFault[]> {
  const played: PlayedFault[] = []
  const wait = waitUnless(signal)
  const playable = faults.filter((fault) => {
    const missing = fault.missing?.(world, env) ?? null
    if (missing !== null) print(`skipped: ${fault.name}: ${missing}`)
    return missing === null
  })
  const overAt = Date.now() + seconds * 1000
  for (const planned of planFaults(random.fork('faults'), playable)) {
    await wait(planned.pauseSeconds)
    if (signal.aborted || Date.now() >= overAt) break
    const from = Date.now()
    print(`${played.length}  ${planned.fault.name}`)
    await planned.fault.play({ world, random: planned.random, env, wait })
    const until = Date.now()
    await world.heal()
    played.push({ name: planned.fault.name, from, until, healedAt: Date.now() })
  }
  return played
}

/** Waits until no work is under way, up to a maximum. */
async function end(world: World, { print, signal }: Options): Promise<void> {
  const giveUpAt = Date.now() + END_SECONDS_MAX * 1000
  for (;;) {
    signal.throwIfAborted()
    const unfinished = await readUnfinished(world.databaseUrl)
    if (unfinished === 0) return
    if (Date.now() > giveUpAt) return print(`${unfinished} things have not ended within ${END_SECONDS_MAX} s`)
    await sleep(CHECK_EVERY_MS)
  }
}
