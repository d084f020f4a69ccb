import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { buildSession } from '../../build/session.ts'
import { leftovers } from '../../support/child-process.ts'
import { played } from '../../support/crash-rows.ts'
import { requestFromDying } from '../../support/dying.ts'
import { raiseEvents } from '../../support/events.ts'
import { startMortal } from '../../support/mortal.ts'
import { httpClient, type HttpClient, type HttpRequest } from '../../support/http.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { workerEnv } from '../../support/worker-env.ts'

const HOOK = { url: 'http://127.0.0.1:9/hooks' }
let service: TestService
let session: HttpClient
let token: string
beforeAll(async () => {
  service = await startTestService({ worker: false })
  token = (await buildSession(service.db, service.workspace.id)).token
  session = httpClient(service.url, token)
  await session.post('/v1/features', { tables: true })
  await session.post('/v1/tables/held/rows', {
    rows: Array.from({ length: 4 }, (_, index) => ({ email: `robin-${index}@example.com`, status: 'lost' })),
  })
}, 120_000)
afterAll(async () => {
  await service.stop()
  expect(leftovers()).toEqual([])
})

interface Case {
  /** The transaction behind whose commit the api dies. */
  readonly transaction: string
  /** The request; what it needs is made before. */
  readonly request: () => Promise<HttpRequest & { readonly path: string }>
  /** What a second execution would change. */
  readonly counted: string
  /** Of the answer; 200 by default. */
  readonly status?: number
}

const post = (path: string, body?: object) => ({ path, method: 'POST', ...(body === undefined ? {} : { body }) })
const webhook = async (): Promise<string> => String((await session.post('/v1/webhooks', HOOK)).at('id'))
const numberOf = async (counted: string): Promise<string> =>
  String((await service.db.pool.query(`select (${counted}) as n`)).rows[0].n)

const CASES: readonly Case[] = [
  {
    transaction: 'create_webhook',
    request: async () => post('/v1/webhooks', HOOK),
    counted: 'select count(*) from webhook_endpoint',
  },
  {
    transaction: 'rotate_webhook_secret',
    request: async () => post(`/v1/webhooks/${await webhook()}/rotate-secret`),
    counted: `select string_agg(id, ' ' order by id) from webhook_secret`,
  },
  {
    transaction: 'retry_delivery',
    async request() {
      const id = await webhook()
      await raiseEvents(service, { workspace: service.workspace, environment: 'live' })
      const delivery = String((await session.get(`/v1/webhooks/${id}`)).at('deliveries', '0', 'id'))
      await service.db.pool.query(
        `update webhook_delivery set status = 'failed', attempts_made = 7, next_attempt_at = null, sweep_at = null where id = $1`,
        [delivery],
      )
      return post(`/v1/webhooks/${id}/deliveries/${delivery}/retry`)
    },
    counted: 'select max(next_attempt_at)::text from webhook_delivery where attempts_made = 7',
  },
  {
    transaction: 'store_connection',
    request: async () => post('/v1/connections/builtwith', { api_key: 'their-key' }),
    counted: 'select sum(generation) from connection',
  },
  {
    transaction: 'create_table',
    request: async () => post('/v1/tables', { name: 'made' }),
    counted: 'select count(*) from workspace_table',
  },
  {
    transaction: 'write_rows',
    request: async () => post('/v1/tables/held/rows', { rows: [{ email: 'ada@example.com', status: 'new' }] }),
    counted: `select string_agg(id::text || updated_at, ' ' order by id) from table_row`,
  },
  {
    transaction: 'write_rows',
    counted: `select string_agg(id::text || updated_at, ' ' order by id) from table_row`,
    request: async () => ({
      path: '/v1/tables/held/import',
      method: 'POST',
      text: 'email\nsam@example.com\n',
      headers: { 'Content-Type': 'text/csv' },
    }),
  },
  {
    transaction: 'store_job_upload',
    status: 201,
    counted: 'select count(*) from job_upload',
    request: async () => ({
      path: '/v1/jobs/uploads',
      method: 'POST',
      text: 'email\nsam@example.com\n',
      headers: { 'Content-Type': 'text/csv' },
    }),
  },
  {
    transaction: 'update_rows',
    counted: `select count(*) from table_row where status = 'claimed'`,
    request: async () => ({
      path: '/v1/tables/held/rows',
      method: 'PATCH',
      body: { if_status: 'lost', limit: 1, set: { status: 'claimed' } },
    }),
  },
  {
    transaction: 'suppress',
    request: async () => post('/v1/suppressions', { subjects: ['robin@example.com'] }),
    counted: 'select count(*) from suppression',
  },
  {
    transaction: 'delete_rows',
    request: async () => post('/v1/tables/held/rows/delete', { status: 'lost', limit: 1 }),
    counted: 'select count(*) from table_row',
  },
  {
    transaction: 'mint_api_key_within_limit',
    request: async () => post('/v1/api-keys', { name: 'once', environment: 'live' }),
    counted: 'select count(*) from api_key',
  },
]

describe('an api that dies behind the commit of a request with an idempotency key', () => {
  it.each(played(CASES))(
    '$transaction: has answered, and the same request repeats nothing',
    async ({ transaction, request: made, counted, status = 200 }) => {
      const { path, headers, ...request } = await made()
      const keyed = { ...request, headers: { ...headers, 'Idempotency-Key': randomUUID() } }
      const before = await numberOf(counted)
      const api = await startMortal({
        script: 'api-child.ts',
        env: { ...workerEnv({ ...service, providers: {} }), CRASH_AT: `${transaction}:after` },
      })
      await requestFromDying(api, (url) => httpClient(url, token).request(path, keyed))
      const done = await numberOf(counted)
      expect(done).not.toBe(before)

      const answer = await session.request(path, keyed)
      expect([answer.status, answer.headers.get('idempotent-replay')]).toEqual([status, 'true'])
      expect(await numberOf(counted)).toBe(done)
    },
    120_000,
  )
})
