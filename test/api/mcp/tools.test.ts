import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Client } from '@modelcontextprotocol/client'
import { revokeApiKey } from '../../../db/access/api-keys/list.ts'
import { check } from '../../../api/validation/check.ts'
import { buildConnectedApp } from '../../build/connected-app.ts'
import { buildSession } from '../../build/session.ts'
import { buildWorkspace, type TestWorkspace } from '../../build/workspace.ts'
import { at, httpClient, membersOf } from '../../support/http.ts'
import {
  callTool,
  connectMcp,
  REVISIONS,
  type Revision,
  textOf,
  tokensRead,
  type ToolAnswer,
} from '../../support/mcp.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { CALLS, FOUND, PERSON } from './calls.ts'

/** In the order of the list. */
const ALWAYS = [
  'discover',
  'inspect',
  'run',
  'batch_run',
  'get_run',
  'create_job',
  'get_job',
  'change_job',
  'history',
  'events',
  'wallet',
  'feedback',
]
const ALL = ALWAYS.toSpliced(9, 0, 'tables', 'table_write')
/** Statements, as they go to the database. */
const statements: string[] = []
let service: TestService
beforeAll(async () => {
  service = await startTestService({ onQuery: (statement) => statements.push(statement) })
}, 120_000)
afterAll(() => service.stop())

describe.each(REVISIONS)('the official client of revision %s', (revision) => {
  let client: Client
  let workspace: TestWorkspace
  beforeAll(async () => {
    workspace = await buildWorkspace(service.db)
    client = await connectMcp(service.url, workspace.keys.test, { revision })
  })
  afterAll(() => client.close())

  it('uses that revision, and gets the instructions', () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    expect(client.getServerVersion()).toMatchObject({ name: 'routed-data' })
    expect(client.getInstructions()).toMatch(/discover.*inspect.*run/s)
    expect(client.getServerCapabilities()).toMatchObject({ tools: {} })
  })

  it('lists the tools in one order, those of tables while they are on', async () => {
    const names = async () => (await client.listTools(undefined, { cacheMode: 'bypass' })).tools.map(({ name }) => name)
    expect(await names()).toEqual(ALWAYS)
    await httpClient(service.url, workspace.keys.test).post('/v1/features', { tables: true })
    expect(await names()).toEqual(ALL)
    expect(await names()).toEqual(ALL)
  })

  it('calls every tool, and gets the declared output', async () => {
    const { tools } = await client.listTools()
    /** The run and the job that were made last. */
    const made: Record<string, unknown> = {}
    for (const [name, args, expected] of CALLS) {
      const named = Object.keys(args).filter((argument) => argument in made)
      const ids = Object.fromEntries(named.map((argument) => [argument, made[argument]]))
      const answer = await callTool(client, name, { ...args, ...ids })
      for (const id of ['run_id', 'job_id']) if (answer.at(id) !== undefined) made[id] = answer.at(id)
      expect([name, answer.isError, answer.body]).toMatchObject([name, false, expected])
      expect(JSON.parse(textOf(answer.result))).toEqual(answer.body)
      expect(faultsOf(tools.find((tool) => tool.name === name)?.outputSchema, answer)).toEqual([])
    }
    expect([...new Set(CALLS.map(([name]) => name))].toSorted()).toEqual(tools.map(({ name }) => name).toSorted())
  }, 60_000)

  it('reads every row of a table of megabytes, in pages within the budget', async () => {
    const http = httpClient(service.url, workspace.keys.test)
    const emails = Array.from({ length: 90 }, (_, row) => `large${row}@canarydomain.example`)
    const rows = emails.map((email, row) => ({ email, note: 'n'.repeat(row % 30 === 0 ? 15_000 : 3_000) }))
    expect((await http.post('/v1/tables/large/rows', { rows })).at('inserted')).toBe(90)
    const read: unknown[] = []
    let cursor: unknown
    do {
      const place = cursor === undefined ? {} : { cursor }
      const page = await callTool(client, 'tables', { table: 'large', limit: 90, ...place })
      expect([page.isError, tokensRead(page.result) <= 6_000]).toEqual([false, true])
      read.push(...membersOf(page.at('items')).map(([, row]) => at(row, 'email')))
      cursor = page.at('next_cursor')
    } while (cursor !== null)
    expect(read.toSorted()).toEqual(emails.toSorted())
  }, 120_000)

  it('reads a long result from a short answer on, free of charge', async () => {
    const run = await callTool(client, 'run', {
      capability: 'social.posts',
      input: { platform: 'reddit', handle: 'robin.sample', limit: 100 },
      max_tokens: 1_500,
    })
    const posts = membersOf(run.at('result', 'items')).map(([, post]) => post)
    expect([tokensRead(run.result) <= 1_500, posts.length > 2, posts.length < 100]).toEqual([true, true, true])
    expect(run.at('cut', 'parts', '0')).toEqual({ path: 'result.items', total: 100, shown: posts.length })
    const before = (await callTool(client, 'wallet')).body
    let rest: unknown = run.at('cut', 'rest', 'arguments')
    while (rest !== null) {
      const slice = await callTool(client, 'get_run', { ...Object(rest), limit: 100 })
      expect([slice.isError, tokensRead(slice.result) <= 6_000]).toEqual([false, true])
      posts.push(...membersOf(slice.at('slice', 'value')).map(([, post]) => post))
      const offset = slice.at('slice', 'next_offset')
      rest = offset === null ? null : { ...Object(rest), offset }
    }
    const stored = await httpClient(service.url, workspace.keys.test).get(`/v1/runs/${String(run.at('run_id'))}`)
    expect(posts).toEqual(stored.at('result', 'items'))
    expect((await callTool(client, 'wallet')).body).toEqual(before)
  }, 60_000)

  it('gets a run without a match as an answer, which states what was charged', async () => {
    const miss = { ...FOUND, input: { ...PERSON, full_name: 'Ada +no-match' } }
    const { isError, body } = await callTool(client, 'run', miss)
    const expected = { status: 'no_match', billing: { charged: null }, error: { code: 'no_match' } }
    expect([isError, body]).toMatchObject([false, expected])
  })

  it('gets a sentence as text where its URL states that it reads the structured content', async () => {
    const reader = await connectMcp(service.url, workspace.keys.test, { revision, path: '/mcp?answers=structured' })
    const miss = await callTool(reader, 'run', { ...FOUND, input: { ...PERSON, full_name: 'Ada +no-match' } })
    expect(textOf(miss.result)).toMatch(/^Run \S+ is no_match\. Nothing was charged\. no_match: /)
    expect(miss.at('status')).toBe('no_match')
    for (const [tool, args] of [
      ['wallet', {}],
      ['discover', { query: 'work email' }],
      ['inspect', {}],
    ] as const)
      expect(textOf((await callTool(reader, tool, args)).result).length).toBeLessThan(300)
    await reader.close()
  })

  it('reads a run that it did not wait for, and gets a failed one as an error', async () => {
    const { tools } = await client.listTools()
    const begun = await callTool(client, 'run', {
      ...FOUND,
      input: { ...PERSON, full_name: 'Ada +no-match' },
      async: true,
    })
    // With the entire answer, because an error would state why.
    expect([begun.isError, begun.result]).toEqual([false, expect.anything()])
    const read = await callTool(client, 'get_run', { run_id: begun.at('run_id'), wait: 60 })
    expect([read.isError, read.at('status')]).toEqual([false, 'no_match'])
    const failed = await callTool(client, 'run', { ...FOUND, input: { ...PERSON, full_name: 'Ada +error' } })
    expect([failed.isError, failed.at('status'), failed.at('error', 'code')]).toEqual([
      true,
      'failed',
      'provider_error',
    ])
    expect(failed.at('error', 'request_id')).toBe(failed.at('request_id'))
    expect(faultsOf(tools.find(({ name }) => name === 'run')?.outputSchema, failed)).toEqual([])
  }, 60_000)

  it('bills a repeated call once', async () => {
    const call = { ...FOUND, idempotency_key: `once-${revision}` }
    const [first, second] = [await callTool(client, 'run', call), await callTool(client, 'run', call)]
    expect(second.at('run_id')).toBe(first.at('run_id'))
    expect(first.result._meta).not.toHaveProperty('idempotent_replay')
    expect(second.result._meta).toMatchObject({ idempotent_replay: true, request_id: expect.stringMatching(/^req_/) })
  })

  it('sees the progress of a batch', async () => {
    const updates: { progress: number; total?: number | undefined }[] = []
    await client.callTool(
      {
        name: 'batch_run',
        arguments: { capability: 'contact.find', items: [{ input: PERSON }, { input: PERSON }, { input: {} }] },
      },
      { onprogress: (progress) => updates.push(progress) },
    )
    expect(updates.map(({ progress, total }) => `${progress}/${total}`)).toEqual(['1/3', '2/3', '3/3'])
  })

  it('stops waiting when it goes away', async () => {
    const read = (): number => statements.filter((statement) => statement.startsWith('read_stream')).length
    const ended = (): number =>
      service.logLines.filter((line) => line.includes('"operation":"listEvents"') && line.includes(workspace.id)).length
    const [readBefore, endedBefore] = [read(), ended()]
    const gone = new AbortController()
    const waiting = client.callTool(
      { name: 'events', arguments: { types: 'email.received', wait: 30 } },
      { signal: gone.signal },
    )
    const rejected = expect(waiting).rejects.toThrow()
    await until(
      async () => read(),
      (count) => count > readBefore,
    )
    gone.abort()
    await rejected
    await client.close()
    // Long before the wait would be over.
    await until(
      async () => ended(),
      (count) => count > endedBefore,
      20,
    )
    client = await connectMcp(service.url, workspace.keys.test, { revision })
  }, 60_000)

  it('is answered by any replica, message by message', async () => {
    const replica = await service.startReplica()
    try {
      let turn = 0
      const alternate = (url: string | URL): URL =>
        new URL(new URL(url).pathname, [service.api.ownUrl, replica.ownUrl][turn++ % 2])
      const spread = await connectMcp(service.url, workspace.keys.test, {
        revision,
        fetch: async (url, init) => fetch(alternate(url), init),
      })
      await spread.listTools()
      for (const query of ['work email', 'phone'])
        expect((await callTool(spread, 'discover', { query })).isError).toBe(false)
      expect(turn).toBeGreaterThan(3)
      await spread.close()
    } finally {
      await replica.drain()
    }
  }, 60_000)
})

function faultsOf(schema: object | undefined, { body }: ToolAnswer): readonly unknown[] {
  const checked = check(Object(schema), body)
  return schema === undefined ? ['no schema'] : checked.ok ? [] : checked.faults
}

describe('the caller of a tool', () => {
  const codes = async (token: string, revision?: Revision) => {
    const client = await connectMcp(service.url, token, revision === undefined ? {} : { revision })
    const calls = [
      ['discover', { query: 'email' }],
      ['inspect', { capability: 'contact.find' }],
      ['run', { ...FOUND, async: true }],
      ['batch_run', { capability: 'contact.find', items: [{ input: PERSON }], wait_seconds: 0 }],
      ['wallet', {}],
      ['table_write', { action: 'upsert', table: 'leads', rows: [{ email: 'ada@canarydomain.example' }] }],
      ['run', { ...FOUND, record: { table: 'leads', key: 'ada@canarydomain.example' }, async: true }],
      ['feedback', { type: 'other', goal: 'g', message: 'm' }],
      ['table_write', { action: 'suppress', subjects: ['ada@canarydomain.example'], reason: 'manual' }],
      ['table_write', { action: 'unsuppress', subjects: ['ada@canarydomain.example'] }],
    ] as const
    const answered: unknown[] = []
    for (const [name, args] of calls) answered.push((await callTool(client, name, args)).at('error', 'code') ?? 'ok')
    await client.close()
    return answered
  }

  it('may do what its scopes allow over HTTP', async () => {
    const workspace = await buildWorkspace(service.db)
    await httpClient(service.url, workspace.keys.live).post('/v1/features', { tables: true })
    const app = async (...scopes: ('read' | 'run' | 'write')[]) =>
      codes((await buildConnectedApp(service, workspace.id, scopes)).token)
    const no = 'forbidden'
    // What an app may run, it may not run live here: no provider has an account.
    const live = 'provider_not_available'
    expect(await app('read')).toEqual(['ok', 'ok', no, no, 'ok', no, no, 'ok', no, no])
    expect(await app('run')).toEqual(['ok', no, live, 'ok', no, no, no, 'ok', no, no])
    // An app may not remove a suppression.
    expect(await app('read', 'run', 'write')).toEqual(['ok', 'ok', live, 'ok', 'ok', 'ok', live, 'ok', 'ok', no])
  })

  it('selects the environment of a session and of an app by a header, and never of a key', async () => {
    const { id, keys } = await buildWorkspace(service.db)
    const environmentOf = async (token: string, headers = {}) => {
      const client = await connectMcp(service.url, token, { headers })
      const { at: of } = await callTool(client, 'wallet')
      await client.close()
      return of('environment')
    }
    const session = (await buildSession(service.db, id)).token
    const { token } = await buildConnectedApp(service, id, ['read'])
    const test = { 'Service-Environment': 'test' }
    expect(
      await Promise.all([
        environmentOf(session),
        environmentOf(session, test),
        environmentOf(token, test),
        environmentOf(keys.live, test),
      ]),
    ).toEqual(['live', 'test', 'test', 'live'])
  })

  it('is refused with its next call when its key is revoked', async () => {
    const { id, keys, keyIds } = await buildWorkspace(service.db)
    const client = await connectMcp(service.url, keys.test)
    expect((await callTool(client, 'wallet')).isError).toBe(false)
    await revokeApiKey(service.db, id, keyIds.test)
    await expect(callTool(client, 'wallet')).rejects.toThrow()
    await expect(connectMcp(service.url, keys.test)).rejects.toThrow()
    await client.close()
  })
})

describe('the endpoint keeps', () => {
  it('long numbers, digit for digit', async () => {
    const { keys } = await buildWorkspace(service.db)
    const http = httpClient(service.url, keys.test)
    await http.post('/v1/features', { tables: true })
    const post = (args: string, name: string) =>
      http.request('/mcp', {
        method: 'POST',
        headers: {
          Accept: 'application/json, text/event-stream',
          'Content-Type': 'application/json',
          'MCP-Protocol-Version': '2025-11-25',
        },
        text: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`,
      })
    expect(
      (
        await post(
          '{"action":"upsert","table":"leads","rows":[{"email":"ada@example.com","member":12345678901234567890}]}',
          'table_write',
        )
      ).text,
    ).toContain('"inserted":1')
    const { text } = await post('{"table":"leads","limit":1}', 'tables')
    // In the text and in the structured content.
    expect(text.match(/12345678901234567890/g)).toHaveLength(2)
  })

  it('no stream open for changes of its tools', async () => {
    const { keys } = await buildWorkspace(service.db)
    const method = 'subscriptions/listen'
    const about = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test-client', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const answer = await httpClient(service.url, keys.test).post(
      '/mcp',
      { jsonrpc: '2.0', id: 1, method, params: { _meta: about, notifications: { toolsListChanged: true } } },
      {
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': method,
      },
    )
    expect(answer.at('error', 'message')).toMatch(/limit/i)
  })

  it('no id and no credential in the log', () => {
    const logged = service.logLines.join('')
    expect(logged).toContain('"caller":"mcp"')
    expect(logged).not.toMatch(/canary/i)
    expect(logged).not.toMatch(/svc_(test|live|sess|app)_[A-Za-z0-9]/)
  })
})
