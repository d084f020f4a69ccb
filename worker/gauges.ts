import type { ActivityLog } from '../activities/deps.ts'
import type { Database } from '../db/database.ts'
import { type Backlog, readBacklog } from '../db/engine/metrics/backlog.ts'
import { readStoredBytes } from '../db/engine/metrics/stored-bytes.ts'
import { lastMonthEndsAt } from '../db/engine/months/last.ts'
import type { OfferCatalog } from '../db/catalog/offers/catalog.ts'
import type { GaugeName } from '../telemetry/catalog.ts'
import { VALUE_SETS } from '../telemetry/labels.ts'
import type { Meter } from '../telemetry/meter.ts'
import { showLedger } from './ledger-prover.ts'
import { PROVIDER_GAUGES, showProviders } from './provider-gauges.ts'
import { startPeriodicJob } from './periodic-job.ts'

/** The usual scrape interval of Prometheus. */
export const GAUGES_EVERY_MS = 15_000

export interface GaugeParts {
  readonly db: Database
  readonly log: ActivityLog
  readonly metrics: Meter
  readonly offers: OfferCatalog
}

interface GaugeRound {
  readonly name: (typeof VALUE_SETS.round.values)[number]
  /** Absent after a failed round: their values are unknown, and 0 would mean that all is well. */
  readonly gauges: readonly GaugeName[]
  readonly show: (stopping: AbortSignal) => Promise<void>
}

/**
 * Reads at intervals the gauges that no single process knows. Every replica reads and shows the same values: query
 * their maximum. The cost does not grow with the number of scrapes.
 */
export function startGauges({
  db,
  log,
  metrics,
  offers,
  everyMs,
}: GaugeParts & { readonly everyMs: number }): { stop(): Promise<void> }[] {
  const rounds: readonly GaugeRound[] = [
    {
      name: 'backlog',
      gauges: BACKLOG,
      async show() {
        showBacklog(metrics, await readBacklog(db))
        const endsAt = await lastMonthEndsAt(db)
        metrics.set('partitions_end_in_seconds', {}, endsAt === null ? 0 : (endsAt - Date.now()) / 1_000)
      },
    },
    {
      name: 'stored',
      gauges: ['stored_bytes'],
      async show() {
        for (const { kind, bytes } of await readStoredBytes(db)) metrics.set('stored_bytes', { kind }, bytes)
      },
    },
    { name: 'providers', gauges: PROVIDER_GAUGES, show: () => showProviders({ db, metrics, offers }) },
    {
      name: 'ledger',
      gauges: ['ledger_drifts', 'ledger_oldest_proof_age_seconds'],
      show: (stopping) => showLedger({ db, log, metrics }, stopping),
    },
  ]
  return rounds.map(({ name, gauges, show }) =>
    startPeriodicJob({
      everyMs,
      round: show,
      onError: (error) => {
        for (const gauge of gauges) metrics.forget(gauge)
        metrics.add('metrics_rounds_failed_total', { round: name })
        log.error({ error, round: name }, 'gauge_read_failed')
      },
    }),
  )
}

const BACKLOG: readonly GaugeName[] = [
  'runs_open',
  'runs_oldest_open_age_seconds',
  'runs_overdue',
  'runs_oldest_overdue_age_seconds',
  'webhook_deliveries_pending',
  'webhook_deliveries_due',
  'webhook_oldest_due_age_seconds',
  'inbound_messages_waiting',
  'inbound_oldest_waiting_age_seconds',
  'partitions_end_in_seconds',
]

function showBacklog(metrics: Meter, backlog: Backlog): void {
  for (const status of VALUE_SETS.open_status.values)
    metrics.set('runs_open', { status }, backlog.openRuns[status] ?? 0)
  metrics.set('runs_oldest_open_age_seconds', {}, backlog.oldestOpenRunAge)
  metrics.set('runs_overdue', {}, backlog.overdueRuns)
  metrics.set('runs_oldest_overdue_age_seconds', {}, backlog.oldestOverdueRunAge)
  metrics.set('webhook_deliveries_pending', {}, backlog.pendingDeliveries)
  metrics.set('webhook_deliveries_due', {}, backlog.dueDeliveries)
  metrics.set('webhook_oldest_due_age_seconds', {}, backlog.oldestDueDeliveryAge)
  metrics.set('inbound_messages_waiting', {}, backlog.waitingMessages)
  metrics.set('inbound_oldest_waiting_age_seconds', {}, backlog.oldestWaitingMessageAge)
}
