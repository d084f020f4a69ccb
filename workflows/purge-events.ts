import { proxyLocalActivities, setCurrentDetails } from '@temporalio/workflow'
import type { WebhookActivities } from '../activities/webhooks/index.ts'
import { LONG_DATABASE_STEP } from './policies.ts'

const { purgeExpired } = proxyLocalActivities<WebhookActivities>(LONG_DATABASE_STEP)

/** More than an hour's work: the next round continues. */
const STEPS_MAX = 500

export interface Purged {
  readonly events: number
  readonly deliveries: number
  readonly inbound_messages: number
}

/**
 * Deletes the data that is kept for only 30 days (Spec 6, 8), step by step; the Schedule `event-retention` starts it
 * each hour.
 */
export async function purgeEvents(): Promise<Purged> {
  let purged: Purged = { events: 0, deliveries: 0, inbound_messages: 0 }
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const { more, ...done } = await purgeExpired({ at: Date.now() })
    purged = {
      events: purged.events + done.events,
      deliveries: purged.deliveries + done.deliveries,
      inbound_messages: purged.inbound_messages + done.inbound_messages,
    }
    setCurrentDetails(
      `Purged ${purged.events} events, ${purged.deliveries} deliveries and ${purged.inbound_messages} inbound messages.`,
    )
    if (!more) break
  }
  return purged
}
