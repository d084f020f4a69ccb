import type { NewEvent } from '../../domain/events/types.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import { createDeliveryStarter, type DeliveryStarter } from '../../workflows/starters/deliveries.ts'
import { commitEvents } from '../build/webhook.ts'
import type { Owner } from '../db/build.ts'
import type { SharedService } from './service.ts'

/**
 * Starts deliveries as the process of a writer does: eagerly where a worker runs in it. A lost start fails the test's
 * log only.
 */
export const deliveryStarter = (service: Pick<SharedService, 'worker' | 'client' | 'temporal'>): DeliveryStarter => {
  const worker = service.worker()
  return createDeliveryStarter({
    client: worker?.client ?? service.client,
    taskQueue: service.temporal.taskQueue,
    eager: worker !== null,
    onLost: (deliveryId, error) => {
      console.error(`the start of ${deliveryId} was lost`, error)
    },
  })
}

export const liveOwner = (service: Pick<SharedService, 'workspace'>): Owner => ({
  workspaceId: service.workspace.id,
  environment: 'live',
})

interface CommittedEvent {
  readonly owner: Owner
  readonly event: NewEvent
  /** Before the workflow of each delivery is started. */
  readonly prepare: (deliveryId: string) => Promise<unknown>
}

/** Commits one event and starts its deliveries, as its writer would. */
export async function startCommitted(
  service: SharedService,
  { owner, event, prepare }: CommittedEvent,
): Promise<readonly DeliveryToStart[]> {
  const { deliveries } = await commitEvents(service.db, owner, [event])
  for (const delivery of deliveries) {
    await prepare(delivery.id)
    await deliveryStarter(service).start(delivery)
  }
  return deliveries
}
