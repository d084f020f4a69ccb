import type { ActivityLog } from '../activities/deps.ts'
import type { Database } from '../db/database.ts'
import { readOverdueClocks } from '../db/webhooks/disable.ts'
import { claimOverdueDeliveries } from '../db/webhooks/sweep.ts'
import type { DeliveryStarter } from '../workflows/start-webhooks.ts'
import { startRounds } from './rounds.ts'

export interface WebhookSweeperOptions {
  readonly db: Database
  readonly starter: DeliveryStarter
  readonly log: ActivityLog
  /** How often it looks; every replica sweeps, and each delivery goes to one of them. */
  readonly everyMs: number
}

/** What one round starts at most, about as much as a Temporal server starts between two: an outage is worked off round by round. */
const DELIVERIES_PER_ROUND_MAX = 500
const CLOCKS_PER_ROUND_MAX = 100

/**
 * Starts the workflow of every delivery that should have moved by now (design: "Sweeper"), and the clock of every endpoint that
 * should have been switched off. A workflow that is still there is left alone, unless its delivery was made due before its time.
 */
export function startWebhookSweeper({ db, starter, log, everyMs }: WebhookSweeperOptions): { stop(): Promise<void> } {
  async function attempted(ids: Readonly<Record<string, string>>, start: () => Promise<void>): Promise<void> {
    // It falls due again by itself; the others of this round must not wait for that.
    await start().catch((error: unknown) => { log.error({ ...ids, error }, 'something overdue could not be started') })
  }

  async function round(): Promise<void> {
    const deliveries = await claimOverdueDeliveries(db, DELIVERIES_PER_ROUND_MAX)
    if (deliveries.length > 0) log.info({ deliveries: deliveries.length }, 'overdue deliveries are started again')
    await Promise.all(deliveries.map((delivery) => attempted({ delivery_id: delivery.id }, () => (delivery.broughtForward ? starter.look(delivery) : starter.start(delivery)))))
    const clocks = await readOverdueClocks(db, CLOCKS_PER_ROUND_MAX)
    await Promise.all(clocks.map(({ id, ...owner }) => attempted({ webhook_id: id }, () => starter.startDisableClock(id, owner))))
  }

  return startRounds({ everyMs, round, onError: (error) => { log.error({ error }, 'sweeping deliveries failed') } })
}
