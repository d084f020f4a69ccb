import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { verifyLedger } from '../../../../db/wallets/verify.ts'
import { buildConnectedApp } from '../../../build/connected-app.ts'
import { buildSession } from '../../../build/session.ts'
import { readWallet } from '../../../build/wallet.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { type HttpClient, httpClient } from '../../../support/http.ts'
import { tablesThatHold } from '../../../support/plaintext.ts'
import { findContact, runClient } from '../../../support/run-client.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { makeOverdue } from '../../../support/sweep.ts'
import { until } from '../../../support/until.ts'

const POLICY = '/v1/approval-policy'
const REQUIRED = findContact('', { approval: 'required' })

let service: TestService
let workspace: TestWorkspace
let owner: ReturnType<typeof inSandbox>
let agent: ReturnType<typeof runClient>
beforeAll(async () => {
  service = await startTestService({ sweepEveryMs: 1_000 })
})
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await service.stop()
  expect(drifts).toEqual([])
})
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
  owner = inSandbox((await buildSession(service.db, workspace.id)).token)
  agent = runClient(service.url, workspace.keys.test)
})

const SANDBOX = { 'Service-Environment': 'test' }
/** A session is live unless a request says otherwise. */
function inSandbox(token: string): Pick<HttpClient, 'get' | 'post' | 'put' | 'patch'> {
  const client = httpClient(service.url, token)
  return {
    get: (path) => client.get(path, SANDBOX),
    post: (path, body) => client.post(path, body, SANDBOX),
    put: (path, body) => client.put(path, body, SANDBOX),
    patch: (path, body) => client.patch(path, body, SANDBOX),
  }
}

const waitingRun = async (request: object = REQUIRED): Promise<string> => {
  const { status, body } = await agent.run(request)
  expect([status, body.status]).toEqual([202, 'awaiting_approval'])
  return body.run_id
}
const approve = (runId: string, note?: string) =>
  owner.post(`/v1/runs/${runId}/approve`, note === undefined ? undefined : { note })
const reject = (runId: string, note?: string) =>
  owner.post(`/v1/runs/${runId}/reject`, note === undefined ? undefined : { note })
const setPolicy = (policy: object) =>
  owner.put(POLICY, { runs_above: null, sends: 'never', raw_writes: false, ...policy })
const events = async () =>
  Object((await owner.get('/v1/events')).at('items')).map(({ type, data }: { type: string; data: object }) => ({
    type,
    ...data,
  }))

describe('a run that needs an approval', () => {
  it('waits with nothing held, and is answered at once with a link for a person', async () => {
    const before = performance.now()
    const { status, body } = await agent.run({ ...REQUIRED, wait_seconds: 60 })
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
    expect((await readWallet(service.db, workspace.id, 'test')).held).toBe(0n)
  })

  it('goes on when a person approves it, and is charged as any other', async () => {
    const runId = await waitingRun()
    const approved = await approve(runId, 'Fine.')
    expect([approved.status, approved.at('approval')]).toEqual([200, undefined])
    const { body } = await agent.get(runId, 30)
    expect(body).toMatchObject({ status: 'succeeded', billing: { charged: '0.0143' } })
    expect((await approve(runId)).status).toBe(409)
  })

  it('ends as blocked when a person rejects it, with the note', async () => {
    const runId = await waitingRun()
    const waiting = agent.get(runId, 30)
    expect((await reject(runId, 'Not this one.')).status).toBe(200)
    expect((await waiting).body).toMatchObject({
      status: 'blocked',
      billing: { charged: null },
      error: { code: 'approval_rejected', message: expect.stringContaining('Not this one.') },
    })
    await expect(service.client.workflow.getHandle(runId).result()).resolves.toMatchObject({ status: 'blocked' })
    // The same request has the same answer: it needs no second decision.
    expect((await approve(runId)).status).toBe(409)
  })

  it('reports the request and the decision as events', async () => {
    const [approvedId, rejectedId] = [await waitingRun(), await waitingRun()]
    await approve(approvedId, 'Fine.')
    await reject(rejectedId)
    expect(await events()).toMatchObject([
      { type: 'run.awaiting_approval', run_id: approvedId, work: 'contact.find', reason: 'requested' },
      { type: 'run.awaiting_approval', run_id: rejectedId },
      { type: 'run.approved', run_id: approvedId, note: 'Fine.', decided_by: expect.stringMatching(/^usr_/) },
      { type: 'run.rejected', run_id: rejectedId, note: null },
    ])
  })

  it('can be cancelled while it waits', async () => {
    const runId = await waitingRun()
    expect((await agent.cancel(runId)).body).toMatchObject({ status: 'cancelled', error: { code: 'cancelled' } })
    await expect(service.client.workflow.getHandle(runId).result()).resolves.toMatchObject({ status: 'cancelled' })
    expect((await approve(runId)).at('error', 'status')).toBe('cancelled')
  })

  it('ends as blocked when no decision comes in time', async () => {
    const runId = await waitingRun()
    await service.db.pool.query('update approval set expires_at = clock_timestamp() where run_id = $1', [runId])
    expect((await approve(runId)).status).toBe(409)
    await service.client.workflow.getHandle(runId).signal('decide')
    expect((await agent.get(runId, 30)).body).toMatchObject({ status: 'blocked', error: { code: 'approval_expired' } })
    await expect(service.client.workflow.getHandle(runId).result()).resolves.toMatchObject({ status: 'blocked' })
  })

  it('goes on by the sweeper when the signal and the workflow are lost', async () => {
    const runId = await waitingRun()
    await service.client.workflow.getHandle(runId).terminate('lost')
    expect((await approve(runId)).status).toBe(200)
    await makeOverdue(service.db)
    expect((await agent.get(runId, 60)).body.status).toBe('succeeded')
  })
})

describe('the approval policy', () => {
  it('lets everything pass until an owner sets it', async () => {
    const none = { runs_above: null, sends: 'never', raw_writes: false }
    expect((await owner.get(POLICY)).body).toEqual(none)
    const cautious = { runs_above: '5.00', sends: 'new_people', raw_writes: true }
    expect((await owner.put(POLICY, cautious)).body).toEqual(cautious)
    expect((await owner.get(POLICY)).body).toEqual(cautious)
    expect((await agent.run(findContact())).body.status).toBe('succeeded')
  })

  it('stops a run of a key that costs more, and none that a person starts', async () => {
    await setPolicy({ runs_above: '0.01' })
    expect((await agent.run(findContact())).body.approval?.reason).toBe('cost')
    expect((await owner.post('/v1/run', findContact())).at('status')).toBe('succeeded')
  })

  it('stops a first message, and lets the next one to the same person pass', async () => {
    await setPolicy({ sends: 'new_people' })
    const mail = {
      capability: 'email.send',
      input: { to: 'robin@example.com', subject: 'Hello', text: 'Hello Robin' },
    }
    const first = await agent.run(mail)
    expect(first.body.approval?.reason).toBe('new_people')
    await approve(first.body.run_id)
    expect((await agent.get(first.body.run_id, 30)).body.status).toBe('succeeded')
    const { body } = await agent.run({ ...mail, routing: { allow_repeat: true } })
    expect(body.status).toBe('succeeded')
  })
})

describe('who decides', () => {
  it('never the key that requested the run, even if it is an approver', async () => {
    await owner.patch(`/v1/api-keys/${workspace.keyIds.test}`, { approver: true })
    const runId = await waitingRun()
    for (const verb of ['approve', 'reject']) {
      const { status, body } = await agent.call<{ error: object }>('POST', `/v1/runs/${runId}/${verb}`)
      expect([status, body.error]).toMatchObject([403, { code: 'forbidden' }])
    }
    expect((await agent.get(runId)).body.status).toBe('awaiting_approval')
  })

  it('another key that is an approver, with limits too', async () => {
    const made = await owner.post('/v1/api-keys', {
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
      () => agent.get(runId),
      ({ body }) => body.status === 'succeeded',
    )
  })

  it('no key without it, no app and no viewer', async () => {
    const runId = await waitingRun()
    const app = await buildConnectedApp(service, workspace.id, ['read', 'run', 'write'])
    const viewer = await buildSession(service.db, workspace.id, 'viewer')
    const tokens = [workspace.keys.test, app.token, viewer.token]
    for (const token of tokens) {
      expect((await inSandbox(token).post(`/v1/runs/${runId}/approve`)).status).toBe(403)
    }
    expect((await agent.get(runId)).body.status).toBe('awaiting_approval')
  })
})

describe('the note of a decision', () => {
  it('goes with a person whose data is erased', async () => {
    const person = 'robin.noted@example.com'
    const note = `${person} has objected.`
    const runId = await waitingRun({ capability: 'person.enrich', input: { email: person }, approval: 'required' })
    expect((await reject(runId, note)).at('error', 'message')).toContain(note)
    expect(await tablesThatHold(service.db, note)).toContain('approval')
    const erasure = await owner.post('/v1/erasures', { subject: person })
    await until(
      async () => (await owner.get(`/v1/erasures/${String(erasure.at('erasure_id'))}`)).at('status'),
      (status) => status === 'finished',
    )
    expect(await tablesThatHold(service.db, note)).toEqual([])
  })
})
