import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { buildConnectedApp } from '../../../build/connected-app.ts'
import { buildSession } from '../../../build/session.ts'
import { readWallet } from '../../../build/wallet.ts'
import { httpClient } from '../../../support/http.ts'
import { tablesThatHold } from '../../../support/plaintext.ts'
import { findContact } from '../../../support/run-client.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { makeOverdue } from '../../../support/sweep.ts'
import { until } from '../../../support/until.ts'
import {
  buildWithPolicy,
  expireIn,
  inSandbox,
  POLICY,
  REQUIRED,
  type WorkspaceWithPolicy,
} from './workspace-with-policy.ts'

let service: TestService
let built: WorkspaceWithPolicy
beforeAll(async () => {
  service = await startTestService({ sweepEveryMs: 1_000 })
})
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await service.stop()
  expect(drifts).toEqual([])
})
beforeEach(async () => {
  built = await buildWithPolicy(service)
})

const MAIL = {
  capability: 'email.send',
  input: { to: 'robin@example.com', subject: 'Hello', text: 'Hello Robin' },
}
const ACTOR = {
  endpoint: '/v2/actors/{actorId}/runs',
  path: { actorId: 'apify~instagram-scraper' },
  input: { search: 'example' },
}
const SEARCH = {
  endpoint: '/v3/serp/google/organic/live/advanced',
  input: [{ keyword: 'example', location_code: 2840, language_code: 'en' }],
}

const waitingRun = async (request?: object): Promise<string> => (await built.waitingRun(request)).run_id

describe('a run that needs an approval', () => {
  it('waits with nothing held, and is answered at once with a link for a person', async () => {
    const before = performance.now()
    const { status, body } = await built.agent.run({ ...REQUIRED, wait_seconds: 60 })
    expect(performance.now() - before).toBeLessThan(30_000)
    expect(status).toBe(202)
    expect(body).toMatchObject({
      status: 'awaiting_approval',
      done: false,
      stoppable: true,
      billing: { quoted: null, charged: null },
      attempts: [],
      approval: {
        id: expect.stringMatching(/^appr_/),
        url: `${service.url}/dashboard/test/runs/${body.run_id}`,
        reason: 'requested',
        estimate: expect.stringMatching(/^0\.\d+$/),
      },
    })
    expect(Date.parse(body.approval?.expires_at ?? '') - Date.parse(body.created_at)).toBeGreaterThan(86_000_000)
    expect((await readWallet(service.db, built.workspace.id, 'test')).held).toBe(0n)
  })

  it('is answered at once again when its request is repeated under its idempotency key', async () => {
    const key = { 'Idempotency-Key': 'one-request' }
    const first = await built.agent.run(REQUIRED, key)
    const before = performance.now()
    const again = await built.agent.run({ ...REQUIRED, wait_seconds: 60 }, key)
    expect([again.status, again.body.run_id, again.body.status]).toEqual([202, first.body.run_id, 'awaiting_approval'])
    expect(performance.now() - before).toBeLessThan(30_000)
  })

  it('continues when a person approves it, and is charged as any other', async () => {
    const runId = await waitingRun()
    const approved = await built.approve(runId, 'Fine.')
    expect([approved.status, approved.at('approval')]).toEqual([200, undefined])
    const { body } = await built.agent.get(runId, 30)
    expect(body).toMatchObject({ status: 'succeeded', billing: { charged: '0.0143' } })
    expect((await built.approve(runId)).status).toBe(409)
  })

  it('ends as blocked when a person rejects it, with the note', async () => {
    const runId = await waitingRun()
    const waiting = built.agent.get(runId, 30)
    expect((await built.reject(runId, 'Not this one.')).status).toBe(200)
    expect((await waiting).body).toMatchObject({
      status: 'blocked',
      billing: { charged: null },
      error: { code: 'approval_rejected', message: expect.stringContaining('Not this one.') },
    })
    await expect(service.client.workflow.getHandle(runId).result()).resolves.toMatchObject({ status: 'blocked' })
    // The same request has the same answer: it needs no second decision.
    expect((await built.approve(runId)).status).toBe(409)
  })

  it('reports the request and the decision as events', async () => {
    const metadata = { customer: 'acme' }
    const [approvedId, rejectedId] = [await waitingRun({ ...REQUIRED, metadata }), await waitingRun()]
    await built.approve(approvedId, 'Fine.')
    await built.reject(rejectedId)
    expect(await built.events()).toMatchObject([
      { type: 'run.awaiting_approval', run_id: approvedId, metadata, work: 'contact.find', reason: 'requested' },
      { type: 'run.awaiting_approval', run_id: rejectedId },
      { type: 'run.approved', run_id: approvedId, metadata, note: 'Fine.', decided_by: expect.stringMatching(/^usr_/) },
      { type: 'run.rejected', run_id: rejectedId, note: null },
    ])
  })

  it('can be cancelled while it waits', async () => {
    const runId = await waitingRun()
    expect((await built.agent.cancel(runId)).body).toMatchObject({ status: 'cancelled', error: { code: 'cancelled' } })
    await expect(service.client.workflow.getHandle(runId).result()).resolves.toMatchObject({ status: 'cancelled' })
    expect((await built.approve(runId)).at('error', 'status')).toBe('cancelled')
  })

  it('ends as blocked when no decision comes in time', async () => {
    const runId = await waitingRun()
    await expireIn(service, runId, 0)
    expect((await built.approve(runId)).status).toBe(409)
    await service.client.workflow.getHandle(runId).signal('decide')
    expect((await built.agent.get(runId, 30)).body).toMatchObject({
      status: 'blocked',
      error: { code: 'approval_expired' },
    })
    await expect(service.client.workflow.getHandle(runId).result()).resolves.toMatchObject({ status: 'blocked' })
  })

  it('continues by the sweeper when the signal and the workflow are lost', async () => {
    const runId = await waitingRun()
    await service.client.workflow.getHandle(runId).terminate('lost')
    expect((await built.approve(runId)).status).toBe(200)
    await makeOverdue(service.db)
    expect((await built.agent.get(runId, 60)).body.status).toBe('succeeded')
  })
})

describe('the approval policy', () => {
  it('lets everything pass until an owner sets it', async () => {
    const none = { runs_above: null, sends: 'never', raw_writes: false, jobs_above: null }
    expect((await built.owner.get(POLICY)).body).toEqual(none)
    const cautious = { runs_above: '5.00', sends: 'new_people', raw_writes: true, jobs_above: '50.00' }
    expect((await built.owner.put(POLICY, cautious)).body).toEqual(cautious)
    expect((await built.owner.get(POLICY)).body).toEqual(cautious)
    expect((await built.agent.run(findContact())).body.status).toBe('succeeded')
  })

  it('stops a run of a key that costs more, and none that a person starts', async () => {
    await built.setPolicy({ runs_above: '0.01' })
    expect((await built.agent.run(findContact())).body.approval?.reason).toBe('cost')
    expect((await built.owner.post('/v1/run', findContact())).at('status')).toBe('succeeded')
  })

  it('stops a first message, and lets the next one to the same person pass', async () => {
    await built.setPolicy({ sends: 'new_people' })
    const first = await built.agent.run(MAIL)
    expect(first.body.approval?.reason).toBe('new_people')
    await built.approve(first.body.run_id)
    expect((await built.agent.get(first.body.run_id, 30)).body.status).toBe('succeeded')
    const { body } = await built.agent.run({ ...MAIL, routing: { allow_repeat: true } })
    expect(body.status).toBe('succeeded')
    const toAnother = { ...MAIL, input: { ...MAIL.input, to: 'erin@example.com' } }
    expect((await built.agent.run(toAnother)).body.approval?.reason).toBe('new_people')
  })

  it('stops a first message to the person of a row that a message to another person has named', async () => {
    await built.owner.post('/v1/features', { tables: true })
    await built.owner.post('/v1/tables', { name: 'leads', key: 'email' })
    await built.owner.post('/v1/tables/leads/rows', { rows: [{ email: 'erin@example.com' }] })
    await built.owner.post('/v1/run', { ...MAIL, record: { table: 'leads', key: 'erin@example.com' } })
    await built.setPolicy({ sends: 'new_people' })
    const toErin = { ...MAIL, input: { ...MAIL.input, to: 'erin@example.com' }, routing: { allow_repeat: true } }
    expect((await built.agent.run(toErin)).body.approval?.reason).toBe('new_people')
    expect((await built.agent.run({ ...MAIL, routing: { allow_repeat: true } })).body.status).toBe('succeeded')
  })

  it('stops a first message whose earlier one was rejected: it has reached no one', async () => {
    await built.setPolicy({ sends: 'new_people' })
    await built.reject(await waitingRun(MAIL))
    expect((await built.agent.run(MAIL)).body.approval?.reason).toBe('new_people')
  })

  it('stops every message, also a second one to the same person, and no lookup', async () => {
    await built.setPolicy({ sends: 'always' })
    const first = await built.agent.run(MAIL)
    expect(first.body.approval?.reason).toBe('send')
    await built.approve(first.body.run_id)
    expect((await built.agent.get(first.body.run_id, 30)).body.status).toBe('succeeded')
    const second = await built.agent.run({ ...MAIL, routing: { allow_repeat: true } })
    expect(second.body).toMatchObject({ status: 'awaiting_approval', approval: { reason: 'send' } })
    expect((await built.agent.run(findContact())).body.status).toBe('succeeded')
    expect((await built.owner.post('/v1/run', { ...MAIL, routing: { allow_repeat: true } })).at('status')).toBe(
      'succeeded',
    )
  })

  it.each<['always' | 'new_people', string]>([
    ['always', 'send'],
    ['new_people', 'new_people'],
  ])('about sends (%s) judges each call that may lead to one, and no reader', async (sends, reason) => {
    await built.setPolicy({ sends })
    const silent = { ...ACTOR, provider: 'apify', path: { actorId: 'someone~robot7' } }
    const task = { provider: 'apify', path: { actorTaskId: 'one' } }
    const mayLead = [
      silent,
      { ...silent, endpoint: 'GET /v2/actors/{actorId}/run-sync' },
      { ...task, endpoint: 'POST /v2/actor-tasks/{actorTaskId}/runs' },
      { ...task, endpoint: 'GET /v2/actor-tasks/{actorTaskId}/run-sync' },
      { provider: 'resend', endpoint: 'PATCH /contacts/{id}', path: { id: '1' }, input: { unsubscribed: false } },
    ]
    const answers = []
    for (const request of mayLead) answers.push((await built.agent.run(request)).body)
    expect(answers.map(({ status, approval }) => [status, approval?.reason])).toEqual(
      mayLead.map(() => ['awaiting_approval', reason]),
    )
    const reads = [
      { ...ACTOR, provider: 'apify' },
      { ...task, endpoint: 'GET /v2/actor-tasks/{actorTaskId}/runs' },
    ]
    for (const request of reads) expect((await built.agent.run(request)).body.status).toBe('succeeded')
  })

  it.each<[string, object, string]>([
    ['writes', { provider: 'apollo', endpoint: 'POST /contacts', input: { first_name: 'Ada' } }, 'awaiting_approval'],
    ['may write', { provider: 'resend', endpoint: 'DELETE /contacts/{id}', path: { id: '1' } }, 'awaiting_approval'],
    ['buys data of an actor', { provider: 'apify', ...ACTOR }, 'succeeded'],
    [
      'reads by GET',
      { provider: 'sec', endpoint: '/submissions/CIK{cik}.json', path: { cik: '0000320193' } },
      'succeeded',
    ],
    ['reads by POST', { provider: 'dataforseo', ...SEARCH }, 'succeeded'],
  ])('about raw calls that may change something judges one that %s', async (_, request, status) => {
    await built.setPolicy({ raw_writes: true })
    const { body } = await built.agent.run(request)
    expect([body.status, body.approval?.reason]).toEqual([
      status,
      status === 'awaiting_approval' ? 'raw_write' : undefined,
    ])
    expect((await built.agent.run(findContact())).body.status).toBe('succeeded')
  })
})

describe('who decides', () => {
  it('never the key that requested the run, even if it is an approver', async () => {
    await built.owner.patch(`/v1/api-keys/${built.workspace.keyIds.test}`, { approver: true })
    const runId = await waitingRun()
    for (const verb of ['approve', 'reject']) {
      const { status, body } = await built.agent.call<{ error: object }>('POST', `/v1/runs/${runId}/${verb}`)
      expect([status, body.error]).toMatchObject([403, { code: 'forbidden' }])
    }
    expect((await built.agent.get(runId)).body.status).toBe('awaiting_approval')
  })

  it('another key that is an approver, with limits too', async () => {
    const made = await built.owner.post('/v1/api-keys', {
      name: 'Approver',
      environment: 'test',
      approver: true,
      allow: { sends: false },
    })
    const approver = httpClient(service.url, String(made.at('api_key')))
    expect((await approver.get('/v1/auth/me')).at('approver')).toBe(true)
    const runId = await waitingRun()
    expect((await approver.post(`/v1/runs/${runId}/approve`)).status).toBe(200)
    await until(
      () => built.agent.get(runId),
      ({ body }) => body.status === 'succeeded',
    )
  })

  it('no key without it, no app and no viewer', async () => {
    const runId = await waitingRun()
    const app = await buildConnectedApp(service, built.workspace.id, ['read', 'run', 'write'])
    const viewer = await buildSession(service.db, built.workspace.id, 'viewer')
    const tokens = [built.workspace.keys.test, app.token, viewer.token]
    for (const token of tokens) {
      expect((await inSandbox(service, token).post(`/v1/runs/${runId}/approve`)).status).toBe(403)
    }
    expect((await built.agent.get(runId)).body.status).toBe('awaiting_approval')
  })
})

describe('the erasure of a person', () => {
  it('cancels the waiting runs that mention them, and waits for no other one that waits', async () => {
    const person = 'robin.erased@example.com'
    const enrich = { capability: 'person.enrich', input: { email: person }, approval: 'required' }
    const [mentions, other] = [await waitingRun(enrich), await waitingRun()]
    const read = built.agent.get(mentions, 60)
    const erasure = await built.owner.post('/v1/erasures', { subject: person })
    const done = await until(
      () => built.owner.get(`/v1/erasures/${String(erasure.at('erasure_id'))}`),
      ({ at }) => at('status') === 'finished',
    )
    expect(done.at('erased', 'runs')).toBe(1)
    expect((await read).body).toMatchObject({ status: 'cancelled', error: { code: 'cancelled' }, attempts: [] })
    expect((await built.agent.get(mentions)).body).toMatchObject({ purged_at: expect.any(String) })
    expect(await tablesThatHold(service.db, person)).toEqual([])
    await expect(service.client.workflow.getHandle(mentions).result()).resolves.toMatchObject({ status: 'cancelled' })
    expect((await built.approve(mentions)).status).toBe(409)
    expect((await built.approve(other)).status).toBe(200)
    expect((await built.agent.get(other, 30)).body.status).toBe('succeeded')
  })
})

describe('the note of a decision', () => {
  it('goes with a person whose data is erased', async () => {
    const person = 'robin.noted@example.com'
    const note = `${person} has objected.`
    const runId = await waitingRun({ capability: 'person.enrich', input: { email: person }, approval: 'required' })
    expect((await built.reject(runId, note)).at('error', 'message')).toContain(note)
    expect(await tablesThatHold(service.db, note)).toContain('approval')
    const erasure = await built.owner.post('/v1/erasures', { subject: person })
    await until(
      async () => (await built.owner.get(`/v1/erasures/${String(erasure.at('erasure_id'))}`)).at('status'),
      (status) => status === 'finished',
    )
    expect(await tablesThatHold(service.db, note)).toEqual([])
  })
})
