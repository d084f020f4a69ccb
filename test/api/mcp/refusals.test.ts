import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Client } from '@modelcontextprotocol/client'
import fc from 'fast-check'
import { at, type HttpClient, httpClient, membersOf } from '../../support/http.ts'
import { callTool, connectMcp, textOf } from '../../support/mcp.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { tries } from '../../support/seed.ts'

/** The same request, made as a tool call and over HTTP. */
interface Same {
  readonly tool: string
  readonly args?: Readonly<Record<string, unknown>>
  readonly http: readonly [method: string, path: string, body?: unknown]
  /** Where HTTP's name of a member differs from the argument. */
  readonly param?: string
}

const LONG = 'x'.repeat(1_100_000)
const same = (tool: string, path: string, body: Readonly<Record<string, unknown>>): Same => ({
  tool,
  args: body,
  http: ['POST', path, body],
})
const read = (tool: string, path: string, args: Readonly<Record<string, string | number>>): Same => ({
  tool,
  args,
  http: [
    'GET',
    `${path}?${new URLSearchParams(Object.entries(args).map(([name, value]): [string, string] => [name, String(value)])).toString()}`,
  ],
})

const WITHOUT_TABLES: readonly Same[] = [
  same('discover', '/v1/discover', {}),
  same('discover', '/v1/discover', { query: 'email', limit: 100 }),
  same('discover', '/v1/discover', { query: 'email', limit: '5' }),
  same('discover', '/v1/discover', { query: 'email', qurey: 1 }),
  same('discover', '/v1/discover', { query: 'e\0mail' }),
  same('discover', '/v1/discover', { query: 'email', constructor: 1 }),
  same('discover', '/v1/discover', { query: 'email', limit: 1e300 }),
  same('inspect', '/v1/inspect', {}),
  same('inspect', '/v1/inspect', { capability: 'contact.fnid' }),
  same('inspect', '/v1/inspect', { capability: 'contact.find', provider: 'hunter' }),
  same('inspect', '/v1/inspect', { provider: 'hunter', endpoint: '/nothing' }),
  same('run', '/v1/run', {}),
  same('run', '/v1/run', { capability: 'contact.find', input: {} }),
  same('run', '/v1/run', {
    capability: 'contact.find',
    input: { full_name: 'Ada Example', domain: 'example.com', nothing: 1 },
  }),
  same('run', '/v1/run', { capability: 'nothing.here', input: {} }),
  same('run', '/v1/run', { capability: 'contact.find', input: {}, provider: 'hunter' }),
  same('run', '/v1/run', { provider: 'hunter', endpoint: '/nothing' }),
  same('run', '/v1/run', { provider: 'sec', endpoint: '/submissions/CIK{cik}.json' }),
  same('run', '/v1/run', {
    capability: 'contact.find',
    input: { full_name: 'A', domain: 'example.com' },
    routing: { max_cost: '-1', strategy: 'best' },
    wait_seconds: 500,
  }),
  same('run', '/v1/run', {
    capability: 'contact.find',
    input: { full_name: 'A', domain: 'example.com' },
    idempotency_key: 'with blank',
  }),
  same('run', '/v1/run', {
    capability: 'person.enrich',
    input: { email: 'ada@example.com' },
    into: { table: 'leads' },
  }),
  same('run', '/v1/run', { capability: 'contact.find', input: { full_name: LONG, domain: 'example.com' } }),
  { tool: 'get_run', args: { run_id: 'run_nothing' }, http: ['GET', '/v1/runs/run_nothing'] },
  { tool: 'get_run', args: { run_id: 'run_nothing', wait: 500 }, http: ['GET', '/v1/runs/run_nothing?wait=500'] },
  read('history', '/v1/history', {}),
  read('history', '/v1/history', { q: 'Ada', kind: 'email' }),
  read('history', '/v1/history', { q: 'Ada', kind: 'nothing', limit: 1_000 }),
  same('history', '/v1/history', { subjects: [] }),
  same('history', '/v1/history', { subjects: ['ada@example.com'], q: 'ada@example.com' }),
  read('events', '/v1/events', { after: 'nothing' }),
  read('events', '/v1/events', { after: 'evt_01j9zq3v6n4k8w2x5y7a9b1c3d' }),
  read('events', '/v1/events', { types: 'nothing', limit: 0 }),
  read('events', '/v1/events', { after: 'evt_01j9zq3v6n4k8w2x5y7a9b1c3d', since: '2026-01-01T00:00:00Z' }),
  read('wallet', '/v1/wallet', { nothing: 1 }),
  read('wallet', '/v1/wallet', { toString: 'x' }),
  same('feedback', '/feedback', { type: 'nothing', goal: 'g' }),
  same('feedback', '/feedback', { type: 'bug', goal: 'g', message: 'm', nothing: true }),
  // Tables are off.
  { tool: 'tables', http: ['GET', '/v1/tables'] },
  { tool: 'tables', args: { table: 'leads' }, http: ['GET', '/v1/tables/leads'] },
  { tool: 'tables', args: { table: 'leads', limit: 1 }, http: ['POST', '/v1/tables/leads/rows/query', { limit: 1 }] },
  { tool: 'tables', args: { suppressions: true }, http: ['GET', '/v1/suppressions'] },
  { tool: 'table_write', args: { action: 'upsert', table: 'leads' }, http: ['POST', '/v1/tables/leads/rows', {}] },
  { tool: 'table_write', args: { action: 'suppress' }, http: ['POST', '/v1/suppressions', {}] },
]

const write = (action: string, args: Readonly<Record<string, unknown>>, http: Same['http'], param?: string): Same => ({
  tool: 'table_write',
  args: { action, ...args },
  http,
  ...(param === undefined ? {} : { param }),
})

const WITH_TABLES: readonly Same[] = [
  { tool: 'tables', args: { table: 'nothing' }, http: ['GET', '/v1/tables/nothing'], param: '/table' },
  { tool: 'tables', args: { table: 'No Name' }, http: ['GET', '/v1/tables/No%20Name'], param: '/table' },
  {
    tool: 'tables',
    args: { table: 'leads', where: { score: { nothing: 1 } } },
    http: ['POST', '/v1/tables/leads/rows/query', { where: { score: { nothing: 1 } } }],
  },
  {
    tool: 'tables',
    args: { table: 'leads', limit: 501 },
    http: ['POST', '/v1/tables/leads/rows/query', { limit: 501 }],
  },
  { tool: 'tables', args: { suppressions: true, kind: 'nothing' }, http: ['GET', '/v1/suppressions?kind=nothing'] },
  write('upsert', { table: 'leads', rows: [] }, ['POST', '/v1/tables/leads/rows', { rows: [] }]),
  write('upsert', { table: 'leads', rows: [{ email: 'a@example.com' }], key: 'phone' }, [
    'POST',
    '/v1/tables/leads/rows',
    { rows: [{ email: 'a@example.com' }], key: 'phone' },
  ]),
  write('update', { table: 'leads', keys: ['ada@example.com'] }, [
    'PATCH',
    '/v1/tables/leads/rows',
    { keys: ['ada@example.com'] },
  ]),
  write('update', { table: 'leads', keys: ['nobody@example.com'], set: { a: 1 } }, [
    'PATCH',
    '/v1/tables/leads/rows',
    { keys: ['nobody@example.com'], set: { a: 1 } },
  ]),
  write('delete', { table: 'leads', status: 'new' }, ['POST', '/v1/tables/leads/rows/delete', { status: 'new' }]),
  write(
    'delete',
    { table: 'nothing', keys: ['a'] },
    ['POST', '/v1/tables/nothing/rows/delete', { keys: ['a'] }],
    '/table',
  ),
  write('create', { table: 'leads' }, ['POST', '/v1/tables', { name: 'leads' }], '/table'),
  write('create', { table: 'other', key: 'nothing' }, ['POST', '/v1/tables', { name: 'other', key: 'nothing' }]),
  write(
    'create',
    { table: 'other', idempotency_key: 'with blank' },
    ['POST', '/v1/tables', { name: 'other' }],
    '/idempotency_key',
  ),
  write('edit', { table: 'leads' }, ['PATCH', '/v1/tables/leads', {}]),
  write('edit', { table: 'leads', name: 'Not So' }, ['PATCH', '/v1/tables/leads', { name: 'Not So' }]),
  write('drop', { table: 'leads' }, ['DELETE', '/v1/tables/leads']),
  write('drop', { table: 'nothing', confirm: true }, ['DELETE', '/v1/tables/nothing?confirm=true'], '/table'),
  write('suppress', { subjects: ['robin@example.com'], reason: 'nothing' }, [
    'POST',
    '/v1/suppressions',
    { subjects: ['robin@example.com'], reason: 'nothing' },
  ]),
  write('unsuppress', { subjects: [] }, ['POST', '/v1/suppressions/remove', { subjects: [] }]),
]

let service: TestService
let http: HttpClient
let client: Client
beforeAll(async () => {
  service = await startTestService({ worker: false })
  http = httpClient(service.url, service.workspace.keys.test)
  client = await connectMcp(service.url, service.workspace.keys.test)
}, 120_000)
afterAll(async () => {
  await client.close()
  await service.stop()
})

const nameOf = ({ tool, args = {} }: Same): string => `${tool} ${JSON.stringify(args).slice(0, 100)}`

/** What both ways must have in common; their request ids differ. */
async function refusedAlike({ tool, args, http: [method, path, body], param }: Same): Promise<void> {
  const headers: Record<string, string> =
    args?.['idempotency_key'] !== undefined && param === '/idempotency_key'
      ? { 'Idempotency-Key': String(args['idempotency_key']) }
      : {}
  const [overHttp, overMcp] = await Promise.all([
    http.request(path, { method, headers, ...(body === undefined ? {} : { body }) }),
    callTool(client, tool, args),
  ])
  expect(overHttp.status).toBeGreaterThanOrEqual(400)
  expect(overMcp.isError).toBe(true)
  expect(overMcp.at('error', 'code')).toBe(overHttp.at('error', 'code'))
  expect(overMcp.at('error', 'param')).toBe(param ?? overHttp.at('error', 'param'))
  expect(overMcp.at('error', 'request_id')).toMatch(/^req_[0-9a-z]+$/)
  expect(textOf(overMcp.result)).toBe(JSON.stringify(overMcp.body))
  if (param !== undefined) return
  expect(said(overMcp.at('error'))).toEqual(said(overHttp.at('error')))
}

/** All of an error but the request's id. */
const said = (error: unknown): [string, unknown][] => membersOf(error).filter(([name]) => name !== 'request_id')

describe('a tool refuses what HTTP refuses, in the same words', () => {
  it.each(WITHOUT_TABLES.map((one) => [nameOf(one), one] as const))('%s', async (_, one) => refusedAlike(one))

  describe('with tables on', () => {
    beforeAll(async () => {
      await http.post('/v1/features', { tables: true })
      await http.post('/v1/tables/leads/rows', { rows: [{ email: 'ada@example.com' }] })
    })
    it.each(WITH_TABLES.map((one) => [nameOf(one), one] as const))('%s', async (_, one) => refusedAlike(one))
  })
})

describe('a message that is not a call of a tool', () => {
  it('with an unknown tool names the tools', async () => {
    await expect(callTool(client, 'nothing')).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining('discover, inspect, run'),
      data: { error: { code: 'not_found', request_id: expect.stringMatching(/^req_/) } },
    })
  })

  const POST = { Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-11-25' }
  const PING = { jsonrpc: '2.0', id: 1, method: 'ping' }

  it('without a credential names the authorization server', async () => {
    const answer = await httpClient(service.url).post('/mcp', PING, POST)
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${service.url}/.well-known/oauth-protected-resource/mcp"`,
    )
  })

  it('from a page of another origin is refused', async () => {
    const from = (origin: string) => http.post('/mcp', PING, { ...POST, Origin: origin })
    expect(await from('https://elsewhere.example')).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden' } },
    })
    expect((await from('null')).status).toBe(403)
    expect((await from(service.url)).status).toBe(200)
  })

  it('is one message, sent by POST', async () => {
    expect(await http.post('/mcp', [PING], POST)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request' } },
    })
    expect(
      await http.request('/mcp', {
        method: 'POST',
        text: '{"jsonrpc"',
        headers: { ...POST, 'Content-Type': 'application/json' },
      }),
    ).toMatchObject({ status: 400 })
    expect(await http.request('/mcp', { method: 'POST', headers: POST })).toMatchObject({ status: 400 })
    expect(
      await http.post('/mcp', { ...PING, params: { _meta: Array.from({ length: 2_000 }, () => 1) } }, POST),
    ).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining('at most 1000 values') } } })
    expect(
      await http.request('/mcp', { method: 'POST', text: '{}', headers: { ...POST, 'Content-Type': 'text/plain' } }),
    ).toMatchObject({ status: 415 })
    for (const method of ['GET', 'DELETE']) {
      const answer = await http.request('/mcp', { method, headers: POST })
      expect(answer.status).toBe(405)
      expect(answer.headers.get('allow')).toBe('POST')
    }
  })

  it('answers with the id of the HTTP request', async () => {
    const answer = await http.post(
      '/mcp',
      { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'inspect', arguments: {} } },
      POST,
    )
    const answered: unknown = JSON.parse(/^data: (.*)$/m.exec(answer.text)?.[1] ?? '')
    expect(at(answered, 'result', 'structuredContent', 'error', 'request_id')).toBe(answer.headers.get('request-id'))
    expect(at(answered, 'result', '_meta', 'request_id')).toBe(answer.headers.get('request-id'))
  })
})

describe('a failure that the caller did not cause', () => {
  it.each([
    ['wallet', 'wallet', '/v1/wallet'],
    ['an index of the history', 'run_subject', '/v1/history?q=ada@example.com'],
  ])('reveals nothing of a broken part of the service: %s', async (_, table, path) => {
    await service.db.pool.query(`alter table ${table} rename to ${table}_away`)
    try {
      await refusedAlike({
        tool: table === 'wallet' ? 'wallet' : 'history',
        args: table === 'wallet' ? {} : { q: 'ada@example.com' },
        http: ['GET', path],
      })
    } finally {
      await service.db.pool.query(`alter table ${table}_away rename to ${table}`)
    }
    const lines = service.logLines
      .map((line): unknown => JSON.parse(line))
      .filter((line) => at(line, 'msg') === 'request_failed' && at(line, 'code') === 'internal_error')
    expect(lines.map((line) => at(line, 'route'))).toEqual(
      expect.arrayContaining([path.split('?')[0], table === 'wallet' ? 'tool wallet' : 'tool history']),
    )
    expect(lines.every((line) => typeof at(line, 'request_id') === 'string')).toBe(true)
  })

  it('is reported for a list of tools too, without the words of the database', async () => {
    await service.db.pool.query('alter table workspace rename column tables_enabled_at to tables_away')
    try {
      await expect(client.listTools(undefined, { cacheMode: 'bypass' })).rejects.toMatchObject({
        code: -32_603,
        data: { error: { code: 'internal_error', request_id: expect.stringMatching(/^req_/) } },
      })
    } finally {
      await service.db.pool.query('alter table workspace rename column tables_away to tables_enabled_at')
    }
  })
})

describe('any arguments', () => {
  const NAMES = [
    'query',
    'limit',
    'kind',
    'provider',
    'capability',
    'endpoint',
    'input',
    'path',
    'routing',
    'response',
    'wait_seconds',
    'async',
    'idempotency_key',
    'into',
    'record',
    'items',
    'concurrency',
    'run_id',
    'wait',
    'q',
    'subjects',
    'table',
    'suppressions',
    'where',
    'cursor',
    'order',
    'fields',
    'action',
    'rows',
    'set',
    'keys',
    'name',
    'confirm',
    'platform',
    'reason',
    'after',
    'types',
    'type',
    'goal',
    'message',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    '/',
    '~0',
    'ü',
  ]
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(
      'upsert',
      'leads',
      'contact.find',
      'edit',
      'drop',
      '1',
      -1,
      1e21,
      { email: 'a' },
      [{ email: 'ada@example.com' }],
      [{}],
    ),
  )
  const tool = fc.constantFrom(
    'discover',
    'inspect',
    'run',
    'batch_run',
    'get_run',
    'history',
    'events',
    'wallet',
    'feedback',
    'tables',
    'table_write',
  )

  it('are answered by a tool, or refused in the words of the API', async () => {
    await fc.assert(
      fc.asyncProperty(tool, fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 5 }), async (name, args) => {
        const answer = await callTool(client, name, { ...args, ...('wait' in args ? { wait: -1 } : {}) })
        expect([answer.isError, answer.at('error', 'code')]).not.toEqual([true, undefined])
        expect(answer.at('error', 'code')).not.toBe('internal_error')
        for (const [, row] of membersOf(answer.at('items'))) expect(at(row, 'error', 'code')).not.toBe('internal_error')
      }),
      { numRuns: tries(400) },
    )
  }, 120_000)
})
