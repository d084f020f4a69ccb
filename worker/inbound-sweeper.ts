import type { ActivityLog } from '../activities/deps.ts'
import type { Database } from '../db/database.ts'
import { claimOverdueInbound, SWEEP_INBOUND_AFTER_SECONDS } from '../db/inbound/sweep.ts'
import type { InboundStarter } from '../workflows/start-inbound.ts'
import { startRounds } from './rounds.ts'

export interface InboundSweeperOptions {
  readonly db: Database
  readonly starter: InboundStarter
  readonly log: ActivityLog
  /** How often it looks; every replica sweeps, and each message goes to one of them. */
  readonly everyMs: number
}

/** As of runs (sweeper.ts): a long outage is worked off round by round. */
const MESSAGES_PER_ROUND_MAX = 100

/** Starts the workflow of every provider's message that should have been processed by now (design: "Sweeper"). */
export function startInboundSweeper({ db, starter, log, everyMs }: InboundSweeperOptions): { stop(): Promise<void> } {
  async function round(): Promise<void> {
    const messages = await claimOverdueInbound(db, MESSAGES_PER_ROUND_MAX, SWEEP_INBOUND_AFTER_SECONDS)
    await Promise.all(messages.map(async (message) => {
      try {
        await starter.start(message)
        log.info({ inbound_id: message.id, provider: message.provider }, "an overdue provider's message was started again")
      } catch (error) {
        // It falls due again by itself; the others of this round must not wait for that.
        log.error({ inbound_id: message.id, error }, "an overdue provider's message could not be started")
      }
    }))
  }

  return startRounds({ everyMs, round, onError: (error) => { log.error({ error }, "sweeping providers' messages failed") } })
}
