import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { buildConnectedApp } from '../../build/connected-app.ts'
import { setTables } from '../../build/features.ts'
import { buildSession } from '../../build/session.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { type HttpClient, httpClient } from '../../support/http.ts'
import { callTool, connectMcp } from '../../support/mcp.ts'
import type { SharedService } from '../../support/service.ts'
import { sharedTestService } from '../../support/shared-service.ts'
import { until } from '../../support/until.ts'
import { FAILING_ROWS, type OfAnother, ROUTE_CASES, ROWS, TOOL_CASES, VERIFY_ROWS, WATCH } from './cases.ts'
import { RUN_EFFECTS } from './rows.ts'

let service: SharedService
beforeAll(async () => {
  service = await sharedTestService()
}, 120_000)
afterAll(() => service.stop())

const SANDBOX = { 'Service-Environment': 'test' }

/** Who calls: `payer` is the id that its runs have; null: a person. */
interface Caller {
  readonly token: string
  readonly payer: string | null
}

type MakeCaller = (workspaceId: string, owner: HttpClient) => Promise<Caller>

const keyWith =
  (terms: object): MakeCaller =>
  async (_, owner) => {
    const made = await owner.post('/v1/api-keys', { name: 'Agent', environment: 'test', ...terms })
    expect(made.status).toBe(200)
    return { token: String(made.at('api_key')), payer: String(made.at('id')) }
  }
const app =
  (...scopes: readonly ('read' | 'run' | 'write')[]): MakeCaller =>
  async (workspaceId) => {
    const { appId, token } = await buildConnectedApp(service, workspaceId, scopes)
    return { token, payer: appId }
  }
const person =
  (role: 'owner' | 'member' | 'viewer'): MakeCaller =>
  async (workspaceId) => ({ token: (await buildSession(service.db, workspaceId, role)).token, payer: null })

/** What a credential may do: `begins` runs at its own expense, `continues` what another has caused, `decides`. */
interface Row {
  readonly name: string
  readonly make: MakeCaller
  readonly begins: boolean
  readonly continues: boolean
  readonly decides: boolean
  /** Its budget holds nothing: none of its runs is paid. */
  readonly isBroke?: true
  /** Calls no tools. */
  readonly isPerson?: true
}

const NOTHING = { begins: false, continues: false, decides: false }
const PERSON = { begins: true, continues: true, decides: true, isPerson: true } as const
const CREDENTIALS: readonly Row[] = [
  { name: 'a key', make: keyWith({}), begins: true, continues: true, decides: false },
  { name: 'an approver', make: keyWith({ approver: true }), begins: true, continues: true, decides: true },
  {
    name: 'a key with a budget that is too small',
    make: keyWith({ budget: { amount: '0.000001', period: 'total' } }),
    begins: true,
    continues: false,
    decides: false,
    isBroke: true,
  },
  { name: 'a key for other capabilities', make: keyWith({ allow: { capabilities: ['web.search'] } }), ...NOTHING },
  { name: 'an app', make: app('read', 'run', 'write'), begins: true, continues: false, decides: false },
  { name: 'an app that reads', make: app('read'), ...NOTHING },
  { name: 'an owner', make: person('owner'), ...PERSON },
  { name: 'a member', make: person('member'), ...PERSON },
  { name: 'a viewer', make: person('viewer'), ...NOTHING, isPerson: true },
]

/** Objects of an unlimited key, made through the API. */
function objectsOf(maker: HttpClient): OfAnother {
  const job = async (body: object): Promise<string> => {
    const made = await maker.post('/v1/jobs', body)
    expect(made.status).toBe(202)
    return String(made.at('job_id'))
  }
  const reads = async (path: string, status: string) =>
    expect((await maker.get(`${path}?wait=60`)).at('status')).toBe(status)
  const manual = { ...ROWS, pilot: 1, approve: 'manual' }
  return {
    async watch() {
      return String((await maker.post('/v1/watch', WATCH)).at('id'))
    },
    async failedJob() {
      const id = await job(FAILING_ROWS)
      await reads(`/v1/jobs/${id}`, 'failed')
      return id
    },
    async pausedJob() {
      const id = await job({ ...ROWS, pilot: 0, ceiling: '0.000001' })
      await reads(`/v1/jobs/${id}`, 'paused')
      return id
    },
    async waitingJob() {
      const id = await job(manual)
      await reads(`/v1/jobs/${id}`, 'awaiting_approval')
      return id
    },
    async waitingRun() {
      const { capability } = VERIFY_ROWS
      const made = await maker.post('/v1/run', {
        capability,
        input: { email: 'ada@example.com' },
        approval: 'required',
        wait_seconds: 60,
      })
      expect(made.at('status')).toBe('awaiting_approval')
      return String(made.at('run_id'))
    },
    async upload() {
      const made = await maker.request('/v1/jobs/uploads', {
        method: 'POST',
        text: 'email\nada@example.com\n',
        headers: { 'Content-Type': 'text/csv' },
      })
      expect(made.status).toBe(201)
      return String(made.at('upload_id'))
    },
    async table() {
      const name = `leads_${randomUUID().replaceAll('-', '_')}`
      expect((await maker.post('/v1/tables', { name })).status).toBe(200)
      return name
    },
  }
}

interface Made {
  readonly id: string
  readonly payer: string | null
}

/** The runs, jobs and watches of a workspace with their payers. */
async function madeIn(workspaceId: string): Promise<Made[]> {
  const { rows } = await service.db.pool.query<Made>(
    ['run', 'job', 'watch']
      .map(
        (table) => `select id, coalesce(api_key_id, connected_app_id) as payer from ${table} where workspace_id = $1`,
      )
      .join(' union all '),
    [workspaceId],
  )
  return rows
}

interface Setting {
  readonly workspaceId: string
  readonly maker: string
  readonly other: OfAnother
  readonly caller: Caller
}

async function setting({ make }: Row): Promise<Setting> {
  const workspace = await buildWorkspace(service.db)
  await setTables(service.url, workspace.keys.test, true)
  const owner = httpClient(service.url, (await buildSession(service.db, workspace.id)).token)
  return {
    workspaceId: workspace.id,
    maker: workspace.keyIds.test,
    other: objectsOf(httpClient(service.url, workspace.keys.test)),
    caller: await make(workspace.id, owner),
  }
}

const mayCall = ({ begins, continues, decides }: Row, operation: string): boolean =>
  operation === 'approveRun' ? decides : RUN_EFFECTS[operation] === 'begins' ? begins : continues

/** A client whose requests are of the sandbox, whatever its credential. */
function inSandbox(token: string): HttpClient {
  const client = httpClient(service.url, token)
  return {
    ...client,
    get: (path) => client.get(path, SANDBOX),
    post: (path, body) => client.post(path, body, SANDBOX),
    delete: (path) => client.delete(path, SANDBOX),
    patch: (path, body) => client.patch(path, body, SANDBOX),
  }
}

/** Who pays for what exists since `before`. What another has caused stays theirs. */
async function payersSince({ workspaceId }: Setting, before: readonly Made[]): Promise<(string | null)[]> {
  const known = new Set(before.map(({ id }) => id))
  const added = (await madeIn(workspaceId)).filter(({ id }) => !known.has(id))
  return [...new Set(added.map(({ payer }) => payer))]
}

function expectPayers(payers: readonly (string | null)[], row: Row, of: Setting & { operation: string }): void {
  const effect = RUN_EFFECTS[of.operation]
  if (!mayCall(row, of.operation)) expect(payers).toEqual([])
  else if (effect === 'begins') expect(payers).toEqual([of.caller.payer])
  else expect(payers.filter((payer) => payer !== of.maker)).toEqual([])
}

describe.each(CREDENTIALS.map((row) => [row.name, row] as const))('%s', (_, row) => {
  it('pays for the runs that it causes by a route, and for none that another has caused', async () => {
    const place = await setting(row)
    for (const [operation, send] of Object.entries(ROUTE_CASES)) {
      let before: Made[] = []
      const other = noted(place.other, async () => {
        before = await madeIn(place.workspaceId)
      })
      before = await madeIn(place.workspaceId)
      const { status, text } = await send(inSandbox(place.caller.token), other)
      expect([operation, mayCall(row, operation) ? status !== 403 && status < 500 : status === 403, text]).toEqual([
        operation,
        true,
        text,
      ])
      expectPayers(await payersSince(place, before), row, { ...place, operation })
    }
    if (row.isBroke === true) await expectNothingPaid(place)
  }, 60_000)

  if (row.isPerson !== true)
    it('pays for the runs that it causes by a tool', async () => {
      const place = await setting(row)
      const agent = await connectMcp(service.url, place.caller.token, { headers: SANDBOX })
      try {
        for (const [tool, calls] of Object.entries(TOOL_CASES)) {
          for (const call of calls) {
            const { operation, args } = await call(place.other)
            const before = await madeIn(place.workspaceId)
            const { isError } = await callTool(agent, tool, args)
            if (RUN_EFFECTS[operation] === 'ends')
              expect([operation, isError]).toEqual([operation, !mayCall(row, operation)])
            expectPayers(await payersSince(place, before), row, { ...place, operation })
          }
        }
      } finally {
        await agent.close()
      }
      if (row.isBroke === true) await expectNothingPaid(place)
    }, 60_000)
})

/** Calls `made` after each object is made. */
function noted(other: OfAnother, made: () => Promise<void>): OfAnother {
  const noting = (make: () => Promise<string>) => async () => {
    const id = await make()
    await made()
    return id
  }
  return {
    watch: noting(other.watch),
    failedJob: noting(other.failedJob),
    pausedJob: noting(other.pausedJob),
    waitingJob: noting(other.waitingJob),
    waitingRun: noting(other.waitingRun),
    upload: noting(other.upload),
    table: noting(other.table),
  }
}

/** Each run of the caller was refused by its own budget. */
async function expectNothingPaid({ workspaceId, caller }: Setting): Promise<void> {
  const statuses = async (): Promise<string[]> => {
    const { rows } = await service.db.pool.query<{ status: string }>(
      'select distinct status from run where workspace_id = $1 and api_key_id = $2',
      [workspaceId, caller.payer],
    )
    return rows.map(({ status }) => status)
  }
  expect(await until(statuses, (all) => !all.some((status) => status === 'created'))).toEqual(['blocked'])
}
