import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client'
import { TypedSearchAttributes } from '@temporalio/common'
import type { DeliveryToStart } from '../domain/webhooks/delivery.ts'
import type { DeliveryOutcome, deliverWebhook } from './deliver-webhook.ts'
import type { disableFailingEndpoint } from './disable-failing-endpoint.ts'
import { inTurn } from './in-turn.ts'
import { SEARCH_ATTRIBUTES } from './search-attributes.ts'
import { LOOK_SIGNAL, RETRY_SIGNAL } from './signals.ts'

/** As of runs (start.ts): what a server cannot confirm by then is tried once more, and after that the sweeper has it. */
const START_DEADLINE_MS = 2_000
const START_PAUSES_MS = [500, 2_000]
const STARTS_AT_ONCE_MAX = 40
const STARTS_WAITING_MAX = 10_000
/** Longer than an attempt may take, with its writes and a wait for its turn. */
const TEST_MS_MAX = 25_000

/** Webhooks have a queue and a worker of their own: slow receivers must not keep runs waiting (design: "Events"). */
export const webhookQueue = (taskQueue: string): string => `${taskQueue}-webhooks`

export interface DeliveryStarter {
  /** Starts a delivery's workflow; one that is under way is left alone. */
  start(delivery: DeliveryToStart): Promise<void>
  /** Starts all of them and waits for none: the sweeper starts those whose start is lost. */
  startAll(deliveries: readonly DeliveryToStart[]): void
  /** Tells a delivery that waits for its next attempt to make it now; one whose workflow is gone is started. */
  retryNow(delivery: DeliveryToStart): Promise<void>
  /** Makes a delivery's workflow look at what is stored, though its timer runs; one that is gone is started. */
  look(delivery: DeliveryToStart): Promise<void>
  /** Starts a delivery and waits for its end: that of a test has one attempt. null: nobody answered in time. */
  deliver(delivery: DeliveryToStart): Promise<DeliveryOutcome | null>
  /** Starts the clock that switches a failing endpoint off; one that runs already is left alone. */
  startDisableClock(webhookId: string, owner: { readonly workspaceId: string; readonly environment: 'test' | 'live' }): Promise<void>
}

export interface DeliveryStarterOptions {
  readonly client: Client
  /** That of runs. */
  readonly taskQueue: string
  /** Only where the client is built on the connection of a worker in this process. */
  readonly eager: boolean
  readonly onLost: (deliveryId: string, error: unknown) => void
}

const attributesOf = ({ workspaceId, environment, webhookId, eventType }: DeliveryToStart) => new TypedSearchAttributes([
  { key: SEARCH_ATTRIBUTES.workspaceId, value: workspaceId },
  { key: SEARCH_ATTRIBUTES.environment, value: environment },
  { key: SEARCH_ATTRIBUTES.webhookId, value: webhookId },
  { key: SEARCH_ATTRIBUTES.eventType, value: eventType },
])

export function createDeliveryStarter({ client, taskQueue, eager, onLost }: DeliveryStarterOptions): DeliveryStarter {
  const turn = inTurn(STARTS_AT_ONCE_MAX, STARTS_WAITING_MAX)
  const within = <T>(call: () => Promise<T>): Promise<T> => turn(() => client.withDeadline(Date.now() + START_DEADLINE_MS, call))

  const begin = (delivery: DeliveryToStart) => within(() => client.workflow.start<typeof deliverWebhook>('deliverWebhook', {
    workflowId: delivery.id,
    taskQueue: webhookQueue(taskQueue),
    args: [{ deliveryId: delivery.id }],
    workflowIdConflictPolicy: 'USE_EXISTING',
    // Delivered once more by hand, or found by the sweeper: the database decides whether anything is left to do.
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    requestEagerStart: eager,
    typedSearchAttributes: attributesOf(delivery),
  }))

  const tell = (delivery: DeliveryToStart, signal: string) => within(() => client.workflow.signalWithStart<typeof deliverWebhook>('deliverWebhook', {
    workflowId: delivery.id,
    taskQueue: webhookQueue(taskQueue),
    args: [{ deliveryId: delivery.id }],
    signal,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    typedSearchAttributes: attributesOf(delivery),
  }))

  async function persist<T>(call: () => Promise<T>): Promise<T> {
    for (const pauseMs of START_PAUSES_MS) {
      try {
        return await call()
      } catch (error) {
        if (error instanceof WorkflowExecutionAlreadyStartedError) throw error
        await sleep(pauseMs)
      }
    }
    return call()
  }

  return {
    async start(delivery) { await persist(() => begin(delivery)) },
    startAll(deliveries) {
      for (const delivery of deliveries) persist(() => begin(delivery)).catch((error: unknown) => onLost(delivery.id, error))
    },
    async retryNow(delivery) { await tell(delivery, RETRY_SIGNAL) },
    async look(delivery) { await persist(() => tell(delivery, LOOK_SIGNAL)) },
    async deliver(delivery) {
      const giveUpAt = Date.now() + TEST_MS_MAX
      try {
        const handle = await begin(delivery)
        return await client.withDeadline(giveUpAt, () => handle.result())
      } catch (error) {
        onLost(delivery.id, error)
        return null
      }
    },
    async startDisableClock(webhookId, { workspaceId, environment }) {
      await persist(() => within(() => client.workflow.start<typeof disableFailingEndpoint>('disableFailingEndpoint', {
        workflowId: webhookId,
        taskQueue: webhookQueue(taskQueue),
        args: [{ webhookId }],
        workflowIdConflictPolicy: 'USE_EXISTING',
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        requestEagerStart: eager,
        typedSearchAttributes: new TypedSearchAttributes([
          { key: SEARCH_ATTRIBUTES.workspaceId, value: workspaceId },
          { key: SEARCH_ATTRIBUTES.environment, value: environment },
          { key: SEARCH_ATTRIBUTES.webhookId, value: webhookId },
        ]),
      })))
    },
  }
}
