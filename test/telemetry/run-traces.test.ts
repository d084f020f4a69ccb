import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { findContact, runClient } from '../support/run-client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { startTraceCollector, type TraceCollector } from '../support/trace-collector.ts'
import { until } from '../support/until.ts'

let collector: TraceCollector
let service: TestService
beforeAll(async () => {
  collector = await startTraceCollector()
  service = await startTestService({ tracing: { url: `${collector.url}/v1/traces`, headers: {}, share: 1, serviceName: 'test', deployment: 'test' } })
}, 300_000)
afterAll(async () => {
  await service.stop()
  await collector.close()
})
beforeEach(() => collector.reset())

describe('a run over HTTP', () => {
  it('is one trace', async () => {
    const { body } = await runClient(service.url, service.workspace.keys.test).run(findContact())
    await until(async () => collector.spans.length, (n) => n > 15)
    await new Promise((r) => setTimeout(r, 3000))
    const byId = new Map(collector.spans.map((s) => [s.spanId, s]))
    const depth = (s: { parentId: string }): number => { const p = byId.get(s.parentId); return p ? 1 + depth(p) : 0 }
    console.log(body.status, collector.spans.map((s) => `${'  '.repeat(depth(s))}${s.name} ${s.traceId.slice(0, 4)} ${s.spanId.slice(0, 4)}<${s.parentId.slice(0, 4)} ${JSON.stringify(s.attributes)}`).join('\n'), collector.spans[0]?.resource, collector.bodies.map((b) => b.length))
    expect(1).toBe(1)
  })
})
