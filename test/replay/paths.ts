import { randomUUID } from 'node:crypto'
import { findThrough, freeAccount, runActor, occupyAccount } from '../support/live-providers.ts'
import { findContact, runClient } from '../support/run-client.ts'
import { httpClient } from '../support/http.ts'
import type { TestService } from '../support/service.ts'
import type { Stage } from '../support/stage.ts'
import { createRunStarter } from '../../workflows/starters/runs.ts'
import { webhookQueue } from '../../workflows/starters/deliveries.ts'
import { until, untilKnown } from '../support/until.ts'
import { inboundFixture, sendInbound } from '../build/inbound.ts'
import { makeInbox, verifyDomain } from '../build/sending-domain.ts'
import type { InboundProvider } from '../../domain/inbound/message.ts'
import { buildWorkspace, type TestWorkspace } from '../build/workspace.ts'
import { CANARIES, UNBOOKED } from './canaries.ts'
import { JOB_PATHS } from './job-paths.ts'
import { WATCH_PATHS } from './watch-paths.ts'
import { VERSIONED_PATHS } from './versioned-paths.ts'
import { ACCOUNT_MAIL_PATHS } from './account-mail-paths.ts'
import { APPROVAL_PATHS } from './approval-paths.ts'
import { SENDING_PATHS } from './sending-paths.ts'
import { ERASURE_PATHS } from './erasure-paths.ts'
import { TOPUP_PATHS } from './topup-paths.ts'
import { WEBHOOK_PATHS } from './webhook-paths.ts'

/**
 * A workflow by its id, which for a run is the run's: its last history. Where it has continued as new, `runId` names an
 * earlier one.
 */
export type Walked = string | { readonly workflowId: string; readonly runId: string }

/** `runId` undefined: the last history. */
export const namesOf = (walked: Walked): { readonly workflowId: string; readonly runId: string | undefined } =>
  typeof walked === 'string' ? { workflowId: walked, runId: undefined } : walked

/** Takes a workflow to one of its ends. */
export type Path = (stage: Stage) => Promise<Walked>

type RunClient = ReturnType<typeof runClient>

const clientOf = (service: TestService, environment: 'test' | 'live'): RunClient =>
  runClient(service.url, service.workspace.keys[environment])

const ran = async (client: RunClient, request: object): Promise<string> => (await client.run(request)).body.run_id

/** One run in the sandbox. */
const sandboxRun =
  (request: object): Path =>
  ({ service }) =>
    ran(clientOf(service, 'test'), request)

const untilQueued = (client: RunClient, runId: string) =>
  until(
    () => client.get(runId),
    ({ body }) => body.status === 'queued',
  )

const input = { full_name: CANARIES.name, domain: CANARIES.domain }
const find = { capability: 'contact.find', input }
const magic = (scenario: string, more: object = {}): Path =>
  sandboxRun({
    ...find,
    input: { ...input, full_name: `${CANARIES.name} ${scenario}` },
    wait_seconds: 60,
    ...more,
  })

const guarded =
  (credit: string, guard: object | null): Path =>
  async ({ service }) => {
    const workspace = await buildWorkspace(service.db, { test: credit })
    const client = runClient(service.url, workspace.keys.test)
    if (guard !== null) await client.call('POST', '/v1/spend-guard', { enabled: true, ...guard })
    return ran(client, find)
  }

const stopped =
  (how: (stage: Stage, runId: string) => Promise<unknown>): Path =>
  async (stage) => {
    const { service } = stage
    const client = clientOf(service, 'live')
    await occupyAccount(service.db, 'findymail')
    const { body } = await client.run({ ...findThrough('findymail', { async: true }), input })
    await untilQueued(client, body.run_id)
    await how(stage, body.run_id)
    await client.get(body.run_id, 30)
    await freeAccount(service.db, 'findymail')
    return body.run_id
  }

const send = {
  capability: 'email.send',
  input: { to: CANARIES.email, subject: CANARIES.name, text: CANARIES.message },
  wait_seconds: 60,
}

/** A new workspace with tables on; `walked` returns the run's id. */
const remembering =
  (
    walked: (client: RunClient, stage: Stage & { readonly workspace: TestWorkspace }) => Promise<string>,
    environment: 'test' | 'live' = 'test',
  ): Path =>
  async (stage) => {
    const workspace = await buildWorkspace(stage.service.db)
    const client = runClient(stage.service.url, workspace.keys[environment])
    await client.call('POST', '/v1/features', { tables: true })
    return walked(client, { ...stage, workspace })
  }

const recorded = async (client: RunClient): Promise<string> => {
  await client.call('POST', '/v1/tables/people/rows', { rows: [{ email: CANARIES.email, full_name: CANARIES.name }] })
  return ran(client, { ...find, record: { table: 'people', key: CANARIES.email, save: 'all' } })
}

/** Connects a provider by this key; returns the id of the operation's workflow. */
const connecting =
  (api_key: string, before: (stage: Stage) => void = () => undefined): Path =>
  async (stage) => {
    before(stage)
    const client = clientOf(stage.service, 'live')
    const { headers } = await client.call('POST', '/v1/connections/hunter', { api_key })
    stage.set('hunter', 'normal')
    return `verify:${headers.get('request-id') ?? ''}`
  }

const actorInput = { search: `${CANARIES.name} ${CANARIES.email}` }

/** A live actor whose bill is not booked yet; `meanwhile` is done once the caller has the answer. */
const actorBilledLater =
  (meanwhile: (stage: Stage, runId: string) => Promise<unknown>): Path =>
  async (stage) => {
    await stage.happen('apify', 'runs_behave', UNBOOKED)
    const { body } = await clientOf(stage.service, 'live').run(runActor({ input: actorInput }))
    await meanwhile(stage, body.run_id)
    return body.run_id
  }

/** Sends a message of a provider; returns the id under which it is processed. */
const messageOf =
  (provider: InboundProvider, message: (stage: Stage) => Promise<object>): Path =>
  async (stage) => {
    const { service } = stage
    const secret = stage.twins.world.secrets[provider][0]
    await sendInbound(service.url, provider, await message(stage), { secret })
    const {
      rows: [stored],
    } = await service.db.pool.query('select id from inbound_message order by received_at desc limit 1')
    await untilKnown(service.client.workflow.getHandle(stored.id))
    return stored.id
  }

/** A live inbox of this workspace; returns its address. */
async function newInbox({ service }: Stage, { keys }: TestWorkspace): Promise<string> {
  const username = `canary-${randomUUID()}`
  await makeInbox(httpClient(service.url, keys.live), { username })
  return `${username}@agentmail.to`
}

const canaryMail = (inbox: string): object => {
  const message = inboundFixture('agentmail-received')
  return {
    ...message,
    event_id: `evt_${inbox}`,
    message: {
      ...Object(message['message']),
      inbox_id: inbox,
      from: CANARIES.email,
      subject: CANARIES.name,
      text: CANARIES.message,
    },
  }
}

/** One path for each end of a workflow, and for each lane where the lane changes the commands. */
export const PATHS: Readonly<Record<string, Path>> = {
  'succeeded-quick': magic(''),
  'succeeded-after-fallback': magic('+fallback'),
  'succeeded-slow': magic('+slow-3'),
  'succeeded-quick-after-waiting-its-turn': async ({ service }) => {
    await occupyAccount(service.db, 'hunter')
    const client = clientOf(service, 'live')
    const { body } = await client.run({ ...findThrough('hunter', { async: true }), input })
    await untilQueued(client, body.run_id)
    await freeAccount(service.db, 'hunter')
    await client.get(body.run_id, 30)
    return body.run_id
  },
  'raw-succeeded': sandboxRun({ provider: 'hunter', endpoint: '/email-finder', input }),
  'actor-final-bill': sandboxRun(runActor({ input: { search: `${CANARIES.name} +final-bill-up` } })),
  'actor-final-bill-read-twice': actorBilledLater(async ({ service, happen }, runId) => {
    const read = async () => {
      const sql = 'select final_bill_readings as readings from run where id = $1'
      return (await service.db.pool.query<{ readings: number }>(sql, [runId])).rows[0]
    }
    await until(read, (run) => run !== undefined && run.readings > 0)
    await happen('apify', 'billed', { cost: 0.01 })
  }),
  'actor-final-bill-after-a-lost-workflow': actorBilledLater(async ({ service, happen }, runId) => {
    await service.client.workflow.getHandle(runId).terminate('lost')
    await happen('apify', 'billed', { cost: 0.01 })
    const starter = createRunStarter({
      client: service.client,
      taskQueue: service.temporal.taskQueue,
      eager: false,
      reuse: 'any',
    })
    await starter.start({ id: runId, workspaceId: service.workspace.id, environment: 'live', capability: 'actor' })
  }),
  'no-match': magic('+no-match'),
  'no-match-billed': sandboxRun({
    capability: 'contact.verify',
    input: { email: `canary+no-match@${CANARIES.domain}` },
  }),
  failed: magic('+error'),
  'timed-out': magic('+timeout'),
  'failed-max-cost': magic('', { routing: { max_cost: '0.0001' } }),
  'failed-insufficient-balance': guarded('0.001', null),
  'blocked-per-run-limit': guarded('1.00', { per_run_limit: '0.001' }),
  'blocked-daily-limit': guarded('1.00', { daily_limit: '0.001' }),
  sent: sandboxRun(send),
  'failed-unknown-send': sandboxRun({
    ...send,
    input: { ...send.input, to: `canary+timeout@${CANARIES.domain}` },
  }),
  'cancelled-by-api': stopped(({ service }, runId) => clientOf(service, 'live').cancel(runId)),
  'cancelled-by-signal': stopped(({ service }, runId) => service.client.workflow.getHandle(runId).signal('cancel')),
  'cancelled-by-operator': stopped(({ service }, runId) => service.client.workflow.getHandle(runId).cancel()),
  'cancelled-before-it-began': async ({ service }) => {
    const client = clientOf(service, 'test')
    await service.stopWorker()
    const { body } = await client.run({ ...findContact(), input, async: true })
    await client.cancel(body.run_id)
    await untilKnown(service.client.workflow.getHandle(body.run_id))
    await service.startWorker()
    return body.run_id
  },
  'recorded-in-a-row': remembering(recorded),
  'answered-by-a-saved-row': remembering(async (client) => {
    await recorded(client)
    return ran(client, find)
  }),
  'blocked-suppressed': remembering(async (client) => {
    await client.call('POST', '/v1/suppressions', { subjects: [CANARIES.domain], reason: 'manual' })
    return ran(client, send)
  }),
  'blocked-repeat-touch': remembering(async (client) => {
    await client.run(send)
    return ran(client, send)
  }),
  'blocked-suppressed-while-it-waited': remembering(async (client, stage) => {
    const { service, twins, workspace } = stage
    const live = httpClient(service.url, workspace.keys.live)
    await verifyDomain(live, twins, CANARIES.domain)
    await makeInbox(live, { username: 'sales', domain: CANARIES.domain })
    await occupyAccount(service.db, 'resend')
    const { body } = await client.run({ ...send, async: true })
    await untilQueued(client, body.run_id)
    await client.call('POST', '/v1/suppressions', { subjects: [CANARIES.email], reason: 'unsubscribe' })
    await freeAccount(service.db, 'resend')
    await client.get(body.run_id, 30)
    return body.run_id
  }, 'live'),
  'inbound-written': messageOf('agentmail', async (stage) =>
    canaryMail(await newInbox(stage, stage.service.workspace)),
  ),
  'inbound-nothing': messageOf('agentmail', async () => ({
    ...inboundFixture('agentmail-received'),
    event_id: `evt_${randomUUID()}`,
    event_type: 'message.sent',
  })),
  'inbound-unknown-owner': messageOf('agentmail', async () => canaryMail(`${CANARIES.name}@nobody.example`)),
  'credential-valid': connecting(`twin_hunter_${CANARIES.credential}`),
  'credential-refused': connecting(CANARIES.credential),
  'credential-unreachable': connecting(`twin_hunter_${CANARIES.credential}`, ({ set }) => set('hunter', 'lost')),
  ...APPROVAL_PATHS,
  ...SENDING_PATHS,
  ...WEBHOOK_PATHS,
  ...TOPUP_PATHS,
  ...ERASURE_PATHS,
  ...ACCOUNT_MAIL_PATHS,
  ...WATCH_PATHS,
  ...JOB_PATHS,
  ...VERSIONED_PATHS,
  'events-purged': async ({ service: { client, temporal } }) => {
    const workflowId = `purge-${temporal.taskQueue}`
    await client.workflow.start('purgeEvents', { workflowId, taskQueue: webhookQueue(temporal.taskQueue) })
    return workflowId
  },
}
