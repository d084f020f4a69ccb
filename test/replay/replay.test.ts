import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { Worker, type WorkflowBundle } from '@temporalio/worker'
import { bundleWorkflows } from '../../worker/workflow-bundle.ts'
import { INBOUND_SECRETS } from '../build/inbound.ts'
import { workflowBundle } from '../support/bundle.ts'
import { readable } from '../support/history.ts'
import { at } from '../support/http.ts'
import { type LiveProviders, startLiveProviders } from '../support/live-providers.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { temporalLogLines } from '../support/temporal-log.ts'
import { CANARIES } from './canaries.ts'
import * as changedWorkflows from './changed-workflow.ts'
import { PATHS } from './paths.ts'

const FOLDER = new URL('histories/', import.meta.url)
const fileOf = (path: string): URL => new URL(`${path}.json`, FOLDER)

let providers: LiveProviders
let service: TestService
let bundle: WorkflowBundle
beforeAll(async () => {
  bundle = await workflowBundle()
  providers = await startLiveProviders()
  service = await startTestService({
    providers: providers.settings,
    inboundSecrets: INBOUND_SECRETS,
    finalBillDelayMs: 700,
  })
}, 300_000)
afterAll(async () => {
  await service.stop()
  await providers.close()
})

/** What no history and no log may show. */
const secrets = (): readonly string[] => {
  const { test, live } = service.workspace.keys
  return [...Object.values(CANARIES), 'hunter-key', 'findymail-key', test, live]
}

interface Event {
  identity?: string
  [member: string]: unknown
}
interface History {
  events: Event[]
}

type Named = readonly [name: string, history: History]

/** The histories that the bundle no longer replays, by the name of each error. One worker replays them all. */
async function notReplayed(
  histories: readonly Named[],
  code: WorkflowBundle = bundle,
): Promise<Readonly<Record<string, string>>> {
  const results = Worker.runReplayHistories(
    { workflowBundle: code },
    histories.map(([workflowId, history]) => ({ workflowId, history })),
  )
  const failed: Record<string, string> = {}
  let count = 0
  for await (const { workflowId, error } of results) {
    count += 1
    if (error !== undefined) failed[workflowId] = error.name
  }
  expect(count).toBe(histories.length)
  return failed
}

const committed = (): Named[] =>
  readdirSync(FOLDER).map((name) => [name, JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))])

/** The type of the workflow, from the event that started it. */
const typeOf = ({ events }: History): string =>
  String(at(events[0], 'workflowExecutionStartedEventAttributes', 'workflowType', 'name'))

/**
 * A history as it is committed: without the machine that made it, in stack traces and in the names of its workers' own
 * queues.
 */
const withoutMachine = (history: History): string =>
  JSON.stringify(history)
    .replaceAll(/"stackTrace":"(?:[^"\\]|\\.)*"/g, '"stackTrace":""')
    .replaceAll(/"name":"\d+@[^"]*"/g, '"name":"worker"')

/** The finished history, without the name of the worker. */
async function walk(path: string): Promise<{ history: History; text: string }> {
  const runId = await PATHS[path]?.({ service, providers })
  if (runId === undefined) throw new Error(`no path is called ${path}`)
  const handle = service.client.workflow.getHandle(runId)
  await handle.result()
  const text = historyToJSON(await handle.fetchHistory()).replaceAll(/"identity":\s*"[^"]*"/g, '"identity": "worker"')
  const history: History = JSON.parse(text)
  return { history, text }
}

describe('committed histories', () => {
  it('exist for every path, and for nothing else', () => {
    const recorded = readdirSync(FOLDER)
      .map((name) => name.replace(/\.json$/, ''))
      .toSorted()
    const missing = Object.keys(PATHS).filter((path) => !recorded.includes(path))
    // A new path is recorded once with RECORD_HISTORIES=1; what is committed is never written again.
    expect(process.env['RECORD_HISTORIES'] === '1' ? [] : missing).toEqual([])
    expect(recorded.filter((name) => !(name.replace(/@.*$/, '') in PATHS))).toEqual([])
  })

  it('replay with the production bundle', async () => {
    expect(await notReplayed(committed())).toEqual({})
  }, 300_000)

  it('each belong to a workflow that test/replay/changed-workflow.ts changes', () => {
    const types = new Set(committed().map(([, history]) => typeOf(history)))
    expect(
      [...types].filter((type) => !(type in changedWorkflows)).map((type) => `changed-workflow.ts has no ${type}`),
    ).toEqual([])
  })

  it('do not replay when the workflow has changed', async () => {
    const changed = await bundleWorkflows({ workflowsPath: new URL('changed-workflow.ts', import.meta.url).pathname })
    const refused = readdirSync(FOLDER).map((name) => [name, 'DeterminismViolationError'])
    expect(await notReplayed(committed(), changed)).toEqual(Object.fromEntries(refused))
  }, 300_000)
})

describe("each path, executed with today's code", () => {
  const walked: Named[] = []

  it.each(Object.keys(PATHS))(
    '%s leaves a history without personal data or credentials',
    async (path) => {
      const { history, text } = await walk(path)
      walked.push([path, history])
      const said = readable(text)
      for (const canary of secrets()) {
        expect(said).not.toContain(canary)
      }
      if (process.env['RECORD_HISTORIES'] === '1' && !existsSync(fileOf(path)))
        writeFileSync(fileOf(path), `${withoutMachine(history)}\n`)
    },
    300_000,
  )

  it('replays', async () => {
    expect(walked).toHaveLength(Object.keys(PATHS).length)
    expect(await notReplayed(walked)).toEqual({})
  }, 300_000)

  it('leaves no personal data and no credential in the log', () => {
    expect(service.logLines.length).toBeGreaterThan(Object.keys(PATHS).length)
    const said = [...service.logLines, ...temporalLogLines].join('')
    for (const canary of secrets()) {
      expect(said).not.toContain(canary)
    }
  })
})
