import {
  CancellationScope,
  condition,
  ParentClosePolicy,
  proxyLocalActivities,
  setCurrentDetails,
  sleep,
  startChild,
  workflowInfo,
} from '@temporalio/workflow'
import {
  ApplicationFailure,
  defineSearchAttributeKey,
  SearchAttributeType,
  TypedSearchAttributes,
  WorkflowExecutionAlreadyStartedError,
} from '@temporalio/common'
import type { Activities } from '../activities/index.ts'
import type { BeginAnswer } from '../activities/watches/begin-refresh.ts'
import type { RecordAnswer } from '../activities/watches/record-refresh.ts'
import type { run } from './run.ts'
import { SEARCH_ATTRIBUTES } from './search-attributes.ts'
import { LONG_DATABASE_STEP } from './policies.ts'

export interface RefreshStart {
  readonly watchId: string
  /**
   * Given for a refresh that was requested by hand or is started again. The Schedule omits it: the scheduled time
   * identifies the refresh.
   */
  readonly refreshId?: string
}

export type RefreshOutcome = Exclude<RecordAnswer, { kind: 'running' }> | Exclude<BeginAnswer, { kind: 'begun' }>

const step = proxyLocalActivities<Activities>(LONG_DATABASE_STEP)

/** Temporal sets it on each workflow that a Schedule starts. */
const SCHEDULED_TIME = defineSearchAttributeKey('TemporalScheduledStartTime', SearchAttributeType.DATETIME)

/** How often the database is read for the run's end: most runs end within seconds. */
const POLL_MS_MIN = 3_000
const POLL_MS_MAX = 60_000
/** More than a day's polls: after that the sweeper starts the refresh again, with a short history. */
const POLLS_MAX = 1_500
/** A run that is already under way is usually about to end. */
const UNDER_WAY_POLL_MS = 1_000

/**
 * One refresh of a watch (Spec 4.13): begin it with an ordinary run, wait for the run's end, and record what it found.
 * Both steps store their answers in their own transactions, so this workflow may be lost and started again at any
 * point.
 */
export function refreshWatch(start: RefreshStart): Promise<RefreshOutcome> {
  // To stop a refresh, stop its run: the end of the run is recorded like any other.
  return CancellationScope.nonCancellable(() => refresh(start))
}

async function refresh(start: RefreshStart): Promise<RefreshOutcome> {
  const begun = await step.beginRefresh(whichOf(start))
  if (begun.kind !== 'begun') return showOutcome(begun)
  const { refreshId, runId } = begun
  setCurrentDetails(`Refresh ${refreshId}: waiting for run ${runId}`)
  const workflow = startRun(begun)
  for (let poll = 0, pollMs = POLL_MS_MIN; poll < POLLS_MAX; poll += 1, pollMs = Math.min(2 * pollMs, POLL_MS_MAX)) {
    await waitForEnd(workflow, pollMs)
    const recorded = await step.recordRefresh({ watchId: start.watchId, refreshId })
    if (recorded.kind !== 'running') return showOutcome(recorded)
  }
  // Any other error would fail the workflow task, which is retried forever, and the workflow would block the sweeper.
  throw ApplicationFailure.nonRetryable('the run of a refresh does not end', 'RunDoesNotEnd')
}

function whichOf({ watchId, refreshId }: RefreshStart): Parameters<Activities['beginRefresh']>[0] {
  if (refreshId !== undefined) return { watchId, refreshId }
  const { workflowId, typedSearchAttributes, startTime } = workflowInfo()
  return { watchId, workflowId, scheduledFor: (typedSearchAttributes.get(SCHEDULED_TIME) ?? startTime).toISOString() }
}

interface RunWorkflow {
  readonly runId: string
  /** It ended, or another start made it and its end is not reported here. Either way only the database is left. */
  isOver: boolean
}

type Begun = Extract<BeginAnswer, { kind: 'begun' }>

/** Starts the run's workflow as a child, and notes when it is over. */
function startRun(begun: Begun): RunWorkflow {
  const workflow: RunWorkflow = { runId: begun.runId, isOver: false }
  const note = (): void => {
    workflow.isOver = true
  }
  // How the workflow ended does not matter: it may have been stopped before its run has ended.
  runToEnd(begun).then(note, note)
  return workflow
}

async function runToEnd({ runId, workspaceId, environment, name }: Begun): Promise<void> {
  try {
    const child = await startChild<typeof run>('run', {
      workflowId: runId,
      args: [{ runId, workspaceId, capability: name }],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
      staticSummary: `run of ${name}`,
      typedSearchAttributes: new TypedSearchAttributes([
        { key: SEARCH_ATTRIBUTES.workspaceId, value: workspaceId },
        { key: SEARCH_ATTRIBUTES.environment, value: environment },
        { key: SEARCH_ATTRIBUTES.capability, value: name },
        { key: SEARCH_ATTRIBUTES.runStatus, value: 'created' },
      ]),
    })
    await child.result()
  } catch (error) {
    // An earlier execution of this refresh, or the sweeper, has started the run.
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
    await sleep(UNDER_WAY_POLL_MS, { summary: 'the run is under way already' })
  }
}

/**
 * Waits until the run's workflow is over, for at most `pollMs`. A run that waits for its provider's final bill has
 * ended long before its workflow. Once the workflow is over, each wait has its full time.
 */
async function waitForEnd(workflow: RunWorkflow, pollMs: number): Promise<void> {
  const summary = `look at ${workflow.runId} in ${pollMs / 1_000} s`
  if (workflow.isOver) await sleep(pollMs, { summary })
  else await condition(() => workflow.isOver, pollMs, { summary })
}

/** What an operator sees of the end. */
function showOutcome<Outcome extends RefreshOutcome>(outcome: Outcome): Outcome {
  setCurrentDetails(
    outcome.kind === 'recorded'
      ? `Recorded: run ${outcome.status}; ${outcome.new} new, ${outcome.changed} changed, ${outcome.unchanged} unchanged`
      : `Nothing recorded: ${outcome.kind}`,
  )
  return outcome
}
