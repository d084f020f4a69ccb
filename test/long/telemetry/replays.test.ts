import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api'
import { bundleWorkflowCode, DefaultLogger, Worker, type WorkflowBundle } from '@temporalio/worker'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { CANARIES } from '../../replay/canaries.ts'
import { namesOf, PATHS } from '../../replay/paths.ts'
import { INBOUND_SECRETS } from '../../twins/secrets.ts'
import { workflowBundle } from '../../support/bundle.ts'
import { readable } from '../../support/history.ts'
import type { TestService } from '../../support/service.ts'
import { SEVERAL } from '../../support/live-providers.ts'
import { type Stage, startStage } from '../../support/stage.ts'
import { startTraceCollector, type TraceCollector } from '../../support/trace-collector.ts'
import { bundleWorkflows } from '../../../worker/workflow-bundle.ts'

const FOLDER = new URL('../../replay/histories/', import.meta.url)

let collector: TraceCollector
let stage: Stage
let service: TestService
let bundles: { readonly plain: WorkflowBundle; readonly traced: WorkflowBundle }
beforeAll(async () => {
  bundles = { plain: await workflowBundle(), traced: await workflowBundle({ traced: true }) }
  collector = await startTraceCollector()
  stage = await startStage({
    providers: SEVERAL,
    finalBillDelayMs: 700,
    tracing: {
      url: `${collector.url}/v1/traces`,
      headers: { 'x-collector-key': 'collector-credential' },
      share: 1,
      serviceName: 'test',
      deployment: 'test',
    },
  })
  service = stage.service
}, 300_000)
afterAll(async () => {
  await stage.stop()
  await collector.close()
})

/** How a history replays: null, or the error's name. */
async function replay(bundle: keyof typeof bundles, history: unknown): Promise<string | null> {
  for await (const { error } of Worker.runReplayHistories({ workflowBundle: bundles[bundle] }, [
    { workflowId: 'replayed', history },
  ]))
    return error?.name ?? null
  return 'nothing was replayed'
}

/** Work that starts by itself is sampled as well as the work of a request. */
const followed = <T>(work: () => T): T =>
  context.with(
    trace.setSpanContext(ROOT_CONTEXT, {
      traceId: randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
      traceFlags: 1,
    }),
    work,
  )

/**
 * Every workflow, and every way in which one waits for several things at once: there the order of steps could differ.
 */
const WAYS = [
  'succeeded-quick',
  'succeeded-after-fallback',
  'succeeded-slow',
  'succeeded-quick-after-waiting-its-turn',
  'cancelled-by-api',
  'cancelled-by-operator',
  'cancelled-by-signal',
  'raw-succeeded',
  'sent',
  'actor-final-bill',
  'webhook-delivered-after-trouble',
  'webhook-retried-by-signal',
  'endpoint-disabled',
  'inbound-written',
  'watch-refreshed',
  'watch-refresh-overlapping',
  'topup-paid',
  'credential-valid',
  'events-purged',
]

/** Without its source map and without characters beyond ASCII, which the service's bundle has as escapes. */
const bare = (code: string): string =>
  code.slice(0, code.lastIndexOf('//# sourceMappingURL=')).replaceAll(/[^\0-\x7f]|\\u[\da-f]{4}/g, '')

describe('the bundle', () => {
  it('has no code of traces while they are off, to the byte', async () => {
    const workflowsPath = new URL('../../../workflows/index.ts', import.meta.url).pathname
    const plain = await bundleWorkflowCode({
      workflowsPath,
      preloadModules: [workflowsPath],
      logger: new DefaultLogger('ERROR'),
    })
    const { code } = await bundleWorkflows()
    expect(bare(code) === bare(plain.code)).toBe(true)
    expect(plain.code.includes('_tracer-data')).toBe(false)
    expect(bundles.traced.code.includes('_tracer-data')).toBe(true)
  }, 120_000)
})

describe('every history that was recorded without traces', () => {
  it.each(readdirSync(FOLDER))('%s replays in the bundle that has them', async (name) => {
    expect(await replay('traced', JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')))).toBeNull()
  })
})

describe('a history that is recorded with traces', () => {
  it.each(WAYS)(
    '%s replays in both bundles, and has no data of any person',
    async (path) => {
      const { workflowId, runId } = namesOf((await followed(() => PATHS[path]?.(stage))) ?? '')
      const handle = service.client.workflow.getHandle(workflowId, runId)
      await handle.result()
      const text = historyToJSON(await handle.fetchHistory())
      for (const bundle of ['plain', 'traced'] as const)
        expect([bundle, await replay(bundle, JSON.parse(text))]).toEqual([bundle, null])
      const texts = readable(text)
      for (const canary of SECRETS()) expect(texts).not.toContain(canary)
    },
    300_000,
  )
})

describe('the exports to the collector', () => {
  it('are many spans, without personal data, credentials or values of statements', async () => {
    await stage.stop()
    stage = { ...stage, stop: async () => undefined }
    const names = new Set(collector.spans.map(({ name }) => name))
    for (const name of [
      'RunWorkflow:run',
      'RunWorkflow:deliverWebhook',
      'RunWorkflow:processInbound',
      'RunWorkflow:refreshWatch',
      'StartChildWorkflow:run',
      'RunActivity:chargeTopup',
      'POST to a webhook endpoint',
      'call hunter',
      'HandleSignal:cancel',
      'reserve_runs',
    ])
      expect(names).toContain(name)
    const texts = collector.bodies.map((body) => body.toString('latin1')).join('\n')
    for (const canary of SECRETS()) expect(texts).not.toContain(canary)
  })
})

/** In latin1, as the bodies are searched. */
const SECRETS = (): string[] => [
  ...Object.values(CANARIES),
  ...SEVERAL.map((slug) => `twin_${slug}_platform`),
  'collector-credential',
  ...Object.values(INBOUND_SECRETS).flat(),
  '127.0.0.1:',
  service.workspace.keys.test,
  service.workspace.keys.live,
  'select ',
  'insert into',
]
