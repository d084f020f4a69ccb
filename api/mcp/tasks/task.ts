import type { Run } from '../../schemas/run.ts'
import { approvalSentence } from '../approval.ts'

/** A run is its task: their ids are the same, so that any replica finds it and nothing else is stored. */
interface TaskOfRun {
  readonly taskId: string
  readonly status: 'working' | 'input_required' | 'completed' | 'cancelled'
  readonly statusMessage: string
  readonly createdAt: string
  readonly lastUpdatedAt: string
}

/** Runs are kept: a task has no end of its life. */
const UNLIMITED = null

/** A run that has not ended within its call is at a provider that works for seconds to minutes. */
const POLL_MS = 2_000
/** A person does not decide within seconds. */
const POLL_MS_OF_APPROVAL = 5_000

/** As revision 2026-07-28 has it (SEP-2663). `asks`: the client takes the question of an approval to a person. */
export const taskOf = (run: Run, { asks }: { readonly asks: boolean }) => ({
  ...stateOf(run, asks),
  ttlMs: UNLIMITED,
  pollIntervalMs: pollMsOf(run),
})

/** The task in place of the result of a call. The client polls soon for the question that a task alone can hold. */
export const taskHandleOf = (run: Run, { asks }: { readonly asks: boolean }) => ({
  ...taskOf(run, { asks }),
  pollIntervalMs: POLL_MS,
  resultType: 'task',
})

/**
 * As revision 2025-11-25 has it. A run that waits for a person is `working` there: `input_required` promises a question
 * on the stream of `tasks/result`, which a server without sessions cannot send.
 */
export const taskOf2025 = (run: Run) => ({
  ...stateOf(run, false),
  ttl: UNLIMITED,
  pollInterval: pollMsOf(run),
})

function stateOf(run: Run, asks: boolean): TaskOfRun {
  const { run_id: taskId, created_at: createdAt, timing } = run
  return {
    taskId,
    status: statusOf(run, asks),
    statusMessage: approvalSentence(run) ?? `The run is ${run.status}.`,
    createdAt,
    lastUpdatedAt: new Date(Date.parse(createdAt) + (timing.duration_ms ?? 0)).toISOString(),
  }
}

/**
 * A task is `input_required` only with a question that its client can take, and fails only by an error of the protocol:
 * a failed run is a completed task, whose result is an error.
 */
function statusOf({ status, done }: Run, asks: boolean): TaskOfRun['status'] {
  if (status === 'awaiting_approval') return asks ? 'input_required' : 'working'
  if (!done) return 'working'
  return status === 'cancelled' ? 'cancelled' : 'completed'
}

const pollMsOf = ({ approval, scheduled }: Run): number =>
  approval === undefined && scheduled === undefined ? POLL_MS : POLL_MS_OF_APPROVAL
