import { join } from 'node:path'
import { fixed, print, progress, table } from '../../ops/report/markdown.ts'
import type { Stop } from '../../dev/local/service.ts'
import { CONCURRENCY, openLoad } from './load.ts'
import type { Options } from './options.ts'
import { nowUs, profileShares, type Window } from './profile-shares.ts'
import { startProvider } from './provider.ts'
import type { BenchServers } from './servers.ts'
import { startBare, startOurs, type System } from './systems.ts'

const PROVIDER_MS = 5
const BLOCKS = 4
const RUNS = 200
const RUNS_QUICK = 50
const WARM_UP = 300

interface Profiled {
  readonly name: string
  readonly runs: number
  readonly cpuMs: number
  readonly shares: ReadonlyMap<string, number>
}

/**
 * Where the CPU of a run goes in Node, ours beside the bare workflow's: profiles of both, taken while each in turn has
 * `CONCURRENCY` callers. A sample counts the time in which a JavaScript thread is not idle, also while it waits for a
 * core or for a native thread; profiling itself costs some of it.
 */
export async function measureProfile(options: Options, servers: BenchServers, stops: Stop[]): Promise<void> {
  const databaseUrl = await servers.createDatabase('profile')
  const provider = await startProvider()
  stops.push(() => provider.close())
  const profileDir = options.profileDir ?? join(servers.folder, 'profiles')
  const parts = { setup: 'together', servers, databaseUrl, providerUrl: provider.url, profileDir, stops } as const
  const sides = [await startOurs(parts), await startBare(parts)].map((side) => ({
    side,
    load: openLoad(side.target(PROVIDER_MS)),
    windows: new Array<Window>(),
    cpuMs: 0,
  }))
  provider.answerAfter(PROVIDER_MS)
  for (const { load } of sides) await load.send(WARM_UP, CONCURRENCY)
  const runs = options.quick ? RUNS_QUICK : RUNS
  for (let block = 0; block < BLOCKS; block += 1)
    for (const one of block % 2 === 0 ? sides : sides.toReversed()) {
      progress(`profile: block ${block + 1} of ${BLOCKS}, ${one.side.name}`)
      const [from, before] = [nowUs(), one.side.cpuMs() ?? Number.NaN]
      await one.load.send(runs, CONCURRENCY)
      one.cpuMs += (one.side.cpuMs() ?? Number.NaN) - before
      one.windows.push({ from, to: nowUs() })
    }
  const profiled: Profiled[] = []
  for (const { side, load, windows, cpuMs } of sides) {
    await load.close()
    await side.stop()
    profiled.push({ name: side.name, runs: runs * BLOCKS, cpuMs, shares: sharesOf(side, profileDir, windows) })
  }
  print(
    `## Where the time of Node's threads goes, ms a run: provider of ${PROVIDER_MS} ms, ${CONCURRENCY} callers`,
    table(['whose code', ...profiled.map(({ name }) => name)], rowsOf(profiled)),
  )
}

function sharesOf(side: System, profileDir: string, windows: readonly Window[]): ReadonlyMap<string, number> {
  const [program] = side.programs
  if (program === undefined) throw new Error(`${side.name} has no program`)
  return profileShares(join(profileDir, program.name), windows)
}

function rowsOf(profiled: readonly Profiled[]): string[][] {
  const shares = profiled.map((one) => new Map([...one.shares, ['**CPU of the process**', one.cpuMs]]))
  const names = [...new Set(shares.flatMap((one) => [...one.keys()]))]
  const [first] = shares
  return names
    .toSorted((a, b) => (first?.get(b) ?? 0) - (first?.get(a) ?? 0))
    .map((name) => [name, ...shares.map((one, at) => fixed((one.get(name) ?? 0) / (profiled[at]?.runs ?? 1), 2))])
}
