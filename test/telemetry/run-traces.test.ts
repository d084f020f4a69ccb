import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { makeInbox } from '../build/sending-domain.ts'
import { registerWebhook } from '../support/events.ts'
import { findThrough, freeAccount, occupyAccount, SEVERAL } from '../support/live-providers.ts'
import { httpClient } from '../support/http.ts'
import { startReceiver } from '../support/receiver.ts'
import { findContact, runClient } from '../support/run-client.ts'
import type { TestService } from '../support/service.ts'
import { type Stage, startStage } from '../support/stage.ts'
import {
  type CollectedSpan,
  startTraceCollector,
  type TraceCollector,
  wayTo,
  waysTo,
} from '../support/trace-collector.ts'
import { until } from '../support/until.ts'

let collector: TraceCollector
let stage: Stage
let service: TestService
beforeAll(async () => {
  collector = await startTraceCollector()
  stage = await startStage({
    providers: SEVERAL,
    env: { TRUSTED_PROXIES: '127.0.0.2/32' },
    sweepEveryMs: 500,
    tracing: { url: `${collector.url}/v1/traces`, headers: {}, share: 1, serviceName: 'test', deployment: 'test' },
  })
  service = stage.service
}, 300_000)
afterAll(async () => {
  await stage.stop()
  await collector.close()
})
beforeEach(() => collector.reset())

const live = () => runClient(service.url, service.workspace.keys.live)
const sandbox = () => runClient(service.url, service.workspace.keys.test)

/** All spans of the trace in which a run was made, once that of its workflow has come, which ends last. */
async function traceOf(runId: string, last = 'RunWorkflow:run'): Promise<readonly CollectedSpan[]> {
  const found = (): CollectedSpan[] => {
    const root = collector.spans.find(({ parentId, attributes }) => parentId === '' && attributes['run.id'] === runId)
    return collector.spans.filter(({ traceId }) => traceId === root?.traceId)
  }
  await until(
    async () => found().map(({ name }) => name),
    (names) => names.includes(last) && names.some((name) => name.startsWith('POST /')),
  )
  return found()
}

const WORKFLOW = 'POST /v1/run > StartWorkflow:run > RunWorkflow:run'
const activity = (name: string): string => `${WORKFLOW} > StartActivity:${name} > RunActivity:${name}`

describe('a run over HTTP', () => {
  it('is one trace, from the request through workflow and activities to the provider and each statement', async () => {
    const { body } = await live().run(findThrough('hunter'))
    const spans = await traceOf(body.run_id)
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
    expect(spans.filter((span) => wayTo(span, spans).includes('?'))).toEqual([])
    const call = `${activity('reserveRun')} > call hunter`
    expect({
      accepted: waysTo('insert_run', spans),
      reserved: waysTo('reserve_runs', spans),
      called: waysTo('call hunter', spans),
      sent: waysTo('GET', spans),
      settled: waysTo('record_and_settle', spans),
      limited: waysTo('rate_limit', spans),
    }).toEqual({
      accepted: ['POST /v1/run > insert_run'],
      reserved: [`${activity('reserveRun')} > reserve_runs`],
      called: [call],
      sent: [`${call} > GET`],
      settled: [`${activity('reserveRun')} > record_and_settle`],
      limited: ['POST /v1/run > rate_limit', 'POST /v1/run > rate_limit'],
    })
    const [http, provider, sql] = ['POST /v1/run', 'call hunter', 'reserve_runs'].map((name) =>
      spans.find((span) => span.name === name),
    )
    expect(http?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/v1/run',
      'http.response.status_code': 200,
      'run.id': body.run_id,
      'request.id': expect.stringMatching(/^req_/),
      'workspace.id': service.workspace.id,
    })
    expect(provider?.attributes).toEqual({
      provider: 'hunter',
      capability: 'contact.find',
      'attempt.number': 1,
      'run.id': body.run_id,
      environment: 'live',
      outcome: 'delivered',
    })
    expect(sql?.attributes).toEqual({
      'db.system.name': 'postgresql',
      'db.operation.name': 'SELECT',
      'db.query.summary': 'reserve_runs',
    })
    expect(spans.find(({ name }) => name === 'GET')?.attributes).toEqual({
      'http.request.method': 'GET',
      'server.address': '127.0.0.1',
      'http.response.status_code': 200,
      'http.response.body.size': expect.any(Number),
    })
    expect(
      spans.filter(({ name, attributes }) => name.startsWith('RunWorkflow') && attributes['run.id'] === body.run_id),
    ).toHaveLength(1)
  }, 120_000)

  it('is one trace each, also when many are under way at once', async () => {
    const runs = await Promise.all(Array.from({ length: 12 }, () => sandbox().run(findContact())))
    for (const { body } of runs) {
      const spans = await traceOf(body.run_id)
      expect(waysTo('record_and_settle', spans)).toEqual([`${activity('reserveRun')} > record_and_settle`])
      expect(spans.filter((span) => wayTo(span, spans).includes('?'))).toEqual([])
    }
    expect(new Set(collector.spans.map(({ spanId }) => spanId)).size).toBe(collector.spans.length)
  }, 120_000)

  it('shows both providers of a fallback, and which of them failed', async () => {
    stage.set('hunter', 'wrong')
    const { body } = await live().run({ ...findThrough('hunter'), routing: {} })
    stage.calm()
    const spans = await traceOf(body.run_id)
    const calls = spans
      .filter(({ name }) => name.startsWith('call '))
      .toSorted((a, b) => Number(a.attributes['attempt.number']) - Number(b.attributes['attempt.number']))
    expect(calls.length).toBeGreaterThan(1)
    expect(calls.at(-1)).toMatchObject({ failed: false, attributes: { outcome: 'delivered' } })
    const failed = calls.find(({ attributes }) => attributes['provider'] === 'hunter')
    expect(failed).toMatchObject({
      failed: true,
      attributes: { 'error.type': 'provider_error', outcome: 'provider_error' },
    })
  }, 120_000)

  it('names the endpoint of a raw run by its template', async () => {
    const { body } = await sandbox().run({
      provider: 'sec',
      endpoint: '/submissions/CIK{cik}.json',
      path: { cik: '0000320193' },
    })
    const spans = await traceOf(body.run_id)
    expect(spans.find(({ name }) => name.startsWith('call '))?.attributes).toMatchObject({
      provider: 'sec',
      endpoint: 'GET /submissions/CIK{cik}.json',
    })
    expect(collector.bodies.map((sent) => sent.toString('latin1')).join('')).not.toContain('0000320193')
  }, 120_000)

  it('shows the signal of a cancellation in the trace of that request', async () => {
    await occupyAccount(service.db, 'findymail')
    const { body } = await live().run(findThrough('findymail', { async: true }))
    await until(
      () => live().get(body.run_id),
      (answer) => answer.body.status === 'queued',
    )
    await live().cancel(body.run_id)
    await freeAccount(service.db, 'findymail')
    const cancel = 'POST /v1/runs/{run_id}/cancel'
    await until(
      async () => waysTo('HandleSignal:cancel', collector.spans),
      (ways) => ways.length === 1,
    )
    expect(waysTo('HandleSignal:cancel', collector.spans)).toEqual([
      `${cancel} > SignalWorkflow:cancel > HandleSignal:cancel`,
    ])
    expect(collector.spans.find(({ name }) => name === cancel)?.attributes).toMatchObject({ 'run.id': body.run_id })
    expect(waysTo('cancel_run', await traceOf(body.run_id)).every((way) => way.startsWith(WORKFLOW))).toBe(true)
  }, 120_000)

  it('continues in a separate trace, which names the run, when the sweeper starts it again', async () => {
    await occupyAccount(service.db, 'findymail')
    const { body } = await live().run(findThrough('findymail', { async: true }))
    await until(
      () => live().get(body.run_id),
      (answer) => answer.body.status === 'queued',
    )
    await service.client.workflow.getHandle(body.run_id).terminate()
    await service.db.pool.query(`update run set sweep_at = clock_timestamp() - interval '1 second' where id = $1`, [
      body.run_id,
    ])
    await freeAccount(service.db, 'findymail')
    expect((await live().get(body.run_id, 60)).body.status).toBe('succeeded')
    const swept = 'sweep runs > StartWorkflow:run > RunWorkflow:run'
    await until(
      async () => waysTo('RunWorkflow:run', collector.spans),
      (ways) => ways.includes(swept),
    )
    expect(collector.spans.find(({ name }) => name === 'sweep runs')?.attributes).toMatchObject({
      'run.id': body.run_id,
    })
  }, 120_000)
})

describe("the processing of a provider's message", () => {
  it('is one trace up to the endpoint that receives it', async () => {
    const receiver = await startReceiver()
    await registerWebhook(service, `${receiver.url}/hook-canary`)
    await makeInbox(httpClient(service.url, service.workspace.keys.live), { username: 'sales' })
    await stage.happen('agentmail', 'mail_arrives', { to: 'sales@agentmail.to' })
    await until(
      async () => collector.spans,
      (spans) => spans.some(({ name }) => name === 'RunWorkflow:deliverWebhook'),
    )
    await receiver.close()
    const processed =
      'POST /v1/inbound/agentmail > StartWorkflow:processInbound > RunWorkflow:processInbound > StartActivity:processInbound > RunActivity:processInbound'
    expect(waysTo('POST to a webhook endpoint', collector.spans)).toEqual([
      `${processed} > StartWorkflow:deliverWebhook > RunWorkflow:deliverWebhook > StartActivity:deliverEvent > RunActivity:deliverEvent > POST to a webhook endpoint`,
    ])
    expect(receiver.received[0]?.headers['traceparent']).toBeUndefined()
    expect(collector.bodies.map((sent) => sent.toString('latin1')).join('')).not.toContain('hook-canary')
  }, 120_000)
})

describe('the trace of a request', () => {
  const caller = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
  const asks = async (): Promise<CollectedSpan> => {
    collector.reset()
    await fetch(`${service.url}/v1/wallet`, {
      headers: {
        authorization: `Bearer ${service.workspace.keys.test}`,
        traceparent: `00-${caller.traceId}-${caller.spanId}-01`,
        tracestate: 'secret=canary-state',
      },
    })
    await until(
      async () => collector.spans.map(({ name }) => name),
      (names) => names.includes('GET /v1/wallet'),
    )
    return collector.spans.find(({ name }) => name === 'GET /v1/wallet') ?? Promise.reject(new Error('no span'))
  }

  it("is not chosen by any client: a trace of our own is linked to the caller's", async () => {
    const span = await asks()
    expect(span).toMatchObject({ parentId: '', links: [caller] })
    expect(span.traceId).not.toBe(caller.traceId)
    expect(collector.bodies.map((sent) => sent.toString('latin1')).join('')).not.toContain('canary-state')
  }, 60_000)

  it('is named by the lines that the request writes to the log', async () => {
    const span = await asks()
    const lines = service.logLines
      .map((line): Record<string, unknown> => JSON.parse(line))
      .filter(({ trace_id }) => trace_id === span.traceId)
    expect(lines).toMatchObject([{ request_id: span.attributes['request.id'], route: '/v1/wallet' }])
  }, 60_000)

  it('does not exist for health checks', async () => {
    await fetch(`${service.url}/healthz`)
    await fetch(`${service.url}/readyz`)
    await asks()
    expect(
      collector.spans.filter(({ attributes }) => ['/healthz', '/readyz'].includes(String(attributes['http.route']))),
    ).toEqual([])
  }, 60_000)
})
