import { proxyLocalActivities, setCurrentDetails } from '@temporalio/workflow'
import type { MaintenanceActivities } from '../activities/maintenance/purge-expired.ts'
import { LONG_DATABASE_STEP } from './policies.ts'

const { purgeExpired } = proxyLocalActivities<MaintenanceActivities>(LONG_DATABASE_STEP)

/** More than an hour's work: the next round continues. */
const STEPS_MAX = 500

export interface Purged {
  readonly events: number
  readonly deliveries: number
  readonly inbound_messages: number
  readonly payloads: number
}

/**
 * Deletes the data that is kept for a limited time (Spec 6, 8), step by step; the Schedule `event-retention` starts it
 * each hour.
 */
export async function purgeEvents(): Promise<Purged> {
  let purged: Purged = { events: 0, deliveries: 0, inbound_messages: 0, payloads: 0 }
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const { more, ...done } = await purgeExpired({ at: Date.now() })
    purged = {
      events: purged.events + done.events,
      deliveries: purged.deliveries + done.deliveries,
      inbound_messages: purged.inbound_messages + done.inbound_messages,
      // Left out by steps of before.
      payloads: purged.payloads + (done.payloads ?? 0),
    }
    setCurrentDetails(
      `Purged ${purged.events} events, ${purged.deliveries} deliveries, ${purged.inbound_messages} inbound messages and ` +
        `the payloads of ${purged.payloads} runs.`,
    )
    if (!more) break
  }
  return purged
}
