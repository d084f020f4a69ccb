import type { ProviderManifest } from '../../domain/providers/manifest.ts'
import { fixed, table } from '../../ops/report/markdown.ts'
import { type Limit, limits } from './limits.ts'
import { ASSUMED, CONTENTION, PER_RUN } from './measured.ts'
import { monthOf, postgresNeed, processNeed, RATES, temporalNeed } from './model.ts'

/** Every table of lab/SCALE.md by its name there, as Markdown. */
export const scaleTables = (manifests: readonly ProviderManifest[]): Readonly<Record<string, string>> => ({
  'one run': oneRun(),
  processes: processes(),
  postgres: postgres(),
  month: month(),
  temporal: temporal(),
  writers: writers(),
  limits: limitRows(limits(manifests)),
})

const rounded = (value: number): string => Math.round(value).toLocaleString('en-US')
const few = (value: number): string =>
  value >= 100 ? rounded(value) : fixed(value, value >= 10 ? 0 : value >= 1 ? 1 : 2)
const head = (first: string): readonly string[] => [
  first,
  ...RATES.map((rate) => `${rounded(rate)} run${rate === 1 ? '' : 's'}/s`),
]
const row = (name: string, of: (rate: number) => number | string): string[] => [
  name,
  ...RATES.map((rate) => {
    const value = of(rate)
    return typeof value === 'string' ? value : few(value)
  }),
]

const oneRun = (): string =>
  table(
    ['of one run', 'figure'],
    [
      [
        'workflow tasks, history events, state transitions',
        `${PER_RUN.workflowTasks}, ${PER_RUN.historyEvents}, ${PER_RUN.stateTransitions}`,
      ],
      ['bytes of history', rounded(PER_RUN.historyBytes)],
      [
        "requests to Temporal's frontend, and its to its store",
        `${PER_RUN.frontendRequests}, ${PER_RUN.persistenceRequests}`,
      ],
      ['transactions of PostgreSQL, of which write', `${PER_RUN.transactions}, ${PER_RUN.writingTransactions}`],
      ['KB of WAL', fixed(PER_RUN.walBytes / 1_024)],
      ['rows inserted', fixed(Object.values(PER_RUN.tables).reduce((sum, { inserted }) => sum + inserted, 0))],
      [
        'bytes kept, indexes included',
        rounded(Object.values(PER_RUN.tables).reduce((sum, { bytes }) => sum + bytes, 0)),
      ],
      ['CPU ms: api, worker, PostgreSQL, Temporal', Object.values(PER_RUN.cpuMs).join(', ')],
    ],
  )

const processes = (): string =>
  table(head('processes'), [
    row('api: cores at work', (rate) => processNeed(rate).apiCores),
    row('api: replicas', (rate) => String(processNeed(rate).apiReplicas)),
    row('worker: cores at work', (rate) => processNeed(rate).workerCores),
    row('worker: slots taken (Little)', (rate) => processNeed(rate).slots),
    row('worker: replicas', (rate) => String(processNeed(rate).workerReplicas)),
    row('decided by', (rate) => processNeed(rate).workersBy),
  ])

const postgres = (): string =>
  table(head('PostgreSQL'), [
    row('transactions/s', (rate) => postgresNeed(rate).transactionsPerSecond),
    row('WAL MB/s', (rate) => postgresNeed(rate).walMbPerSecond),
    row('WAL GB a day', (rate) => postgresNeed(rate).walGbPerDay),
    row('cores at work', (rate) => postgresNeed(rate).cores),
    row('connections, when all pools are full', (rate) => String(postgresNeed(rate).connections)),
    row('connections at work (Little)', (rate) => postgresNeed(rate).busy),
    row('hours between freezes of a table', (rate) => FREEZE_AGE / (rate * PER_RUN.writingTransactions) / 3_600),
  ])
/** The default of autovacuum_freeze_max_age. */
const FREEZE_AGE = 200_000_000

const month = (): string =>
  table(head('a month: millions of rows / GB'), [
    ...monthOf(1).map(({ name }) =>
      row(name, (rate) => {
        const of = monthOf(rate).find((one) => one.name === name)
        return `${few((of?.rows ?? 0) / 1e6)} / ${few(of?.gb ?? 0)}`
      }),
    ),
    row(
      'all',
      (rate) =>
        `${few(monthOf(rate).reduce((sum, { rows }) => sum + rows, 0) / 1e6)} / ${few(monthOf(rate).reduce((sum, { gb }) => sum + gb, 0))}`,
    ),
  ])

const temporal = (): string =>
  table(head('Temporal'), [
    row('state transitions/s', (rate) => temporalNeed(rate).transitionsPerSecond),
    row('requests to its frontend/s', (rate) => temporalNeed(rate).frontendPerSecond),
    row('requests to its store/s', (rate) => temporalNeed(rate).persistencePerSecond),
    row('history shards', (rate) => rounded(temporalNeed(rate).shards)),
    row('partitions of the task queue', (rate) => String(temporalNeed(rate).partitions)),
    row(`GB of histories kept ${ASSUMED.retentionDays} days`, (rate) => temporalNeed(rate).retainedGb),
  ])

function writers(): string {
  const of = (name: string, by: Readonly<Record<number, number>>): string[] => [
    name,
    ...[1, 4, 16, 32].map((count) => few(by[count] ?? Number.NaN)),
  ]
  return table(
    ['operations a second', '1 writer', '4', '16', '32'],
    [
      of('hold and settle: one wallet', CONTENTION.oneWallet),
      of('hold and settle: a wallet each', CONTENTION.walletEach),
      of('event: one stream', CONTENTION.oneStream),
      of('event: a stream each', CONTENTION.streamEach),
      of('turn and outcome: one account', CONTENTION.oneAccount),
      of('turn and outcome: one account, 300 calls under way', CONTENTION.accountOf300Calls),
      of('turn and outcome: no limits, no turn', CONTENTION.noTurn),
    ],
  )
}

const limitRows = (all: readonly Limit[]): string =>
  table(
    ['runs/s', 'what breaks', 'of', 'cheapest remedy', 'its price'],
    all.map(({ runsPerSecond, name, of, remedy, price }) => [few(runsPerSecond), name, of, remedy, price]),
  )
