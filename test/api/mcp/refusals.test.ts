import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Client } from '@modelcontextprotocol/client'
import fc from 'fast-check'
import { inToolWords } from '../../../domain/cli/tool-words.ts'
import { at, type HttpClient, httpClient, membersOf } from '../../support/http.ts'
import { callTool, connectMcp, textOf } from '../../support/mcp.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { numRunsFor } from '../../support/seed.ts'
import { type Same, WITH_TABLES, WITHOUT_TABLES } from './same-requests.ts'

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
  expect(JSON.parse(textOf(overMcp.result))).toEqual(overMcp.body)
  if (param !== undefined) return
  expect(membersBut(overMcp.at('error'))).toEqual(inWordsOfTools(membersBut(overHttp.at('error'))))
}

const inWordsOfTools = (members: [string, unknown][]): [string, unknown][] =>
  members.map(([name, value]) => [name, name === 'message' ? inToolWords(String(value)) : value])

/** All of an error but the request's id. */
const membersBut = (error: unknown): [string, unknown][] => membersOf(error).filter(([name]) => name !== 'request_id')

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
    await expect(callTool(client, 'discovr')).rejects.toMatchObject({
      data: { error: { did_you_mean: expect.arrayContaining(['discover']) } },
    })
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
  it('are answered by a tool, or refused in the words of the API', async () => {
    await http.post('/v1/features', { tables: true })
    const { tools } = await client.listTools(undefined, { cacheMode: 'bypass' })
    const tool = fc.constantFrom(...tools.map(({ name }) => name))
    await fc.assert(
      fc.asyncProperty(tool, fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 5 }), async (name, args) => {
        const answer = await callTool(client, name, { ...args, ...('wait' in args ? { wait: -1 } : {}) })
        expect([answer.isError, answer.at('error', 'code')]).not.toEqual([true, undefined])
        expect(answer.at('error', 'code')).not.toBe('internal_error')
        for (const [, row] of membersOf(answer.at('items'))) expect(at(row, 'error', 'code')).not.toBe('internal_error')
      }),
      { numRuns: numRunsFor(400) },
    )
  }, 120_000)
})
