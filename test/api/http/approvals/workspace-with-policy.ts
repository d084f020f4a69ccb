import { expect } from '@jest/globals'
import type { Run } from '../../../../api/schemas/run.ts'
import { buildSession } from '../../../build/session.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { type HttpAnswer, type HttpClient, httpClient } from '../../../support/http.ts'
import { findContact, runClient } from '../../../support/run-client.ts'
import type { SharedService } from '../../../support/service.ts'

export type SandboxClient = Pick<HttpClient, 'get' | 'post' | 'put' | 'patch'>

/** A session is live unless a request states otherwise. */
const SANDBOX = { 'Service-Environment': 'test' }
/** A client whose requests are of the sandbox, whatever its credential. */
export function inSandbox({ url }: Pick<SharedService, 'url'>, token: string): SandboxClient {
  const client = httpClient(url, token)
  return {
    get: (path) => client.get(path, SANDBOX),
    post: (path, body) => client.post(path, body, SANDBOX),
    put: (path, body) => client.put(path, body, SANDBOX),
    patch: (path, body) => client.patch(path, body, SANDBOX),
  }
}

export const POLICY = '/v1/approval-policy'
export const REQUIRED = findContact('', { approval: 'required' })

/** A workspace with a person who decides, and a key whose runs wait, in the sandbox. */
export interface WorkspaceWithPolicy {
  readonly workspace: TestWorkspace
  readonly owner: SandboxClient
  readonly agent: ReturnType<typeof runClient>
  /** A run of the agent that waits. */
  waitingRun(request?: object): Promise<Run>
  approve(runId: string, note?: string): Promise<HttpAnswer>
  reject(runId: string, note?: string): Promise<HttpAnswer>
  setPolicy(policy: object): Promise<HttpAnswer>
  /** The events of the workspace, the oldest first. */
  events(): Promise<readonly object[]>
}

/** `credit` in USD. */
export async function buildWithPolicy(service: SharedService, credit?: string): Promise<WorkspaceWithPolicy> {
  const workspace = await buildWorkspace(service.db, credit === undefined ? {} : { test: credit })
  const owner = inSandbox(service, (await buildSession(service.db, workspace.id)).token)
  const agent = runClient(service.url, workspace.keys.test)
  const decide = (verb: string) => (runId: string, note?: string) =>
    owner.post(`/v1/runs/${runId}/${verb}`, note === undefined ? undefined : { note })
  return {
    workspace,
    owner,
    agent,
    async waitingRun(request = REQUIRED) {
      const { status, body } = await agent.run(request)
      expect([status, body.status]).toEqual([202, 'awaiting_approval'])
      return body
    },
    approve: decide('approve'),
    reject: decide('reject'),
    setPolicy: (policy) => owner.put(POLICY, { runs_above: null, sends: 'never', raw_writes: false, ...policy }),
    async events() {
      const { at } = await owner.get('/v1/events')
      return [at('items')].flat().map((event) => ({ type: Object(event).type, ...Object(event).data }))
    },
  }
}

/** As if the time of the run's decision ended this many milliseconds from now. */
export async function expireIn({ db }: Pick<SharedService, 'db'>, runId: string, ms: number): Promise<void> {
  await db.pool.query(
    `update approval set expires_at = clock_timestamp() + make_interval(secs => $2 / 1000.0) where run_id = $1`,
    [runId, ms],
  )
}
