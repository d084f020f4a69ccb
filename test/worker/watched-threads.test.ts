import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Client, type WorkflowHandle } from '@temporalio/client'
import { NativeConnection, type WorkflowBundle } from '@temporalio/worker'
import { createThreadWatch, type ThreadWatch, unwatchedThreads } from '../../worker/watched-threads.ts'
import { bundleWorkflows } from '../../worker/workflow-bundle.ts'
import { testTemporal } from '../support/temporal.ts'
import { captureTemporalLog } from '../support/temporal-log.ts'
import { until } from '../support/until.ts'
import type { busy, seen } from './busy-workflows.ts'

const { address, namespace } = testTemporal()
/** Takes a third of a second on a free processor, far longer than the limits here. */
const ROUNDS = 300_000_000
/** The SDK's own limit, which is no public option: a workflow that computes for longer fails its task. */
const SDK_LIMIT = { isolateExecutionTimeout: 20 }
/** As in production: in the debug mode of tests, workflows run in the thread of the tests. */
const IN_THREADS = { debugMode: false }

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>

const nothing = (): void => undefined
const quiet = { info: nothing, warn: nothing, error: nothing }

let connection: NativeConnection
let client: Client
let bundle: WorkflowBundle
beforeAll(async () => {
  captureTemporalLog()
  connection = await NativeConnection.connect({ address })
  client = new Client({ connection, namespace })
  bundle = await bundleWorkflows({ workflowsPath: fileURLToPath(new URL('./busy-workflows.ts', import.meta.url)) })
})
afterAll(() => connection.close())

/** Starts a worker in threads, and stops it after `work`. */
async function withWorker<T>(
  watch: ThreadWatch,
  work: (taskQueue: string) => Promise<T>,
  limit = SDK_LIMIT,
): Promise<T> {
  const taskQueue = randomUUID()
  const worker = await watch.createWorker({
    connection,
    namespace,
    taskQueue,
    workflowBundle: bundle,
    ...limit,
    ...IN_THREADS,
  })
  return worker.runUntil(() => work(taskQueue))
}

/** Executes a workflow that computes, and answers its result, whether the watch saw it stuck, and what was logged. */
async function compute(rounds: number, entryMsMax: number) {
  const logged: string[] = []
  const note = (_fields: object, name: string): void => void logged.push(name)
  const watch = createThreadWatch({ info: note, warn: note, error: note }, entryMsMax)
  const before = watch.isStuck()
  return withWorker(watch, async (taskQueue) => {
    // After a time-out of its task, a workflow would compute once more.
    const result = client.workflow.execute<typeof busy>('busy', {
      taskQueue,
      workflowId: randomUUID(),
      args: [rounds],
      workflowTaskTimeout: '2 minutes',
    })
    let wasStuck = false
    await until(
      async () => {
        wasStuck ||= watch.isStuck()
        return Promise.race([result, null])
      },
      (done) => done !== null,
    )
    return { result: await result, stuck: [before, wasStuck, watch.isStuck()], logged }
  })
}

/** The reported failures of a workflow's tasks. */
const taskFailures = ({ events }: History): string[] =>
  (events ?? []).flatMap(({ workflowTaskFailedEventAttributes: failed }) => failed?.failure?.message ?? [])

describe('a workflow thread', () => {
  it('is entered without the time limit of the SDK, which costs a native thread for each entry', async () => {
    expect(await compute(ROUNDS, 60_000)).toEqual({ result: ROUNDS, stuck: [false, false, false], logged: [] })
  })

  it('loads the modules of workflows once, and writes no call stacks down', async () => {
    await withWorker(createThreadWatch(quiet), async (taskQueue) => {
      const runs = [0, 1, 2].map(() => ({ taskQueue, workflowId: randomUUID() }))
      const counts: number[] = []
      for (const options of runs) counts.push(await client.workflow.execute<typeof seen>('seen', options))
      expect(counts).toEqual([1, 2, 3])
      const [first] = runs
      if (first === undefined) throw new Error('unreachable')
      expect(await client.workflow.getHandle(first.workflowId).query('__stack_trace')).toBe('')
    })
  })

  it('is stuck while a workflow computes for longer than it may, which is logged once', async () => {
    expect(await compute(10 * ROUNDS, 500)).toEqual({
      result: 10 * ROUNDS,
      stuck: [false, true, false],
      logged: ['workflow_thread_stuck'],
    })
  })

  it("is the SDK's own where it is not watched: a workflow that computes for too long fails its task", async () => {
    const work = async (taskQueue: string): Promise<void> => {
      const endless = await client.workflow.start<typeof busy>('busy', {
        taskQueue,
        workflowId: randomUUID(),
        args: [20 * ROUNDS],
      })
      const failures = await until(
        async () => taskFailures(await endless.fetchHistory()),
        ({ length }) => length > 0,
      )
      expect(failures[0]).toMatch(/execution timed out/i)
      await endless.terminate()
    }
    // The limit also counts while the thread loads the workflows, which takes longer on a busy machine.
    await withWorker(unwatchedThreads, work, { isolateExecutionTimeout: 100 * SDK_LIMIT.isolateExecutionTimeout })
    expect(unwatchedThreads.isStuck()).toBe(false)
  })

  it('is not watched with a release of the SDK that it was not tested with', () => {
    expect(() => createThreadWatch(quiet, 1_000, { version: '99.0.0' })).toThrow(
      'this is 99.0.0. Set WORKFLOW_THREADS_WATCHED=false',
    )
  })
})
