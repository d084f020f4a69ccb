import { setTimeout as sleep } from 'node:timers/promises'
import { KNOWN_ACTORS } from '../../../domain/catalog/providers/actors.ts'
import { type JsonObject, objectOf } from '../../../domain/json/json.ts'
import { jsonOf, member, numberIn, objectsIn } from '../kit/recorded.ts'
import { type Account, type Happening, perAccount } from '../kit/twin.ts'

/** How the runs that begin from now on go. */
interface Behaviour {
  /** How many items they find at most. */
  readonly items: number
  /** What they find; null: what was recorded. */
  readonly found: readonly JsonObject[] | null
  /** What a run has cost when it ends, in US dollars; null: nothing is booked yet; absent: what its events cost. */
  readonly cost?: number | null
  readonly status: string
  /** They run until `runs_end`. */
  readonly held: boolean
}

/** An actor as its page and its default build describe it. */
interface Page {
  readonly build: JsonObject
  readonly stats: JsonObject
  readonly pricingInfos: readonly JsonObject[]
}

export interface Run {
  readonly id: string
  readonly actor: string
  readonly items: readonly JsonObject[]
  /** That it ends with. */
  readonly end: string
  status: string
  /** In US dollars; null: not booked yet. */
  cost: number | null
}

interface Platform {
  readonly runs: Map<string, Run>
  readonly pages: Map<string, Page>
  behaviour: Behaviour
}

const USUAL: Behaviour = { items: Infinity, found: null, status: 'SUCCEEDED', held: false }
const WAIT_STEP_MS = 20

export const platformOf = perAccount((): Platform => ({ runs: new Map(), pages: new Map(), behaviour: USUAL }))

export const ITEM_EVENT = 'apify-default-dataset-item'
const START_EVENT = 'actor-start'
const PRICE_USUAL = 0.003

/** What an actor charges for: the published price of an item, unless its page states otherwise. */
export function pricingOf(account: Account, actor: string): JsonObject {
  const published = platformOf(account).pages.get(actor)?.pricingInfos.at(-1)
  const price = Number(KNOWN_ACTORS.find((known) => known.actor === actor)?.price?.item ?? PRICE_USUAL)
  return (
    published ?? {
      pricingModel: 'PAY_PER_EVENT',
      pricingPerEvent: { actorChargeEvents: { [ITEM_EVENT]: { eventTitle: 'Item', eventPriceUsd: price } } },
    }
  )
}

const eventPrice = (pricing: JsonObject, event: string): number =>
  numberIn(member(member(member(member(pricing, 'pricingPerEvent'), 'actorChargeEvents'), event), 'eventPriceUsd'), 0)

export const itemPriceOf = (account: Account, actor: string): number =>
  eventPrice(pricingOf(account, actor), ITEM_EVENT)

/** What the events of a run cost, without noise of floats. */
export const costOf = (account: Account, actor: string, items: number): number => {
  const pricing = pricingOf(account, actor)
  return Number((eventPrice(pricing, START_EVENT) + items * eventPrice(pricing, ITEM_EVENT)).toFixed(6))
}

/** Until it ends, the client gives up or the wait is over. */
export async function awaitEnd(run: Run, seconds: number, waits: () => boolean): Promise<void> {
  const until = Date.now() + seconds * 1_000
  while (run.status === 'RUNNING' && Date.now() < until && waits()) await sleep(WAIT_STEP_MS)
}

/** How the runs of the platform's account go: `{items, cost, status, held}`; what is absent is as usual. */
const runsBehave: Happening = async ({ items, cost, status, held }, { platform }) => {
  platformOf(platform()).behaviour = {
    items: Array.isArray(items) ? items.length : numberIn(items, USUAL.items),
    found: Array.isArray(items) ? objectsIn(items) : null,
    ...(cost === undefined ? {} : { cost: typeof cost === 'number' ? cost : null }),
    status: typeof status === 'string' ? status : USUAL.status,
    held: held === true,
  }
  return { json: {} }
}

/** Every run that is held ends. */
const runsEnd: Happening = async (_, { platform }) => {
  const held = [...platformOf(platform()).runs.values()].filter(({ status }) => status === 'RUNNING')
  for (const run of held) run.status = run.end
  return { json: { ended: held.length } }
}

/** The platform books what a run has cost in the end: `{run_id, cost}`; without `run_id`, all runs so far. */
const billed: Happening = async ({ run_id, cost }, { accounts }) => {
  const all = accounts.flatMap((account) => [...platformOf(account).runs.values()])
  const runs = all.filter(({ id }) => run_id === undefined || id === run_id)
  if (runs.length === 0) return { status: 404, json: { error: 'There is no such run.' } }
  for (const run of runs) run.cost = typeof cost === 'number' ? cost : null
  return { json: { billed: runs.map(({ id }) => id) } }
}

/** An actor is published: `{actor, build, stats, pricingInfos}`, as the platform's document has them. */
const published: Happening = async ({ actor, build, stats, pricingInfos }, { platform }) => {
  platformOf(platform()).pages.set(String(actor), {
    build: objectOf(build),
    stats: objectOf(stats),
    pricingInfos: objectsIn(jsonOf(pricingInfos ?? [])),
  })
  return { json: { published: actor } }
}

export const happenings = { runs_behave: runsBehave, runs_end: runsEnd, billed, published }
