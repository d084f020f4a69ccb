import { FAILING_MS_MAX } from '../../domain/webhooks/schedule.ts'
import { buildEvent, buildWebhook, storedDelivery } from '../build/webhook.ts'
import { buildWorkspace } from '../build/workspace.ts'
import type { Owner } from '../db/build.ts'
import { deliveryStarter, startCommitted } from '../support/deliveries.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { runClient } from '../support/run-client.ts'
import { until } from '../support/until.ts'
import { figuresOf } from '../support/workflow-figures.ts'
import { CANARIES } from './canaries.ts'
import type { Stage } from '../support/stage.ts'
import type { Path } from './paths.ts'

interface Scene extends Stage {
  readonly owner: Owner
  readonly receiver: Receiver
  readonly webhookId: string
  readonly keys: Readonly<Record<'test' | 'live', string>>
}

const RETRIES = 6

/** A new workspace with one endpoint, whose receiver has this answer at first. */
const toEndpoint =
  (status: number, walk: (scene: Scene) => Promise<string>): Path =>
  async (stage) => {
    const { id: workspaceId, keys } = await buildWorkspace(stage.service.db)
    const receiver = await startReceiver()
    try {
      receiver.answer(status)
      const owner: Owner = { workspaceId, environment: 'live' }
      const { id: webhookId } = await buildWebhook(stage.service, owner, `${receiver.url}/${CANARIES.path}`)
      const id = await walk({ ...stage, owner, receiver, webhookId, keys })
      // The receiver stays until the workflow has ended.
      await stage.service.client.workflow.getHandle(id).result()
      return id
    } finally {
      await receiver.close()
    }
  }

/** An event with personal data; returns its delivery. `prepare` comes before its workflow. */
async function send(
  { service, owner }: Scene,
  prepare: (deliveryId: string) => Promise<unknown> = async () => undefined,
): Promise<string> {
  const [delivery] = await startCommitted(service, { owner, event: buildEvent(CANARIES.message), prepare })
  return delivery?.id ?? ''
}

const made = ({ service }: Scene, id: string, attempts: number) =>
  until(
    () => storedDelivery(service.db, id),
    ({ attempts_made: count }) => count >= attempts,
  )
const retry = ({ service }: Scene, id: string) => service.client.workflow.getHandle(id).signal('retry')

/** The endpoint's auto-disable, as if it had begun this long ago; returns its workflow's id. */
async function clock(
  { service, owner, webhookId }: Scene,
  { sinceMs, lastMs }: { readonly sinceMs: number; readonly lastMs: number },
): Promise<string> {
  const [since, last] = [new Date(Date.now() - sinceMs), new Date(Date.now() - lastMs)]
  const sql = 'update webhook_endpoint set failing_since = $2, last_failed_at = $3 where id = $1'
  await service.db.pool.query(sql, [webhookId, since, last])
  await deliveryStarter(service).startAutoDisable(webhookId, owner)
  return webhookId
}

/** One path for each end of a delivery and of the auto-disable of a failing endpoint. */
export const WEBHOOK_PATHS: Readonly<Record<string, Path>> = {
  'webhook-delivered': toEndpoint(200, (scene) => send(scene)),
  'webhook-delivered-when-due': toEndpoint(200, (scene) => {
    const sql = `update webhook_delivery set next_attempt_at = clock_timestamp() + interval '2.5 seconds' where id = $1`
    return send(scene, (id) => scene.service.db.pool.query(sql, [id]))
  }),
  'webhook-retried-by-signal': toEndpoint(500, async (scene) => {
    const id = await send(scene)
    await made(scene, id, 1)
    scene.receiver.answer(200)
    await retry(scene, id)
    return id
  }),
  'webhook-failed': toEndpoint(500, async (scene) => {
    const id = await send(scene)
    for (let retries = 1; retries <= RETRIES; retries += 1) {
      await made(scene, id, retries)
      await retry(scene, id)
    }
    return id
  }),
  'webhook-stopped': toEndpoint(500, async (scene) => {
    const id = await send(scene)
    await made(scene, id, 1)
    await scene.service.db.pool.query('delete from webhook_endpoint where id = $1', [scene.webhookId])
    await retry(scene, id)
    return id
  }),
  'webhook-delivered-after-trouble': toEndpoint(200, async (scene) => {
    const { service } = scene
    await service.db.pool.query('alter table webhook_secret rename to webhook_secret_away')
    try {
      const id = await send(scene)
      // Three tries take less than a second; then it waits on a timer.
      await until(
        () => figuresOf(service.client, id),
        ({ timers }) => timers.length > 0,
      )
      await service.db.pool.query('alter table webhook_secret_away rename to webhook_secret')
      await retry(scene, id)
      return id
    } finally {
      await service.db.pool.query('alter table if exists webhook_secret_away rename to webhook_secret')
    }
  }),
  'webhook-tested': toEndpoint(410, async ({ service, webhookId, keys }) => {
    const client = runClient(service.url, keys.live)
    const { body } = await client.call<{ delivery_id: string }>('POST', `/v1/webhooks/${webhookId}/test`)
    return body.delivery_id
  }),
  'endpoint-disabled': toEndpoint(500, (scene) => clock(scene, { sinceMs: FAILING_MS_MAX - 1_500, lastMs: 0 })),
  'endpoint-not-disabled': toEndpoint(500, (scene) =>
    clock(scene, { sinceMs: FAILING_MS_MAX, lastMs: FAILING_MS_MAX / 2 }),
  ),
}
