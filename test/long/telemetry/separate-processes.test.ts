import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { fixture } from '../../fixtures/load.ts'
import { leftovers } from '../../support/child-process.ts'
import { type Simulator, startSimulator } from '../../support/http-simulator.ts'
import { findThrough } from '../../support/live-providers.ts'
import { type TestDatabase, testDatabase } from '../../support/postgres.ts'
import { type ServiceProcesses, startServiceProcesses } from '../../support/service-processes.ts'
import { testTemporal } from '../../support/temporal.ts'
import { startTraceCollector, type TraceCollector, waysTo } from '../../support/trace-collector.ts'
import { until } from '../../support/until.ts'
import { about } from '../../twins/kit/recorded.ts'

let collector: TraceCollector
let hunter: Simulator
let database: TestDatabase
let service: ServiceProcesses
beforeAll(async () => {
  ;[collector, hunter, database] = await Promise.all([startTraceCollector(), startSimulator(), testDatabase()])
  hunter.script(about({ name: ['Ada', 'Example'] }, fixture('hunter/found')))
  service = await startServiceProcesses({
    databaseUrl: database.url,
    providers: { hunter: { apiKey: 'hunter-key', baseUrl: hunter.url } },
    temporal: testTemporal(),
    worker: '../../worker/main.ts',
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b',
      OTEL_SERVICE_NAME: 'routed',
    },
  })
}, 300_000)
afterAll(async () => {
  await service.stop()
  await database.drop()
  await hunter.close()
  await collector.close()
  expect(leftovers()).toEqual([])
})

describe('api and worker as in production', () => {
  it('export one trace of a run, each its part', async () => {
    const { body } = await service.live.run(findThrough('hunter'))
    expect(body.status).toBe('succeeded')
    await until(
      async () => collector.spans.map(({ name }) => name),
      (names) => names.includes('RunWorkflow:run') && names.includes('POST /v1/run'),
    )
    const traceId = collector.spans.find(({ attributes }) => attributes['run.id'] === body.run_id)?.traceId
    const spans = collector.spans.filter((span) => span.traceId === traceId)
    const call =
      'POST /v1/run > StartWorkflow:run > RunWorkflow:run > StartActivity:reserveRun > RunActivity:reserveRun > call hunter'
    expect(waysTo('GET', spans)).toEqual([`${call} > GET`])
    const roleOf = (name: string) => spans.find((span) => span.name === name)?.resource
    expect(roleOf('insert_run')).toMatchObject({
      'process.role': 'api',
      'service.name': 'routed',
      'deployment.environment.name': 'local',
      'service.version': expect.stringMatching(/^\d/),
    })
    expect(roleOf('record_and_settle')).toMatchObject({ 'process.role': 'worker', 'service.name': 'routed' })
    expect(collector.headers[0]?.['x-key']).toBe('a b')
    expect(hunter.calls.at(-1)?.headers).not.toHaveProperty('traceparent')
  }, 120_000)

  it('stop by themselves while the collector hangs', async () => {
    collector.answer('never')
    expect((await service.live.run(findThrough('hunter'))).body.status).toBe('succeeded')
    const graceMs = 30_000
    const ends = await Promise.all([service.api.stop(graceMs), service.worker().stop(graceMs)])
    expect(ends).toEqual([
      { code: 0, signal: null },
      { code: 0, signal: null },
    ])
  }, 120_000)
})
