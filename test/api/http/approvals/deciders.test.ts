import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { buildConnectedApp } from '../../../build/connected-app.ts'
import { buildSession } from '../../../build/session.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { httpClient } from '../../../support/http.ts'
import { findContact } from '../../../support/run-client.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'
import { until } from '../../../support/until.ts'
import { type Credential, credentialsOf } from '../../credentials.ts'
import {
  buildWithPolicy,
  inSandbox,
  POLICY,
  type SandboxClient,
  type WorkspaceWithPolicy,
} from './workspace-with-policy.ts'

const DECISIONS = ['approve', 'reject'] as const
const CAUTIOUS = { runs_above: '0.01', sends: 'always', raw_writes: true, jobs_above: '50.00' }

let service: SharedService
let built: WorkspaceWithPolicy
beforeAll(async () => {
  service = await sharedTestService()
  built = await buildWithPolicy(service)
})
afterAll(() => service.stop())

/** Answered by both routes, for a run of the sandbox. */
async function statusesOf(runId: string, headers: () => Promise<Readonly<Record<string, string>>>): Promise<number[]> {
  const statuses: number[] = []
  for (const verb of DECISIONS) {
    const request = { method: 'POST', headers: { ...(await headers()), 'Service-Environment': 'test' } }
    statuses.push((await httpClient(service.url).request(`/v1/runs/${runId}/${verb}`, request)).status)
  }
  return statuses
}
const ofToken = (token: string) => async () => ({ Authorization: `Bearer ${token}` })
const statusOf = async (runId: string): Promise<string> => (await built.agent.get(runId)).body.status

/** A key of a workspace that may decide. */
async function approverKey(owner: SandboxClient, more: object = {}): Promise<{ id: string; token: string }> {
  const made = await owner.post('/v1/api-keys', {
    name: 'Approver',
    environment: 'test',
    approver: true,
    ...more,
  })
  expect(made.status).toBe(200)
  return { id: String(made.at('id')), token: String(made.at('api_key')) }
}

describe('a waiting run is decided', () => {
  const decides = ({ who }: Credential): boolean => who.kind === 'session' && who.role !== 'viewer'

  it('by no credential but those of people who may start runs', async () => {
    const { run_id: runId } = await built.waitingRun()
    const refused = credentialsOf(service, built.workspace).filter((credential) => !decides(credential))
    expect(refused.length).toBeGreaterThan(15)
    for (const { name, who, headers } of refused) {
      const status = who.kind === 'anonymous' ? 401 : 403
      expect([name, await statusesOf(runId, headers)]).toEqual([name, [status, status]])
    }
    expect(await statusOf(runId)).toBe('awaiting_approval')
  })

  it('by people who may start runs', async () => {
    const deciders = credentialsOf(service, built.workspace).filter(decides)
    expect(deciders).toHaveLength(3)
    for (const { name, headers } of deciders) {
      const { run_id: runId } = await built.waitingRun()
      // The second decision comes too late.
      expect([name, await statusesOf(runId, headers)]).toEqual([name, [200, 409]])
    }
  })

  it("by no approver that is revoked, over, of the other environment or of another workspace's", async () => {
    const { run_id: runId } = await built.waitingRun()
    const [withdrawn, revoked, live] = [
      await approverKey(built.owner),
      await approverKey(built.owner),
      await approverKey(built.owner, { environment: 'live' }),
    ]
    const soon = await approverKey(built.owner, { expires_at: new Date(Date.now() + 1_000).toISOString() })
    await built.owner.patch(`/v1/api-keys/${withdrawn.id}`, { approver: false })
    await httpClient(service.url, built.workspace.keys.live).delete(`/v1/api-keys/${revoked.id}`)
    const other = await buildWorkspace(service.db)
    const outsider = (await buildSession(service.db, other.id)).token
    const foreign = await inSandbox(service, outsider).post('/v1/api-keys', {
      name: 'Foreign',
      environment: 'test',
      approver: true,
    })
    await until(
      async () => (await httpClient(service.url, soon.token).get('/v1/auth/me')).status,
      (status) => status === 401,
    )
    const answers = {
      withdrawn: await statusesOf(runId, ofToken(withdrawn.token)),
      revoked: await statusesOf(runId, ofToken(revoked.token)),
      over: await statusesOf(runId, ofToken(soon.token)),
      live: await statusesOf(runId, ofToken(live.token)),
      foreign: await statusesOf(runId, ofToken(String(foreign.at('api_key')))),
      outsider: await statusesOf(runId, ofToken(outsider)),
    }
    expect(answers).toEqual({
      withdrawn: [403, 403],
      revoked: [401, 401],
      over: [401, 401],
      live: [404, 404],
      foreign: [404, 404],
      outsider: [404, 404],
    })
    expect(await statusOf(runId)).toBe('awaiting_approval')
  })
})

describe('an agent whose run waits', () => {
  /** All that an agent could try with its credential, each refused. */
  async function tries(token: string, runId: string, ownKeyOrApp: string): Promise<Record<string, number>> {
    const client = inSandbox(service, token)
    const { keyIds } = built.workspace
    const mint = { name: 'Mine', environment: 'test', approver: true }
    const invitation = { email: 'agent@example.com', role: 'owner' }
    const page = await httpClient(service.url).request(`/dashboard/test/runs/${runId}`, {
      method: 'POST',
      text: 'action=approve',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/x-www-form-urlencoded',
        Origin: service.url,
      },
    })
    return {
      approve: (await client.post(`/v1/runs/${runId}/approve`)).status,
      reject: (await client.post(`/v1/runs/${runId}/reject`)).status,
      policy: (await client.put(POLICY, { runs_above: null, sends: 'never', raw_writes: false })).status,
      self: (await client.patch(ownKeyOrApp, { approver: true })).status,
      otherKey: (await client.patch(`/v1/api-keys/${keyIds.live}`, { approver: true })).status,
      mint: (await client.post('/v1/api-keys', mint)).status,
      invite: (await client.post('/v1/members', invitation)).status,
      page: [302, 303, 401, 403].includes(page.status) ? 403 : page.status,
    }
  }
  const ALL_REFUSED = {
    approve: 403,
    reject: 403,
    policy: 403,
    self: 403,
    otherKey: 403,
    mint: 403,
    invite: 403,
    page: 403,
  }
  const keys = async () =>
    [(await built.owner.get('/v1/api-keys')).at('items')].flat().map((key) => [Object(key).id, Object(key).approver])

  it.each(['a key without limits that is an approver', 'an app that may do all that apps may'])(
    'cannot approve it itself, nor change what it is judged by: %s',
    async (kind) => {
      await built.owner.put(POLICY, CAUTIOUS)
      const key = await approverKey(built.owner)
      const app = await buildConnectedApp(service, built.workspace.id, ['read', 'run', 'write'])
      const isKey = kind.startsWith('a key')
      const token = isKey ? key.token : app.token
      const own = isKey ? `/v1/api-keys/${key.id}` : `/v1/connected-apps/${app.appId}`
      const agent = inSandbox(service, token)
      const started = await agent.post('/v1/run', findContact())
      expect(started.at('status')).toBe('awaiting_approval')
      const runId = String(started.at('run_id'))
      const before = await keys()
      expect(await tries(token, runId, own)).toEqual(ALL_REFUSED)
      expect(await keys()).toEqual(before)
      expect((await built.owner.get(POLICY)).body).toEqual(CAUTIOUS)
      expect((await agent.get(`/v1/runs/${runId}`)).body).toMatchObject({ status: 'awaiting_approval', attempts: [] })
    },
  )

  it('cannot approve what its watch has requested, also where another key refreshes it', async () => {
    const { owner, workspace, setPolicy, approve } = await buildWithPolicy(service)
    await setPolicy(CAUTIOUS)
    const key = await approverKey(owner)
    const agent = inSandbox(service, key.token)
    const watch = await agent.post('/v1/watch', { ...findContact(), every: '1d' })
    expect(watch.status).toBe(200)
    const refresh = `/v1/watch/${String(watch.at('id'))}/refresh?wait_seconds=0`
    expect((await httpClient(service.url, workspace.keys.test).post(refresh)).status).toBe(202)
    const waiting = await until(
      async () => (await agent.get('/v1/runs?status=awaiting_approval')).at('items', '0', 'run_id'),
      (runId) => runId !== undefined,
    )
    expect(await statusesOf(String(waiting), ofToken(key.token))).toEqual([403, 403])
    expect((await approve(String(waiting))).status).toBe(200)
  })
})
