import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  WorkflowExecutionAlreadyStartedError,
} from '@temporalio/client'
import { limitConcurrency } from './limit-concurrency.ts'

/** How long a start may take before the caller continues without it: the sweeper starts it later. */
export const START_DEADLINE_MS = 2_000
/** A start that was not confirmed is tried again this much later; after that the sweeper starts it. */
const START_PAUSES_MS = [500, 2_000]
/** A Temporal server answers this many starts well within their deadline; more at once would only delay all of them. */
const STARTS_AT_ONCE_MAX = 40
/** Some minutes of starts at full speed. Further starts are left to the sweeper. */
const STARTS_WAITING_MAX = 10_000

export interface StartQueue {
  /** One call to Temporal, in its turn and within the deadline, which counts from that turn. */
  once<T>(call: () => Promise<T>): Promise<T>
  /** The same, retried if it was not confirmed. The error for something already started is thrown at once. */
  withRetries<T>(call: () => Promise<T>): Promise<T>
}

/** A retry would not change this answer: the thing already exists, or is gone. */
const isAnswer = (error: unknown): boolean =>
  error instanceof WorkflowExecutionAlreadyStartedError ||
  error instanceof ScheduleAlreadyRunning ||
  error instanceof ScheduleNotFoundError

/** How every starter talks to Temporal, which may be slow or away: no caller waits longer than the sweeper takes. */
export function createStartQueue(client: Client): StartQueue {
  const turn = limitConcurrency(STARTS_AT_ONCE_MAX, STARTS_WAITING_MAX)
  const once = <T>(call: () => Promise<T>): Promise<T> =>
    turn(() => client.withDeadline(Date.now() + START_DEADLINE_MS, call))
  return {
    once,
    async withRetries(call) {
      for (const pauseMs of START_PAUSES_MS) {
        try {
          return await once(call)
        } catch (error) {
          if (isAnswer(error)) throw error
          await sleep(pauseMs)
        }
      }
      return once(call)
    },
  }
}
