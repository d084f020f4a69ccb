import { join } from 'node:path'
import { fixed, print, progress, table } from '../report/markdown.ts'
import type { Stop } from '../local/service.ts'
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
 * `CONCURRENCY` callers. Profiling itself costs some of it, on both sides.
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
    `## The CPU of Node, ms a run: provider of ${PROVIDER_MS} ms, ${CONCURRENCY} callers`,
    table(['whose code', ...profiled.map(({ name }) => name)], rowsOf(profiled)),
  )
}

function sharesOf(side: System, profileDir: string, windows: readonly Window[]): ReadonlyMap<string, number> {
  const [program] = side.programs
  if (program === undefined) throw new Error(`${side.name} has no program`)
  return profileShares(join(profileDir, program.name), windows)
}

/** What no JavaScript thread has used: the SDK's native core, compilers, collectors and profilers on other threads. */
const NATIVE = 'native threads'

function rowsOf(profiled: readonly Profiled[]): string[][] {
  const all = profiled.map(({ shares, cpuMs }) => {
    const used = [...shares.values()].reduce((sum, ms) => sum + ms, 0)
    return new Map([...shares, [NATIVE, cpuMs - used], ['**together**', cpuMs]])
  })
  const names = [...new Set(all.flatMap((one) => [...one.keys()]))]
  const [first] = all
  return names
    .toSorted((a, b) => (first?.get(a) ?? 0) - (first?.get(b) ?? 0))
    .toReversed()
    .map((name) => [name, ...all.map((one, at) => fixed((one.get(name) ?? 0) / (profiled[at]?.runs ?? 1), 2))])
}
