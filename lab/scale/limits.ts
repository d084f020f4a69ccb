import type { ProviderManifest } from '../../domain/providers/manifest.ts'
import { CONTENTION, ASSUMED, PER_RUN } from './measured.ts'
import { monthOf, postgresNeed } from './model.ts'

/** A resource that more of our processes cannot extend, and how many runs a second it supports. */
export interface Limit {
  readonly name: string
  readonly of: 'the deployment' | 'one customer' | 'one provider'
  readonly runsPerSecond: number
  /** The cheapest way to raise it. */
  readonly remedy: string
  readonly price: string
}

/** PostgreSQL reserves these for its owner. */
const CONNECTIONS_KEPT = 3
/** Runs are kept for good; a year of them must fit before an operator has a reason to move some away. */
const MONTHS_KEPT = 12
/** The default of RATE_LIMIT_RUNS_PER_MINUTE. */
const RUNS_A_MINUTE_OF_A_KEY = 6_000
const RATES_TRIED = 10_000

/** Every limit, the lowest first; `manifests` give the providers' limits. */
export function limits(manifests: readonly ProviderManifest[]): readonly Limit[] {
  const gbAYear = (rate: number): number => monthOf(rate).reduce((sum, { gb }) => sum + gb, 0) * MONTHS_KEPT
  return limitsOf(slowestAlone(manifests), gbAYear).toSorted((a, b) => a.runsPerSecond - b.runsPerSecond)
}

const limitsOf = (
  { slug, perSecond }: ReturnType<typeof slowestAlone>,
  gbAYear: (rate: number) => number,
): readonly Limit[] => [
  {
    name: `the limit of a provider's account that alone serves a capability (${slug})`,
    of: 'one provider',
    runsPerSecond: perSecond,
    remedy: 'a larger plan there, or a second provider for the capability',
    price: "the provider's price; no code for the plan, one adapter for the provider",
  },
  {
    name: `max_connections of PostgreSQL by default (${ASSUMED.connectionsDefault})`,
    of: 'the deployment',
    runsPerSecond: highestRate(
      (rate) => postgresNeed(rate).connections <= ASSUMED.connectionsDefault - CONNECTIONS_KEPT,
    ),
    remedy: 'max_connections = 1000',
    price: 'a restart, and about 5 MB of memory for each used connection',
  },
  {
    name: 'the default of RATE_LIMIT_RUNS_PER_MINUTE, for one key',
    of: 'one customer',
    runsPerSecond: RUNS_A_MINUTE_OF_A_KEY / 60,
    remedy: 'a higher setting, or a second key',
    price: 'nothing',
  },
  {
    name: `the disk of one PostgreSQL (${ASSUMED.storageGb / 1_024} TB) after a year`,
    of: 'the deployment',
    runsPerSecond: ASSUMED.storageGb / gbAYear(1),
    remedy: 'retention of payloads, old months moved away',
    price: 'settings; "Partitions by month" below',
  },
  {
    name: "one wallet's row",
    of: 'one customer',
    runsPerSecond: CONTENTION.walletPairsPerSecond * ASSUMED.usedAtMost,
    remedy: 'several wallets of the customer (a workspace each)',
    price: 'nothing',
  },
  {
    name: "the row of one provider's account that has limits",
    of: 'one provider',
    runsPerSecond: CONTENTION.turnPairsPerSecond * ASSUMED.usedAtMost,
    remedy: 'none is needed: no provider with limits allows as much',
    price: 'nothing',
  },
  {
    name: `Temporal's store (one PostgreSQL, ${ASSUMED.temporalPersistencePerSecond} requests a second)`,
    of: 'the deployment',
    runsPerSecond: (ASSUMED.temporalPersistencePerSecond * ASSUMED.usedAtMost) / PER_RUN.persistenceRequests,
    remedy: 'Cassandra or Temporal Cloud for its store',
    price: 'three more nodes, or a price for each action: a run has two (started, completed) and its markers',
  },
  {
    name: 'one stream of events',
    of: 'one customer',
    runsPerSecond: (CONTENTION.streamEventsPerSecond * ASSUMED.usedAtMost) / ASSUMED.eventsPerRun,
    remedy: 'as for the wallet',
    price: 'nothing',
  },
  {
    name: `CPU of one PostgreSQL (${ASSUMED.postgresCores} cores)`,
    of: 'the deployment',
    runsPerSecond: (ASSUMED.postgresCores * ASSUMED.usedAtMost * 1_000) / PER_RUN.cpuMs.postgres,
    remedy: 'read replicas for listings and history; later, workspaces on several databases',
    price: 'one machine; later, a directory of workspaces and a migration between databases',
  },
  {
    name: `WAL of one PostgreSQL (${ASSUMED.walMbPerSecond} MB/s)`,
    of: 'the deployment',
    runsPerSecond: (ASSUMED.walMbPerSecond * 1_024 ** 2 * ASSUMED.usedAtMost) / PER_RUN.walBytes,
    remedy: 'fewer indexes of `run`, wal_compression',
    price: 'a migration',
  },
]

function highestRate(bears: (rate: number) => boolean): number {
  for (let rate = 1; rate <= RATES_TRIED; rate += 1) if (!bears(rate)) return rate - 1
  return RATES_TRIED
}

/** Of the capabilities that only one live provider serves, the one with the lowest limit of calls a second. */
export function slowestAlone(manifests: readonly ProviderManifest[]): {
  readonly slug: string
  readonly capability: string
  readonly perSecond: number
} {
  const offers = manifests
    .filter(({ environment }) => environment === 'live')
    .flatMap((manifest) =>
      manifest.offers.map((offer) => ({
        slug: manifest.slug,
        capability: offer.capability,
        perSecond: (offer.limits ?? manifest.limits).requestsPerSecond,
      })),
    )
  const alone = offers
    .filter(({ capability }) => offers.filter((other) => other.capability === capability).length === 1)
    .flatMap(({ perSecond, ...rest }) => (perSecond === null ? [] : [{ ...rest, perSecond }]))
  const [slowest] = alone.toSorted((a, b) => a.perSecond - b.perSecond)
  if (slowest === undefined) throw new Error('no provider with a limit serves a capability alone')
  return slowest
}
