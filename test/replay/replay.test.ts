import { readdirSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { bundleWorkflows } from '../../worker/workflow-bundle.ts'
import { workflowBundle } from '../support/bundle.ts'
import { at } from '../support/http.ts'
import * as changedWorkflows from './changed-workflow.ts'
import { committed, FOLDER, type History, notReplayed } from './histories.ts'
import { PATHS } from './paths.ts'

/** The type of the workflow, from the event that started it. */
const typeOf = ({ events }: History): string =>
  String(at(events[0], 'workflowExecutionStartedEventAttributes', 'workflowType', 'name'))

describe('committed histories', () => {
  it('exist for every path, and for nothing else', () => {
    const recorded = readdirSync(FOLDER)
      .map((name) => name.replace(/\.json$/, ''))
      .toSorted()
    const missing = Object.keys(PATHS).filter((path) => !recorded.includes(path))
    // test/long/replay records a new path; what is committed is never written again.
    expect(missing).toEqual([])
    expect(recorded.filter((name) => !(name.replace(/@.*$/, '') in PATHS))).toEqual([])
  })

  it('replay with the production bundle', async () => {
    expect(await notReplayed(committed(), await workflowBundle())).toEqual({})
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
