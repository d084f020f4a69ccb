import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The parts of V8's CPU profile that are read; times are microseconds of the machine's clock since its start. */
interface CpuProfile {
  readonly startTime: number
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}
interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string }
  readonly children?: readonly number[]
}

/** A time in which samples count: microseconds of the same clock. */
export interface Window {
  readonly from: number
  readonly to: number
}

export const nowUs = (): number => Number(process.hrtime.bigint() / 1_000n)

const COLLECTOR = '(garbage collector)'
const IDLE = new Set(['(idle)', '(root)'])
const OWN = /\/(api|activities|usecases|db|domain|worker|telemetry|ops)\/[^?]*$/
const PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//
const SDK = /^(@temporalio\/|protobufjs$|@protobufjs\/|long$|@grpc\/)/
const DATABASE = /^(pg|pg-.*|postgres-.*|pgpass|@mikro-orm\/.*|knex|kysely)$/
const HTTP = /^(koa|@koa\/.*|koa-.*|raw-body|ajv|undici|accepts|type-is|content-type|co|destroy|on-finished)$/

/** Milliseconds of CPU on the JavaScript threads of the profiles in `folder`, by whose code was at work. */
export function profileShares(folder: string, windows: readonly Window[]): ReadonlyMap<string, number> {
  const shares = new Map<string, number>()
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'))) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- V8 wrote it
    const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile
    const groups = groupsOf(profile.nodes)
    let at = profile.startTime
    for (const [index, id] of profile.samples.entries()) {
      // A sample holds from its own time to the next one's.
      at += profile.timeDeltas[index] ?? 0
      const group = groups.get(id) ?? null
      if (group === null || !windows.some(({ from, to }) => at >= from && at < to)) continue
      shares.set(group, (shares.get(group) ?? 0) + (profile.timeDeltas[index + 1] ?? 0) / 1_000)
    }
  }
  return shares
}

/** What is built into V8 counts for its caller. null: the thread is idle. */
function groupsOf(nodes: readonly ProfileNode[]): ReadonlyMap<number, string | null> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const groups = new Map<number, string | null>()
  const groupOf = (id: number): string | null => {
    const known = groups.get(id)
    if (known !== undefined) return known
    const { functionName, url } = byId.get(id)?.callFrame ?? { functionName: '', url: '' }
    const parent = parents.get(id)
    const group = IDLE.has(functionName)
      ? null
      : functionName === COLLECTOR
        ? 'garbage collection'
        : (groupOfUrl(url) ?? (parent === undefined ? null : groupOf(parent)) ?? 'Node and libuv')
    groups.set(id, group)
    return group
  }
  for (const { id } of nodes) groupOf(id)
  return groups
}

function groupOfUrl(url: string): string | null {
  if (url === '') return null
  if (url.startsWith('node:')) return 'Node and libuv'
  const name = PACKAGE.exec(url)?.[1]
  if (name !== undefined)
    return SDK.test(name) ? 'Temporal SDK' : DATABASE.test(name) ? 'pg' : HTTP.test(name) ? 'HTTP' : 'other packages'
  const own = OWN.exec(url)?.[1]
  return own === undefined ? `workflow threads` : `our ${own}/`
}
