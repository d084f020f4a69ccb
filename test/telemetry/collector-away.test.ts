import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { follow, startTracing, type Tracing } from '../../telemetry/tracing.ts'
import { findContact, runClient } from '../support/run-client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { startTraceCollector, type TraceCollector } from '../support/trace-collector.ts'
import { until } from '../support/until.ts'

let collector: TraceCollector
beforeAll(async () => {
  collector = await startTraceCollector()
})
afterAll(() => collector.close())
beforeEach(() => collector.reset())

interface Line {
  readonly level: 'warn' | 'info'
  readonly message: string
  readonly fields: Readonly<Record<string, string | number>>
}

/** A process with tracing, and what it wrote to its log. */
async function followed(url: string, share = 1): Promise<{ readonly tracing: Tracing; readonly lines: Line[] }> {
  const lines: Line[] = []
  const log = {
    warn: (fields: Line['fields'], message: string) => {
      lines.push({ level: 'warn', message, fields })
    },
    info: (fields: Line['fields'], message: string) => {
      lines.push({ level: 'info', message, fields })
    },
  }
  return {
    tracing: await follow(
      { url, headers: { 'x-key': 'value' }, share, serviceName: 'test', deployment: 'test' },
      { process: 'service', log },
    ),
    lines,
  }
}

async function make(tracing: Tracing, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await tracing.begins({ name: 'work', kind: 'internal', attributes: {} }, async () => undefined)
}

/** More than the queue holds, several times. */
const MANY = 20_000
const [QUEUE_MAX, BATCH_MAX] = [4_096, 512]

describe('a process whose collector is in trouble', () => {
  it('logs once that spans are lost, however many batches there are, and once that they are exported again', async () => {
    collector.answer(400)
    const { tracing, lines } = await followed(`${collector.url}/v1/traces`)
    await until(
      async () => {
        await make(tracing, 600)
        return collector.bodies.length
      },
      (count) => count > 2,
    )
    await until(
      async () => lines.length,
      (count) => count > 0,
    )
    expect(lines).toEqual([
      {
        level: 'warn',
        message: 'trace_export_failing',
        fields: { error_type: 'OTLPExporterError', error_code: '400' },
      },
    ])
    collector.answer(200)
    await until(
      async () => {
        await make(tracing, 1)
        return lines.length
      },
      (count) => count === 2,
    )
    expect(lines[1]).toEqual({
      level: 'info',
      message: 'trace_export_recovered',
      fields: { spans_lost: expect.any(Number) },
    })
    await tracing.stop()
    expect(lines).toHaveLength(2)
  }, 60_000)

  it('drops what does not fit, and ends, when the collector never answers', async () => {
    const hanging = await startTraceCollector()
    hanging.answer('never')
    const { tracing, lines } = await followed(`${hanging.url}/v1/traces`)
    // In one step, so that no batch is given up meanwhile and makes room, however slow the machine is.
    for (let rest = MANY; rest > 0; rest -= 1) tracing.tracer.startSpan('work').end()
    await tracing.stop()
    const sent = async (): Promise<number> =>
      hanging.bodies.flatMap((body) => [...body.toString('latin1').matchAll(/work/g)]).length
    await until(sent, (count) => count >= QUEUE_MAX)
    expect(await sent()).toBeLessThanOrEqual(QUEUE_MAX + BATCH_MAX)
    expect(lines.length).toBeLessThanOrEqual(1)
    await hanging.close()
  }, 60_000)

  it('ends when its address is unreachable', async () => {
    const { tracing, lines } = await followed('http://127.0.0.1:9/v1/traces')
    await make(tracing, 100)
    await tracing.stop()
    expect(lines).toMatchObject([{ level: 'warn', fields: { error_code: 'ECONNREFUSED' } }])
  }, 60_000)

  it('sends what is left when it stops, with the headers of its settings', async () => {
    const { tracing, lines } = await followed(`${collector.url}/v1/traces`)
    await make(tracing, 1_000)
    await tracing.stop()
    expect(collector.spans.length).toBe(1_000)
    expect(collector.headers[0]).toMatchObject({ 'x-key': 'value', 'content-type': 'application/x-protobuf' })
    expect(lines).toEqual([])
  }, 60_000)

  it('has no tracing without an address', async () => {
    expect(
      await startTracing(null, { process: 'api', log: { warn: () => undefined, info: () => undefined } }),
    ).toBeNull()
  })
})

describe('a service without sampled requests', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({
      tracing: { url: `${collector.url}/v1/traces`, headers: {}, share: 0, serviceName: 'test', deployment: 'test' },
    })
  }, 300_000)

  it('makes no span, sends nothing, and has no trace in a history or the log', async () => {
    const { body } = await runClient(service.url, service.workspace.keys.test).run(findContact())
    expect(body.status).toBe('succeeded')
    const handle = service.client.workflow.getHandle(body.run_id)
    await handle.result()
    const history = historyToJSON(await handle.fetchHistory())
    await service.stop()
    expect(collector.bodies).toEqual([])
    expect(history).not.toContain('_tracer-data')
    expect(service.logLines.join('')).not.toContain('trace_id')
  }, 120_000)
})
