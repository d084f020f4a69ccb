import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Client } from '@modelcontextprotocol/client'
import { callTool, connectMcp, REVISIONS, textOf } from '../../support/mcp.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { httpClient } from '../../support/http.ts'

const ALWAYS = ['discover', 'inspect', 'run', 'batch_run', 'get_run', 'history', 'events', 'wallet', 'feedback']
const PERSON = { full_name: 'Ada Example', domain: 'example.com' }

let service: TestService
beforeAll(async () => {
  service = await startTestService()
}, 120_000)
afterAll(() => service.stop())

describe.each(REVISIONS)('the official client of revision %s', (revision) => {
  let client: Client
  beforeAll(async () => {
    const workspace = await buildWorkspace(service.db)
    client = await connectMcp(service.url, workspace.keys.test, { revision })
    await httpClient(service.url, workspace.keys.test).post('/v1/features', { tables: true })
  })
  afterAll(() => client.close())

  it('speaks that revision, and is told the way', () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    expect(client.getServerVersion()).toMatchObject({ name: 'routed-data' })
    expect(client.getInstructions()).toMatch(/discover.*inspect.*run/s)
    expect(client.getServerCapabilities()).toEqual({ tools: {} })
  })

  it('lists every tool', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).toSorted()).toEqual([...ALWAYS, 'tables', 'table_write'].toSorted())
  })

  it('finds, inspects and runs a capability', async () => {
    const found = await callTool(client, 'discover', { query: "find someone's work email" })
    expect(found.at('items', '0', 'capability')).toBe('contact.find')
    const inspected = await callTool(client, 'inspect', { capability: 'contact.find' })
    expect(inspected.at('capability')).toBe('contact.find')
    const ran = await callTool(client, 'run', { capability: 'contact.find', input: PERSON })
    expect(ran.isError).toBe(false)
    expect(ran.body).toMatchObject({ status: 'succeeded', done: true, simulated: true, result: { email: expect.any(String) } })
    expect(textOf(ran.result)).toBe(JSON.stringify(ran.body))
    const read = await callTool(client, 'get_run', { run_id: ran.at('run_id'), wait: 1 })
    expect(read.body).toEqual(ran.body)
  })
})
