import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Client } from '@modelcontextprotocol/client'
import { httpClient } from '../../support/http.ts'
import { callTool, connectMcp, tokensRead } from '../../support/mcp.ts'
import type { SharedService } from '../../support/service.ts'
import { sharedTestService } from '../../support/shared-service.ts'

let service: SharedService
let client: Client
beforeAll(async () => {
  service = await sharedTestService()
  await httpClient(service.url, service.workspace.keys.test).post('/v1/features', { tables: true })
  client = await connectMcp(service.url, service.workspace.keys.test, { revision: '2025-11-25' })
}, 120_000)
afterAll(async () => {
  await client.close()
  await service.stop()
})

/** A usual estimate of what a model reads. */
const tokensOf = (read: unknown): number => Math.ceil(JSON.stringify(read).length / 4)

async function tokensOfCall(tool: string, args: Readonly<Record<string, unknown>>, by = client): Promise<number> {
  const { isError, result } = await callTool(by, tool, args)
  expect(isError).toBe(false)
  return tokensRead(result)
}

const FIND = { capability: 'contact.find', input: { full_name: 'Ada Example', domain: 'example.com' } }
const POSTS = { capability: 'social.posts', input: { platform: 'reddit', handle: 'robin.sample', limit: 100 } }
const PEOPLE = Array.from({ length: 20 }, (_, index) => ({ input: { email: `person${index}@example.com` } }))

describe('what a model reads stays within a budget of tokens', () => {
  it('the list of all tools', async () => {
    const { tools } = await client.listTools()
    expect(tools).toHaveLength(14)
    expect(tokensOf(tools)).toBeLessThan(10_000)
  })

  it.each([
    ['text or structured content, whichever is larger', '/mcp'],
    ['text alone', '/mcp?answers=text'],
    ['structured content and a sentence', '/mcp?answers=structured'],
  ])('the way from connecting to the first result, for a client of %s', async (_, path) => {
    const reader = await connectMcp(service.url, service.workspace.keys.test, { revision: '2025-11-25', path })
    const calls = [
      await tokensOfCall('discover', { query: "find someone's work email" }, reader),
      await tokensOfCall('inspect', { capability: 'contact.find' }, reader),
      await tokensOfCall('run', FIND, reader),
    ]
    const before = tokensOf(reader.getInstructions()) + tokensOf((await reader.listTools()).tools)
    await reader.close()
    expect(calls.reduce((sum, tokens) => sum + tokens, before)).toBeLessThan(13_000)
  })

  it.each<[string, string, Readonly<Record<string, unknown>>, number]>([
    ['a run of 100 posts', 'run', POSTS, 6_000],
    ['the same with less requested', 'run', { ...POSTS, max_tokens: 1_000 }, 1_000],
    [
      'its fields that are needed',
      'run',
      { ...POSTS, response: { fields: ['items.post_url', 'items.likes'], max_items: 20 } },
      1_500,
    ],
    ['a batch of 20', 'batch_run', { capability: 'person.enrich', items: PEOPLE }, 6_000],
    ['a miss', 'run', { ...FIND, input: { ...FIND.input, full_name: 'Ada +no-match' } }, 500],
  ])('%s', async (_, tool, args, most) => {
    expect(await tokensOfCall(tool, args)).toBeLessThanOrEqual(most)
  })

  it('a budget beyond its bounds is refused', async () => {
    for (const max_tokens of [499, 50_001, 1_000.5, '1000'])
      expect((await callTool(client, 'discover', { query: 'email', max_tokens })).at('error')).toMatchObject({
        code: 'invalid_request',
        param: '/max_tokens',
      })
  })
})
