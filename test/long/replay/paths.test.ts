import { existsSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { CANARIES } from '../../replay/canaries.ts'
import { FOLDER, type History, type Named, notReplayed } from '../../replay/histories.ts'
import { namesOf, PATHS } from '../../replay/paths.ts'
import { workflowBundle } from '../../support/bundle.ts'
import { readable } from '../../support/history.ts'
import type { TestService } from '../../support/service.ts'
import { SEVERAL } from '../../support/live-providers.ts'
import { type Stage, startStage } from '../../support/stage.ts'
import { temporalLogLines } from '../../support/temporal-log.ts'

const fileOf = (path: string): URL => new URL(`${path}.json`, FOLDER)

let stage: Stage
let service: TestService
beforeAll(async () => {
  stage = await startStage({
    providers: SEVERAL,
    finalBillDelayMs: 700,
    // Only a sweep starts an erasure.
    sweepEveryMs: 5_000,
  })
  service = stage.service
}, 300_000)
afterAll(() => stage.stop())

/** What no history and no log may show. */
const secrets = (): readonly string[] => {
  const { test, live } = service.workspace.keys
  return [...Object.values(CANARIES), 'twin_hunter_platform', 'twin_findymail_platform', test, live]
}

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
  const walked = await PATHS[path]?.(stage)
  if (walked === undefined) throw new Error(`no path is called ${path}`)
  const { workflowId, runId } = namesOf(walked)
  const { workflow } = service.client
  await workflow.getHandle(workflowId).result()
  const text = historyToJSON(await workflow.getHandle(workflowId, runId).fetchHistory()).replaceAll(
    /"identity":\s*"[^"]*"/g,
    '"identity": "worker"',
  )
  const history: History = JSON.parse(text)
  return { history, text }
}

describe("each path, executed with today's code", () => {
  const walked: Named[] = []

  it.each(Object.keys(PATHS))(
    '%s leaves a history without personal data or credentials',
    async (path) => {
      const { history, text } = await walk(path)
      walked.push([path, history])
      const texts = readable(text)
      for (const canary of secrets()) {
        expect(texts).not.toContain(canary)
      }
      if (process.env['RECORD_HISTORIES'] === '1' && !existsSync(fileOf(path)))
        writeFileSync(fileOf(path), `${withoutMachine(history)}\n`)
    },
    300_000,
  )

  it('replays', async () => {
    expect(walked).toHaveLength(Object.keys(PATHS).length)
    expect(await notReplayed(walked, await workflowBundle())).toEqual({})
  }, 300_000)

  it('leaves no personal data and no credential in the log', () => {
    expect(service.logLines.length).toBeGreaterThan(Object.keys(PATHS).length)
    const texts = [...service.logLines, ...temporalLogLines].join('')
    for (const canary of secrets()) {
      expect(texts).not.toContain(canary)
    }
  })
})
