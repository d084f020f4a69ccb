import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { buildWorkspace } from '../../build/workspace.ts'
import { httpClient } from '../../support/http.ts'
import { REVISIONS } from '../../support/mcp.ts'
import { type McpSender, sendMcp } from '../../support/mcp-messages.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ worker: false })
}, 120_000)
afterAll(() => service.stop())

const senderOf = (key: string, more: Partial<McpSender> = {}): McpSender => ({
  url: service.url,
  headers: { Authorization: `Bearer ${key}` },
  ...more,
})

describe('the list of tools', () => {
  it.each(REVISIONS)(
    'is the same from every replica and for every caller, byte by byte, in revision %s',
    async (revision) => {
      const [first, second] = [service.workspace, await buildWorkspace(service.db)]
      for (const { keys } of [first, second])
        await httpClient(service.url, keys.test).post('/v1/features', { tables: true })
      const replica = await service.startReplica()
      try {
        const lists = new Set<string>()
        for (const url of [service.url, replica.ownUrl, service.url])
          for (const key of [first.keys.test, first.keys.live, second.keys.test]) {
            const { at } = await sendMcp(senderOf(key, { url, revision }), 'tools/list')
            lists.add(JSON.stringify(at('result', 'tools')))
          }
        expect([lists.size, [...lists][0]]).toEqual([1, expect.stringContaining('"name":"table_write"')])
      } finally {
        await replica.drain()
      }
    },
  )

  it('may be kept for a minute by its caller only', async () => {
    const { at } = await sendMcp(senderOf(service.workspace.keys.test), 'tools/list')
    expect(at('result')).toMatchObject({ ttlMs: 60_000, cacheScope: 'private' })
  })
})

describe('what the server is', () => {
  it('may be kept for an hour, by anyone: it is the same for every caller', async () => {
    const other = await buildWorkspace(service.db)
    const answers = await Promise.all(
      [service.workspace.keys.test, service.workspace.keys.live, other.keys.live].map(async (key) =>
        sendMcp(senderOf(key), 'server/discover'),
      ),
    )
    expect(answers[0]?.at('result')).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' })
    expect(new Set(answers.map(({ at }) => JSON.stringify(at('result')))).size).toBe(1)
  })

  it('has no such members in a revision that does not know them', async () => {
    const { at } = await sendMcp(senderOf(service.workspace.keys.test, { revision: '2025-11-25' }), 'tools/list')
    expect(Object.keys(Object(at('result')))).toEqual(['tools'])
  })
})
