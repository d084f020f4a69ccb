import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { at, type HttpAnswer, httpClient, membersOf } from '../../../support/http.ts'
import { callTool, connectMcp } from '../../../support/mcp.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { signUpNewPerson } from '../auth/people.ts'
import { blocksOf, typeCommands } from '../../docs/typed-commands.ts'

let service: TestService
let answer: HttpAnswer
beforeAll(async () => {
  service = await startTestService({ worker: false })
  answer = await httpClient(service.url).get('/auth.md')
}, 120_000)
afterAll(() => service.stop())

describe('/auth.md', () => {
  it('is public Markdown with the URL of this service', () => {
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(answer.text).not.toContain('api.example.com')
  })

  it('has commands that work as written', async () => {
    const blocks = blocksOf(answer.text, 'sh').filter(
      (block) => !block.startsWith('export ') && !block.includes('/v1/agents/'),
    )
    expect(blocks.length).toBeGreaterThan(2)
    const { statuses, requests, stdout } = await typeCommands(blocks, service)
    expect([statuses, stdout]).toEqual([Array.from({ length: requests }, () => 200), stdout])
  })

  it('leads an agent without a person from its sign-up to its live key', async () => {
    const [signUp = '', ...later] = blocksOf(answer.text, 'sh').filter((block) => block.includes('/v1/agents/'))
    const { statuses, stdout } = await typeCommands([signUp], service)
    const made: unknown = JSON.parse(stdout.split('\n')[0] ?? '')
    expect(statuses).toEqual([201])
    const token = new URL(String(at(made, 'claim_url'))).searchParams.get('token')
    const budget = { amount: '20.00', period: 'month' }
    const { client } = await signUpNewPerson(service)
    expect((await client.post('/v1/agents/claim', { token, budget })).status).toBe(200)
    const typed = await typeCommands(later, service, String(at(made, 'test_key')))
    expect(typed.statuses).toEqual([200, 200])
    expect(typed.stdout).toContain('"live_key":"ready"')
    expect(typed.stdout).toContain('svc_live_')
  })

  it('has a configuration by which an MCP client connects', async () => {
    const block = blocksOf(answer.text, 'json').find((one) => one.includes('mcpServers')) ?? ''
    const server = at(JSON.parse(block), 'mcpServers', 'routed-data')
    expect(at(server, 'headers', 'Authorization')).toBe('Bearer svc_test_...')
    const client = await connectMcp(String(at(server, 'url')), service.workspace.keys.test)
    expect((await callTool(client, 'wallet')).isError).toBe(false)
    await client.close()
  })

  it('has the statuses of the error codes', async () => {
    const codes = membersOf((await httpClient(service.url).get('/v1/errors')).at('items')).map(([, one]) => Object(one))
    const rows = [...answer.text.matchAll(/^\| `([a-z_]+)` \| (\d{3}) \|/gm)]
    expect(rows.length).toBeGreaterThan(3)
    for (const [, code, status] of rows)
      expect(codes).toContainEqual(expect.objectContaining({ code, status: Number(status) }))
  })

  it('leads only to places that exist', async () => {
    const visitor = httpClient(service.url)
    for (const [, path = ''] of answer.text.matchAll(/\]\((\/[^)]+)\)/g))
      expect([path, (await visitor.get(path)).status < 400]).toEqual([path, true])
  })
})
