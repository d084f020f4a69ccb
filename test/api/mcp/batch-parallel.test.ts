import { describe, expect, it } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import type { BoundRoute, InProcessRequest } from '../../../api/route/in-process.ts'
import type { RouteCaller } from '../../../api/route/pipeline.ts'
import type { ToolCall } from '../../../api/mcp/tool-call.ts'
import { batchRunTool } from '../../../api/mcp/tools/batch-run.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { at } from '../../support/http.ts'

/** A substitute for the route: the test counts its calls, and how many there are at once. */
function counted(resultOf: (sent: InProcessRequest) => object) {
  const seen = { now: 0, atMost: 0, calls: [] as { sent: InProcessRequest; call: RouteCaller }[] }
  const route: BoundRoute = {
    get route(): BoundRoute['route'] {
      throw new Error('a batch reads nothing of the declaration')
    },
    requireAccess: () => undefined,
    async call(sent, call) {
      seen.calls.push({ sent, call })
      seen.now += 1
      seen.atMost = Math.max(seen.atMost, seen.now)
      await sleep(2)
      seen.now -= 1
      const body = {
        run_id: `run_${seen.calls.length}`,
        status: 'succeeded',
        done: true,
        billing: { charged: '0.01' },
        provider: 'sample',
        result: resultOf(sent),
      }
      return { status: 200, body, contentType: 'application/json', text: null }
    },
  }
  return { seen, tool: batchRunTool(() => route) }
}

const caller = (signal: AbortSignal = new AbortController().signal): ToolCall => ({
  principal: {
    kind: 'key',
    limits: null,
    approver: false,
    workspaceId: 'ws_1',
    environment: 'test',
    apiKeyId: 'key_1',
  },
  chars: 24_000,
  form: 'both',
  clientAddress: '127.0.0.1',
  requestId: 'req_1',
  log: pino({ level: 'silent' }),
  signal,
  progress: () => undefined,
})

const batch = (count: number, more: Readonly<Record<string, number>> = {}) => ({
  capability: 'contact.find',
  items: Array.from({ length: count }, (_, index) => ({ input: { index } })),
  ...more,
})

describe('the runs of a batch', () => {
  it.each([
    [{}, 10],
    [{ concurrency: 1 }, 1],
    [{ concurrency: 3 }, 3],
  ])('are no more at once than requested: %j', async (more, most) => {
    const { seen, tool } = counted(() => ({}))
    await tool.call(batch(100, more), caller())
    expect(seen.calls).toHaveLength(100)
    expect(seen.atMost).toBe(most)
  })

  it('are in the order of the items, each with its own request id', async () => {
    const { seen, tool } = counted(({ body }) => ({ index: body?.['input'] ?? null }))
    const { body } = await tool.call(batch(20), caller())
    const items: unknown = at(body, 'items')
    expect(
      Array.isArray(items) && items.map((item) => [at(item, 'index'), at(item, 'result', 'index', 'index')]),
    ).toEqual(Array.from({ length: 20 }, (_, index) => [index, index]))
    const ids = seen.calls.map(({ call }) => call.requestId)
    expect(new Set(ids).size).toBe(20)
    expect(ids.every((id) => id.startsWith('req_') && id !== 'req_1')).toBe(true)
    expect(at(body, 'totals', 'charged')).toBe('0.20')
  })

  it('are not started any more when the caller is gone', async () => {
    const gone = new AbortController()
    const { seen, tool } = counted(() => {
      gone.abort()
      return {}
    })
    await tool.call(batch(100, { concurrency: 2 }), caller(gone.signal))
    expect(seen.calls.length).toBeLessThanOrEqual(4)
  })

  it('cost no more than the ceiling that they share, whatever else an item has in its routing', async () => {
    const { seen, tool } = counted(() => ({}))
    const items: JsonObject[] = [{}, { routing: { strategy: 'cheapest' } }, { routing: { max_cost: '0.5' } }]
    await tool.call({ capability: 'contact.find', routing: { max_cost: '0.1' }, items, concurrency: 1 }, caller())
    expect(seen.calls.map(({ sent }) => sent.body?.['routing'])).toEqual([
      { max_cost: '0.1' },
      { max_cost: '0.1', strategy: 'cheapest' },
      { max_cost: '0.5' },
    ])
  })

  it('are left out of the answer where they do not fit into it', async () => {
    const { tool } = counted(() => ({ text: 'x'.repeat(4_000_000) }))
    const { body } = await tool.call(batch(4, { concurrency: 1 }), caller())
    expect(
      ['0', '1', '2', '3'].map(
        (index) => at(body, 'items', index, 'result_omitted') ?? typeof at(body, 'items', index, 'result'),
      ),
    ).toEqual(['object', 'object', true, true])
  })
})
