import type { Environment } from '../../domain/runs/states.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import type { DeliveryEnd, deliverWebhook } from '../deliver-webhook.ts'
import type { disableFailingEndpoint } from '../disable-failing-endpoint.ts'
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts'
import { CHECK_SIGNAL, RETRY_SIGNAL } from '../signals.ts'
import { detached, type StarterOptions } from './detached.ts'
import { createStartQueue } from './start-queue.ts'

/** Longer than an attempt may take, with its writes and a wait for its turn. */
const TEST_MS_MAX = 25_000

/** Webhooks have their own queue and worker: slow receivers must not keep runs waiting (decisions, "Events"). */
export const webhookQueue = (taskQueue: string): string => `${taskQueue}-webhooks`

export interface DeliveryStarter {
  /** Starts a delivery's workflow; one that is under way is left alone. */
  start(delivery: DeliveryToStart): Promise<void>
  /** Starts all of them without waiting: the sweeper starts those whose start is lost. */
  startAll(deliveries: readonly DeliveryToStart[]): void
  /** Makes a delivery that waits for its next attempt try now; one whose workflow is gone is started. */
  retryNow(delivery: DeliveryToStart): Promise<void>
  /**
   * Makes a delivery's workflow check the stored state although its timer runs; one whose workflow is gone is started.
   */
  checkState(delivery: DeliveryToStart): Promise<void>
  /** Starts a delivery and waits for its end: a test delivery has one attempt. null: no answer arrived in time. */
  deliver(delivery: DeliveryToStart): Promise<DeliveryEnd | null>
  /** Starts the auto-disable workflow of a failing endpoint; one that already runs is left alone. */
  startAutoDisable(
    webhookId: string,
    owner: { readonly workspaceId: string; readonly environment: Environment },
  ): Promise<void>
}

export interface DeliveryStarterOptions extends StarterOptions {
  readonly onLost: (deliveryId: string, error: unknown) => void
}

export function createDeliveryStarter({ client, taskQueue, eager, onLost }: DeliveryStarterOptions): DeliveryStarter {
  const queue = createStartQueue(client)
  const options = { taskQueue: webhookQueue(taskQueue), eager }
  const begin = (delivery: DeliveryToStart) =>
    client.workflow.start<typeof deliverWebhook>('deliverWebhook', deliveryStart(options, delivery))
  const signal = (delivery: DeliveryToStart, name: string) =>
    client.workflow.signalWithStart<typeof deliverWebhook>('deliverWebhook', {
      ...deliveryStart(options, delivery),
      signal: name,
    })

  return {
    async start(delivery) {
      await queue.withRetries(() => begin(delivery))
    },
    startAll(deliveries) {
      for (const delivery of deliveries)
        queue.withRetries(() => begin(delivery)).catch((error: unknown) => onLost(delivery.id, error))
    },
    async retryNow(delivery) {
      await queue.once(() => signal(delivery, RETRY_SIGNAL))
    },
    async checkState(delivery) {
      await queue.withRetries(() => signal(delivery, CHECK_SIGNAL))
    },
    async deliver(delivery) {
      const giveUpAt = Date.now() + TEST_MS_MAX
      try {
        const handle = await queue.once(() => begin(delivery))
        return await client.withDeadline(giveUpAt, () => handle.result())
      } catch (error) {
        onLost(delivery.id, error)
        return null
      }
    },
    async startAutoDisable(webhookId, owner) {
      const start = detached(options, {
        workflowId: webhookId,
        argument: { webhookId },
        summary: `${webhookId} keeps failing: off unless it recovers`,
        attributes: endpointAttributes({ ...owner, webhookId }),
      })
      await queue.withRetries(() =>
        client.workflow.start<typeof disableFailingEndpoint>('disableFailingEndpoint', start),
      )
    },
  }
}

const deliveryStart = (options: Omit<StarterOptions, 'client'>, delivery: DeliveryToStart) =>
  detached(options, {
    workflowId: delivery.id,
    argument: { deliveryId: delivery.id },
    summary: `${delivery.eventType} to ${delivery.webhookId}`,
    attributes: [...endpointAttributes(delivery), { key: SEARCH_ATTRIBUTES.eventType, value: delivery.eventType }],
  })

const endpointAttributes = ({
  workspaceId,
  environment,
  webhookId,
}: Pick<DeliveryToStart, 'workspaceId' | 'environment' | 'webhookId'>) => [
  { key: SEARCH_ATTRIBUTES.workspaceId, value: workspaceId },
  { key: SEARCH_ATTRIBUTES.environment, value: environment },
  { key: SEARCH_ATTRIBUTES.webhookId, value: webhookId },
]
