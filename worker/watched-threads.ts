import { AsyncLocalStorage } from 'node:async_hooks'
import { createRequire } from 'node:module'
import workerThreads, { Worker as Thread, type WorkerOptions as ThreadOptions } from 'node:worker_threads'
import { Worker, type WorkerOptions } from '@temporalio/worker'
import type { ActivityLog } from '../activities/deps.ts'
import { monotonicMs } from './monotonic.ts'
import type { WorkflowThreadData } from './workflow-thread.ts'

/**
 * A workflow computes for milliseconds and then waits: one that computes for longer than this is taken for endless.
 * Meanwhile it stops all workflows of its thread.
 */
const ENTRY_MS_MAX = 10_000
const CHECKS_IN_ENTRY = 10
const SDK_FILE = /[\\/]workflow-worker-thread\.js$/
const THREAD = new URL('./workflow-thread.ts', import.meta.url)

/** The workflow threads of some workers. */
export interface ThreadWatch {
  /** A workflow has computed for too long: the process is unhealthy, and a supervisor starts another. */
  isStuck(): boolean
  /** Temporal's worker, whose workflow threads are `workflow-thread.ts` and belong to this watch. */
  createWorker(options: WorkerOptions): Promise<Worker>
}

/**
 * Temporal's own threads, without a watch: WORKFLOW_THREADS_WATCHED=false. A run then costs some 10 ms more of CPU, and
 * the SDK itself ends a task of a workflow that computes for too long.
 */
export const unwatchedThreads: ThreadWatch = {
  isStuck: () => false,
  createWorker: (options) => Worker.create(options),
}

/** The release of the SDK whose thread `workflow-thread.ts` changes, as the tests of this file have seen it. */
const TESTED_SDK = '1.24.0'
const INSTALLED_SDK = createRequire(import.meta.url)('@temporalio/worker/package.json') as { readonly version: string }

/**
 * `entryMsMax`: how long a workflow may compute; production's time by default. `sdk`: the release of Temporal's SDK.
 * Throws for one that it was not tested with.
 */
export function createThreadWatch(
  log: ActivityLog,
  entryMsMax = ENTRY_MS_MAX,
  { version: sdk } = INSTALLED_SDK,
): ThreadWatch {
  if (sdk !== TESTED_SDK)
    throw new Error(
      `Workflow threads are watched as tested with @temporalio/worker ${TESTED_SDK}, and this is ${sdk}. Set WORKFLOW_THREADS_WATCHED=false, or install ${TESTED_SDK}.`,
    )
  const entries = new Set<Float64Array>()
  const isStuck = (): boolean => [...entries].some((entered) => ageOf(entered) > entryMsMax)
  function watched(thread: Thread, enteredAt: Float64Array): void {
    entries.add(enteredAt)
    let reported = false
    const timer = setInterval(() => {
      const forMs = ageOf(enteredAt)
      if (forMs > entryMsMax && !reported) log.error({ for_ms: forMs }, 'workflow_thread_stuck')
      reported = forMs > entryMsMax
    }, entryMsMax / CHECKS_IN_ENTRY)
    timer.unref()
    thread.once('exit', () => {
      clearInterval(timer)
      entries.delete(enteredAt)
    })
  }
  async function createWorker(options: WorkerOptions): Promise<Worker> {
    const made: Thread[] = []
    const note = (thread: Thread, enteredAt: Float64Array): void => {
      made.push(thread)
      watched(thread, enteredAt)
    }
    try {
      return await creating.run(note, () => Worker.create(options))
    } catch (error) {
      // The SDK leaves the threads of a worker that could not be created.
      await Promise.all(made.map((thread) => thread.terminate()))
      throw error
    }
  }
  return { isStuck, createWorker }
}

/** How long the present entry of a thread has lasted, in milliseconds; 0 between entries. */
const ageOf = ([since = 0]: Float64Array): number => (since === 0 ? 0 : monotonicMs() - since)

/** Of the worker that is being created: its threads are made somewhere in there, perhaps between those of others. */
const creating = new AsyncLocalStorage<(thread: Thread, enteredAt: Float64Array) => void>()

class WatchedThread extends Thread {
  constructor(file: string | URL, options?: ThreadOptions) {
    const watched = creating.getStore()
    if (watched === undefined || !SDK_FILE.test(String(file))) {
      super(file, options)
      return
    }
    const enteredAt = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)
    const data: WorkflowThreadData = { file: String(file), enteredAt }
    super(THREAD, { ...options, workerData: data })
    watched(this, new Float64Array(enteredAt))
  }
}
// The SDK takes the class from the module when it makes a thread.
workerThreads.Worker = WatchedThread
