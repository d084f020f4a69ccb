import { createRequire } from 'node:module'
import { promiseHooks } from 'node:v8'
import { type Context, type RunningScriptOptions, Script } from 'node:vm'
import { workerData } from 'node:worker_threads'
import { monotonicMs } from './monotonic.ts'

/**
 * The thread in which Temporal's SDK executes workflows: the SDK's own, but it enters the workflows' context without a
 * `timeout`. Node starts and joins a native thread for each entry with one, about fifteen times a run. In its place the
 * main thread watches since when an entry lasts (`watched-threads.ts`). It also takes no call stack for each promise of
 * a workflow: the SDK keeps them for a query of Temporal's Web UI, and they cost more than the workflow's own code.
 */
export interface WorkflowThreadData {
  /** The SDK's file. */
  readonly file: string
  /** One number: when the present entry began, in milliseconds of `monotonicMs`; 0 between entries. */
  readonly enteredAt: SharedArrayBuffer
}

const { file, enteredAt }: WorkflowThreadData = workerData
const entered = new Float64Array(enteredAt)
const { runInContext } = Script.prototype

Script.prototype.runInContext = function (context: Context, options?: RunningScriptOptions): unknown {
  if (options?.timeout === undefined) return runInContext.call(this, context, options)
  entered[0] = monotonicMs()
  try {
    return runInContext.call(this, context, { ...options, timeout: undefined })
  } finally {
    entered[0] = 0
  }
}

promiseHooks.createHook = () => () => undefined

createRequire(import.meta.url)(file)
