import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Client } from '@modelcontextprotocol/client'
import { at, type HttpClient, httpClient } from '../../support/http.ts'
import { callTool, connectMcp } from '../../support/mcp.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let http: HttpClient
let client: Client
beforeAll(async () => {
  service = await startTestService({ worker: false })
  http = httpClient(service.url, service.workspace.keys.test)
  client = await connectMcp(service.url, service.workspace.keys.test)
  await http.post('/v1/features', { tables: true })
  await http.post('/v1/tables', { name: 'leads' })
}, 120_000)
afterAll(async () => {
  await client.close()
  await service.stop()
})

const INPUT = { full_name: 'Ada Example', domain: 'example.com' }

describe('a misspelt name is refused with the name that is meant, over HTTP and MCP', () => {
  it.each<[string, string, string, Readonly<Record<string, unknown>>, string]>([
    ['a capability to run', 'run', '/v1/run', { capability: 'contact.fnid', input: INPUT }, 'contact.find'],
    ['a provider to run', 'run', '/v1/run', { provider: 'huntr', endpoint: '/email-finder' }, 'hunter'],
    ['an endpoint to run', 'run', '/v1/run', { provider: 'hunter', endpoint: '/email-findr' }, '/email-finder'],
    [
      'a table to import into',
      'run',
      '/v1/run',
      { capability: 'person.search', input: { titles: ['CTO'] }, into: { table: 'laeds' } },
      'leads',
    ],
    ['a capability to inspect', 'inspect', '/v1/inspect', { capability: 'contact.fnid' }, 'contact.find'],
    [
      'an endpoint to inspect',
      'inspect',
      '/v1/inspect',
      { provider: 'hunter', endpoint: '/email-findr' },
      '/email-finder',
    ],
  ])('%s', async (_, tool, path, body, meant) => {
    const overHttp = await http.post(path, body)
    const overMcp = await callTool(client, tool, body)
    expect(Object(overHttp.at('error', 'did_you_mean'))[0]).toBe(meant)
    expect(overMcp.at('error', 'did_you_mean')).toEqual(overHttp.at('error', 'did_you_mean'))
  })

  it('a table to read', async () => {
    expect((await http.get('/v1/tables/lead')).at('error', 'did_you_mean')).toEqual(['leads'])
    expect((await callTool(client, 'tables', { table: 'lead' })).at('error', 'did_you_mean')).toEqual(['leads'])
  })

  it('and without a similar name there is none', async () => {
    const { body } = await http.post('/v1/run', { capability: 'zzzzzzzzzzzz', input: {} })
    expect(body).toMatchObject({ error: { code: 'capability_not_found' } })
    expect(Object(body).error).not.toHaveProperty('did_you_mean')
  })
})

it('hints of a tool name tools', async () => {
  const found = await callTool(client, 'discover', { query: "find someone's work email", limit: 1 })
  expect(found.at('items', '0', 'hint')).toBe('inspect {"capability":"contact.find"}')
  expect(JSON.stringify(found.at('hints'))).not.toMatch(/svc |\/v1\//)
  const refused = await callTool(client, 'run', { provider: 'hunter', endpoint: '/nothing' })
  expect(refused.at('error', 'message')).toContain('see discover with provider "hunter"')
})

it('an item of a batch that is refused names tools', async () => {
  const item = { input: INPUT, record: { table: 'nothing', key: 'a@example.com' } }
  const batch = await callTool(client, 'batch_run', { capability: 'contact.find', items: [item] })
  expect(batch.at('items', '0', 'error', 'message')).toContain('`table_write with action "upsert"`')
})

describe.each([
  ['a revision without structured content', '/mcp', {}],
  ['a connection whose URL wants text', '/mcp?answers=text', { 'MCP-Protocol-Version': '2025-11-25' }],
])('a request of %s', (_, path, headers) => {
  const requested = async (method: string, params: object): Promise<unknown> => {
    const { text } = await http.post(
      path,
      { jsonrpc: '2.0', id: 1, method, params },
      { Accept: 'application/json, text/event-stream', ...headers },
    )
    return at(JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? ''), 'result')
  }

  it('has its answer as JSON in the text, once', async () => {
    const answer = await requested('tools/call', { name: 'wallet', arguments: {} })
    expect(JSON.parse(String(at(answer, 'content', '0', 'text')))).toMatchObject({ environment: 'test' })
    expect(answer).not.toHaveProperty('structuredContent')
  })

  it('gets a list without output schemas', async () => {
    expect(JSON.stringify(await requested('tools/list', {}))).not.toContain('outputSchema')
  })
})

it('a key of a call is any text, also where HTTP has it in a header', async () => {
  const create = { action: 'create', table: 'words', idempotency_key: 'Büro №7 → intro' }
  const [first, again] = [await callTool(client, 'table_write', create), await callTool(client, 'table_write', create)]
  expect([first.isError, again.isError, at(again.result, '_meta', 'idempotent_replay')]).toEqual([false, false, true])
})

it('a URL that wants other answers is refused', async () => {
  const answer = await http.post('/mcp?answers=txt', { jsonrpc: '2.0', id: 1, method: 'tools/list' })
  expect([answer.status, answer.at('error', 'param')]).toEqual([400, '/answers'])
})

describe('null for an optional argument is absence', () => {
  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['discover', { query: 'work email', limit: null, provider: null, max_tokens: null }],
    ['history', { q: 'ada@example.com', subjects: null, limit: null }],
    ['tables', { table: null, suppressions: null, where: null }],
    ['events', { after: null, limit: null, wait: null }],
    ['run', { capability: 'contact.find', input: INPUT, routing: { max_cost: null }, wait_seconds: null, into: null }],
    ['batch_run', { capability: 'contact.find', provider: null, items: [{ input: INPUT, record: null }], into: null }],
  ])('of %s', async (tool, args) => {
    const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
    const [withNulls, without] = [await callTool(client, tool, args), await callTool(client, tool, given)]
    // Without a worker no run has a provider.
    expect([undefined, 'provider_not_available']).toContain(withNulls.at('error', 'code'))
    expect(withNulls.at('error', 'code')).toBe(without.at('error', 'code'))
    expect(Object.keys(Object(withNulls.body))).toEqual(Object.keys(Object(without.body)))
  })
})
