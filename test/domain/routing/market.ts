import { formatUsd } from '../../../domain/money/microdollars.ts'
import { planRun, type RoutedOffer } from '../../../domain/routing/candidates.ts'
import type { Hits, OfferHits } from '../../../domain/routing/hits.ts'
import type { Strategy } from '../../../domain/routing/plan.ts'
import { RECENT_HALF_LIFE_ANSWERS, WAIT_COST_PER_MS } from '../../../domain/routing/thresholds.ts'
import { LIST_RATES } from '../../../domain/pricing/rates.ts'
import { encodeId } from '../../../domain/ids/ids.ts'
import { type Random, randomOf } from '../../support/random.ts'
import { buildCapability, buildOffer, buildRecord, buildRouting } from './build-routing.ts'

/** A provider whose hit rate is hidden from routing. */
export interface Seller {
  readonly name: string
  /** Of all people. */
  readonly finds: number
  /** Microdollars, for a match. */
  readonly price: number
  readonly latencyMs: number
}

/**
 * Sellers of one lookup. People that one seller does not know, others know less likely too: `alike` is the share of the
 * chance that all of them have in common.
 */
export interface Market {
  readonly sellers: readonly Seller[]
  /** The sellers that know the next person. */
  nextPerson(): ReadonlySet<string>
}

const bell = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())

/** The point below which a share of a bell curve lies, from many draws. */
function pointsOf(random: Random): (share: number) => number {
  const drawn = Array.from({ length: 4_000 }, () => bell(random)).toSorted((a, b) => a - b)
  return (share) => drawn[Math.min(drawn.length - 1, Math.floor(share * drawn.length))] ?? 0
}

export function openMarket(seed: number, { count = 20, alike = 0.3, visitors = 'runs' } = {}): Market {
  const random = randomOf(`market/${seed}`)
  const sellers = Array.from({ length: count }, (_, index): Seller => {
    const finds = 0.03 + 0.75 * random.next()
    const price = 5_000 * 20 ** random.next() * (0.5 + finds)
    return {
      name: `seller-${String(index).padStart(2, '0')}`,
      finds,
      price,
      latencyMs: 300 + 7_000 * random.next() ** 2,
    }
  })
  const pointOf = pointsOf(random.fork('points'))
  const people = random.fork(visitors)
  return {
    sellers,
    nextPerson() {
      const common = bell(people)
      const known = sellers.filter(
        ({ finds }) => Math.sqrt(alike) * common + Math.sqrt(1 - alike) * bell(people) < pointOf(finds),
      )
      return new Set(known.map(({ name }) => name))
    },
  }
}

/** What an order really costs for each delivered result, by the same people for every order. */
export function judgeOf({ sellers, nextPerson }: Market): (order: readonly string[]) => number {
  const people = Array.from({ length: 4_000 }, () => nextPerson())
  const byName = new Map(sellers.map((seller) => [seller.name, seller]))
  const mostExpensive = Math.max(...sellers.map(({ price }) => price))
  return (order) => {
    const tried = order.flatMap((name) => byName.get(name) ?? [])
    let [cost, delivered] = [0, 0]
    for (const known of people) {
      const at = tried.findIndex(({ name }) => known.has(name))
      const paid = at === -1 ? tried : tried.slice(0, at + 1)
      cost += paid.reduce((sum, { latencyMs }) => sum + latencyMs * WAIT_COST_PER_MS, 0)
      cost += tried[at]?.price ?? mostExpensive
      if (at !== -1) delivered += 1
    }
    return cost / delivered
  }
}

/** The best of all orders of three, of those sellers that are not beaten by all others alone. */
export function oracle({ sellers }: Market, judge: (order: readonly string[]) => number): number {
  const names = sellers.map(({ name }) => name)
  let best: readonly string[] = []
  for (let length = 1; length <= 3; length += 1) best = improved(names, best, judge)
  return judge(best)
}

/** The best order that is one longer, and of which then any seller is exchanged while that helps. */
function improved(
  names: readonly string[],
  order: readonly string[],
  judge: (order: readonly string[]) => number,
): readonly string[] {
  const neighbours = (from: readonly string[]): string[][] =>
    names
      .filter((name) => !from.includes(name))
      .flatMap((name) => from.map((_, index) => from.with(index, name)))
      .concat(from.flatMap((_, a) => from.map((__, b) => from.with(a, from[b] ?? '').with(b, from[a] ?? ''))))
  const best = (orders: readonly (readonly string[])[]): readonly string[] =>
    orders.reduce((least, one) => (judge(one) < judge(least) ? one : least))
  const longer = names
    .filter((name) => !order.includes(name))
    .flatMap((name) => Array.from({ length: order.length + 1 }, (_, at) => order.toSpliced(at, 0, name)))
  let found = best(longer)
  for (;;) {
    const next = best([found, ...neighbours(found)])
    if (next === found) return found
    found = next
  }
}

/** A market in which a seller can stop finding people. */
export function breakingMarket(seed: number): { readonly market: Market; breakDown(name: string): void } {
  const market = openMarket(seed)
  const broken = new Set<string>()
  return {
    market: { ...market, nextPerson: () => new Set([...market.nextPerson()].filter((name) => !broken.has(name))) },
    breakDown: (name) => void broken.add(name),
  }
}

/** `best_value` before hits were counted: the price of an answer, dearer the longer it takes. */
export const formerBestValue = ({ sellers }: Market): string[] =>
  sellers
    .toSorted((a, b) => a.price * (1 + a.latencyMs / 10_000) - b.price * (1 + b.latencyMs / 10_000))
    .slice(0, 3)
    .map(({ name }) => name)

/** A service that routes people through a market and counts as the product does. */
export class Learner {
  readonly #first = new Map<string, Hits>()
  readonly #recent = new Map<string, Hits>()
  readonly #after = new Map<string, Map<string, Hits>>()
  readonly #ids: Random
  runs = 0

  readonly market: Market

  constructor(market: Market, seed: number) {
    this.market = market
    this.#ids = randomOf(`ids/${seed}`)
  }

  order(strategy: Strategy = 'best_value', exploringRun?: string): string[] {
    const answer = planRun({
      capability: buildCapability(),
      input: { domain: 'example.com' },
      routing: buildRouting({ strategy }),
      rates: LIST_RATES,
      offers: this.market.sellers.map((seller) => this.#offer(seller)),
      ...(exploringRun === undefined ? {} : { exploringRun }),
    })
    if (answer.kind === 'refused') throw new Error('no offer fits')
    return answer.plan.candidates.map(({ provider }) => provider)
  }

  run(): readonly string[] {
    this.runs += 1
    const bytes = Uint8Array.from({ length: 16 }, () => this.#ids.int(0, 255))
    const order = this.order('best_value', encodeId('run', this.runs, bytes))
    const known = this.market.nextPerson()
    const missed: string[] = []
    for (const name of order) {
      const found = known.has(name)
      if (missed.length === 0) this.#countFirst(name, found)
      for (const before of missed) {
        const pairs = this.#after.get(name) ?? new Map<string, Hits>()
        this.#after.set(name, pairs.set(before, more(pairs.get(before), found)))
      }
      if (found) break
      missed.push(name)
    }
    return order
  }

  #countFirst(name: string, found: boolean): void {
    this.#first.set(name, more(this.#first.get(name), found))
    const keep = 0.5 ** (1 / RECENT_HALF_LIFE_ANSWERS)
    const added = (1 - keep) * (RECENT_HALF_LIFE_ANSWERS / Math.LN2)
    const before = this.#recent.get(name) ?? { found: 0, answered: 0 }
    this.#recent.set(name, {
      found: before.found * keep + (found ? added : 0),
      answered: before.answered * keep + added,
    })
  }

  #offer({ name, price, latencyMs }: Seller): RoutedOffer {
    const first = this.#first.get(name)
    const hits: OfferHits = {
      first: first === undefined ? [] : [first, first],
      recent: this.#recent.get(name) ?? { found: 0, answered: 0 },
      after: this.#after.get(name) ?? new Map(),
    }
    const terms = { price: formatUsd(BigInt(Math.round(price))), record: buildRecord({ latencyMsP50: latencyMs }) }
    return { ...buildOffer(name, terms), hits }
  }
}

const more = ({ found, answered }: Hits = { found: 0, answered: 0 }, isFound: boolean): Hits => ({
  found: found + (isFound ? 1 : 0),
  answered: answered + 1,
})
