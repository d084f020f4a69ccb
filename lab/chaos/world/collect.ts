import { setTimeout as sleep } from 'node:timers/promises'
import { Client, Connection } from '@temporalio/client'
import pg from 'pg'
import { openDatabase } from '../../../db/database.ts'
import { verifyLedger } from '../../../db/money/wallets/verify.ts'
import { runsCommand } from '../../../ops/runs/command.ts'
import { verify } from '../../../examples/webhook-receiver.mjs'
import type { ReceivedEvent } from '../../../test/support/receiver.ts'
import { OUTLIVING } from '../invariants/events.ts'
import type { Evidence, OpenWorkflow, ReceivedWebhook, Stored } from '../evidence.ts'
import type { Customer, CustomerWebhook } from '../load/customers.ts'
import { MARKER } from '../load/operations.ts'
import type { World } from './world.ts'

/** A session that cannot change anything. */
async function readOnly<T>(url: string, read: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    options: '-c default_transaction_read_only=on',
    application_name: 'chaos',
  })
  await client.connect()
  try {
    return await read(client)
  } finally {
    await client.end()
  }
}

const MS = (time: string): string => `floor(extract(epoch from ${time}) * 1000)::double precision`
const OWNER = 'workspace_id as "workspaceId", environment'

/** Only what belongs to these workspaces. bigint comes as text. */
const READ: Readonly<Record<Exclude<keyof Stored, 'now'>, string>> = {
  runs: `select id, ${OWNER}, status, provider, idempotency_key as key, held::text, charged::text,
      substring(coalesce(input::text, '') || coalesce(raw_request::text, '') from '${MARKER.source}') as marker,
      coalesce(platform_funded, false) as "platformFunded", delivered_attempt as "deliveredAttempt",
      finished_at is not null as ended, final_bill_due_at is not null as "billOpen", record is not null as recorded,
      ${MS('created_at')} as "createdAt", ${MS('finished_at')} as "finishedAt"
    from run where workspace_id = any($1) order by created_at`,
  attempts: `select a.run_id as "runId", a.number, a.provider, a.outcome, a.detail, a.calls as executions
    from attempt a join run r on r.id = a.run_id where r.workspace_id = any($1) order by a.started_at`,
  transfers: `select t.run_id as "runId", t.kind, t.amount::text, t.debit_account_id as debit,
      t.credit_account_id as credit
    from transfer t
    where exists (select 1 from account a
      where a.id in (t.debit_account_id, t.credit_account_id) and a.workspace_id = any($1))
    order by t.id`,
  wallets: `select ${OWNER}, available::text, held::text, receivable::text from wallet where workspace_id = any($1)`,
  events: `select id, ${OWNER}, sequence::integer,
      case when type = 'linkedin.message_received' then data ->> 'message_id' end as "messageId"
    from event where workspace_id = any($1) order by sequence`,
  webhooks: `select id, ${OWNER} from webhook_endpoint where workspace_id = any($1)`,
  deliveries: `select id, webhook_id as "webhookId", event_id as "eventId", status,
      ${MS('next_attempt_at')} as "nextAttemptAt"
    from webhook_delivery where workspace_id = any($1)`,
  rows: `select r.workspace_id as "workspaceId", r.environment, r.key, r.status
    from table_row r where r.workspace_id = any($1)`,
}

const readStored = (url: string, workspaceIds: readonly string[]): Promise<Stored> =>
  readOnly(url, async (client) => {
    const rowsOf = async <Row>(text: string): Promise<readonly Row[]> =>
      (await client.query<Row & pg.QueryResultRow>(text, [workspaceIds])).rows
    const [clock] = (await client.query<{ now: number }>(`select ${MS('clock_timestamp()')} as now`)).rows
    return {
      now: clock?.now ?? 0,
      runs: await rowsOf(READ.runs),
      attempts: await rowsOf(READ.attempts),
      transfers: await rowsOf(READ.transfers),
      wallets: await rowsOf(READ.wallets),
      events: await rowsOf(READ.events),
      webhooks: await rowsOf(READ.webhooks),
      deliveries: await rowsOf(READ.deliveries),
      rows: await rowsOf(READ.rows),
    }
  })

const UNFINISHED = `select ((select count(*) from run where finished_at is null or final_bill_due_at is not null)
    + (select count(*) from inbound_message where processed_at is null)
    + (select count(*) from webhook_delivery
      where status = 'pending' and next_attempt_at < clock_timestamp() + interval '5 seconds'))::integer as count`

/** How much is still under way: runs, final bills, messages, and deliveries that are due. */
export const readUnfinished = (url: string): Promise<number> =>
  readOnly(url, async (client) => {
    const [row] = (await client.query<{ count: number }>(UNFINISHED)).rows
    return row?.count ?? 0
  })

export type Seen = Pick<Evidence, 'requests' | 'messages' | 'readers'>

/** Everything that the judge needs, read without the proxies. */
export async function collect(world: World, customers: readonly Customer[], seen: Seen): Promise<Evidence> {
  const stored = await readStored(
    world.databaseUrl,
    customers.map(({ workspaceId }) => workspaceId),
  )
  const db = await openDatabase({ url: world.databaseUrl, applicationName: 'chaos', poolMax: 1 })
  try {
    const { drifts } = await verifyLedger(db)
    const { lines, healthy: done } = await runsCommand(db, { words: ['stuck'], provider: null })
    const webhooks = customers.flatMap((customer) => customer.webhooks)
    return {
      ...seen,
      stored,
      topups: customers.flatMap(({ topups }) => topups),
      calls: world.providers.calls(),
      actors: world.providers.actors(),
      received: world.receivers.flatMap((receiver, index) =>
        receiver.received.flatMap((event) =>
          received(
            event,
            webhooks.filter((_, at) => at % world.receivers.length === index),
          ),
        ),
      ),
      drifts: drifts.map(
        (drift) =>
          `${drift.workspace_id} ${drift.environment}: ${drift.promise}: expected ${drift.expected}, found ${drift.found}`,
      ),
      stuck: done ? [] : lines.slice(0, -1),
      openWorkflows: await listOpenWorkflows(world),
      ended: world.ended,
    }
  } finally {
    await db.close()
  }
}

function received(
  { at, path, headers, body, answered }: ReceivedEvent,
  webhooks: readonly CustomerWebhook[],
): ReceivedWebhook[] {
  const webhook = webhooks.find((one) => one.path === path)
  if (webhook === undefined) return []
  const signature = String(headers['service-signature'])
  // At the signature's own time, because a wrong clock does not make a signature invalid.
  const signedAt = Number(/t=(\d+)/.exec(signature)?.[1] ?? 0)
  return [
    {
      at,
      webhookId: webhook.id,
      eventId: String(headers['service-event-id']),
      deliveryId: String(headers['service-delivery-id']),
      genuine: verify(webhook.secret, signature, Buffer.from(body), signedAt),
      status: typeof answered === 'number' ? answered : 0,
    },
  ]
}

/** A workflow closes a moment after its end in the database, or after the pause behind a failed try. */
const CLOSING_MS_MAX = 90_000
const CHECK_EVERY_MS = 1_000

async function listOpenWorkflows({ temporal }: World): Promise<OpenWorkflow[]> {
  const connection = await Connection.connect({ address: temporal.address })
  try {
    const client = new Client({ connection, namespace: temporal.namespace })
    const giveUpAt = Date.now() + CLOSING_MS_MAX
    for (;;) {
      const open: OpenWorkflow[] = []
      for await (const { workflowId, type } of client.workflow.list({ query: "ExecutionStatus = 'Running'" }))
        open.push({ id: workflowId, type })
      if (open.every(({ type }) => OUTLIVING.has(type)) || Date.now() > giveUpAt) return open
      await sleep(CHECK_EVERY_MS)
    }
  } finally {
    await connection.close()
  }
}
