import type { Client } from '@temporalio/client'
import { TypedSearchAttributes } from '@temporalio/common'
import type { Environment } from '../domain/runs/states.ts'
import type { DeliveryToStart } from '../domain/webhooks/delivery.ts'
import type { DeliveryOutcome, deliverWebhook } from './deliver-webhook.ts'
import type { disableFailingEndpoint } from './disable-failing-endpoint.ts'
import { SEARCH_ATTRIBUTES } from './search-attributes.ts'
import { LOOK_SIGNAL, RETRY_SIGNAL } from './signals.ts'
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
  look(delivery: DeliveryToStart): Promise<void>
  /** Starts a delivery and waits for its end: a test delivery has one attempt. null: no answer arrived in time. */
  deliver(delivery: DeliveryToStart): Promise<DeliveryOutcome | null>
  /** Starts the auto-disable workflow of a failing endpoint; one that already runs is left alone. */
  startDisableClock(
    webhookId: string,
    owner: { readonly workspaceId: string; readonly environment: Environment },
  ): Promise<void>
}

export interface DeliveryStarterOptions {
  readonly client: Client
  /** The task queue of runs. */
  readonly taskQueue: string
  /** True only if the client uses the connection of a worker in this process. */
  readonly eager: boolean
  readonly onLost: (deliveryId: string, error: unknown) => void
}

export function createDeliveryStarter({ client, taskQueue, eager, onLost }: DeliveryStarterOptions): DeliveryStarter {
  const starting = createStartQueue(client)
  // Started again by hand or by the sweeper: the database decides whether anything is left to do.
  const shared = { taskQueue: webhookQueue(taskQueue), workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const }
  const begin = (delivery: DeliveryToStart) =>
    client.workflow.start<typeof deliverWebhook>('deliverWebhook', {
      ...shared,
      ...whatOf(delivery),
      workflowIdConflictPolicy: 'USE_EXISTING',
      requestEagerStart: eager,
    })
  const tell = (delivery: DeliveryToStart, signal: string) =>
    client.workflow.signalWithStart<typeof deliverWebhook>('deliverWebhook', { ...shared, ...whatOf(delivery), signal })

  return {
    async start(delivery) {
      await starting.patiently(() => begin(delivery))
    },
    startAll(deliveries) {
      for (const delivery of deliveries)
        starting.patiently(() => begin(delivery)).catch((error: unknown) => onLost(delivery.id, error))
    },
    async retryNow(delivery) {
      await starting.once(() => tell(delivery, RETRY_SIGNAL))
    },
    async look(delivery) {
      await starting.patiently(() => tell(delivery, LOOK_SIGNAL))
    },
    async deliver(delivery) {
      const giveUpAt = Date.now() + TEST_MS_MAX
      try {
        const handle = await starting.once(() => begin(delivery))
        return await client.withDeadline(giveUpAt, () => handle.result())
      } catch (error) {
        onLost(delivery.id, error)
        return null
      }
    },
    async startDisableClock(webhookId, owner) {
      await starting.patiently(() =>
        client.workflow.start<typeof disableFailingEndpoint>('disableFailingEndpoint', {
          ...shared,
          workflowId: webhookId,
          args: [{ webhookId }],
          workflowIdConflictPolicy: 'USE_EXISTING',
          requestEagerStart: eager,
          typedSearchAttributes: new TypedSearchAttributes(endpointAttributes({ ...owner, webhookId })),
        }),
      )
    },
  }
}

/** A delivery's workflow id, arguments and the attributes by which an operator finds it. */
const whatOf = (delivery: DeliveryToStart) => ({
  workflowId: delivery.id,
  args: [{ deliveryId: delivery.id }] satisfies Parameters<typeof deliverWebhook>,
  typedSearchAttributes: new TypedSearchAttributes([
    ...endpointAttributes(delivery),
    { key: SEARCH_ATTRIBUTES.eventType, value: delivery.eventType },
  ]),
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
