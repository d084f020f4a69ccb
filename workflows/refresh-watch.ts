import {
  CancellationScope,
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

/** A run that is already under way is usually about to end. */
const FIRST_LOOK_MS = 1_000
/**
 * Most runs end within seconds, and their workflows report it. A run that waits for its provider's final bill has ended
 * long before its workflow.
 */
const LOOK_MS_MIN = 3_000
const LOOK_MS_MAX = 60_000
/** More than a day's looks: after that the sweeper starts it again, with a short history. */
const LOOKS_MAX = 1_500

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
  if (begun.kind !== 'begun') return said(begun)
  const { refreshId, runId } = begun
  setCurrentDetails(`Refresh ${refreshId}: waiting for run ${runId}`)
  const told = runToldOf(begun)
  for (let look = 0, waitMs = LOOK_MS_MIN; look < LOOKS_MAX; look += 1) {
    await waitFor(told, { waitMs, runId })
    const recorded = await step.recordRefresh({ watchId: start.watchId, refreshId })
    if (recorded.kind !== 'running') return said(recorded)
    waitMs = Math.min(2 * waitMs, LOOK_MS_MAX)
  }
  // Any other error would fail the workflow task, which is retried for ever, and the workflow would block the sweeper.
  throw ApplicationFailure.nonRetryable('the run of a refresh does not end', 'RunDoesNotEnd')
}

function whichOf({ watchId, refreshId }: RefreshStart): Parameters<Activities['beginRefresh']>[0] {
  if (refreshId !== undefined) return { watchId, refreshId }
  const { workflowId, typedSearchAttributes, startTime } = workflowInfo()
  return { watchId, workflowId, scheduledFor: (typedSearchAttributes.get(SCHEDULED_TIME) ?? startTime).toISOString() }
}

/** What the run's own workflow reports. */
interface RunEndNews {
  /** The workflow reports nothing more. */
  over: boolean
  end: Promise<void>
}

/**
 * Starts the run's workflow. An earlier execution or the sweeper may have started it already, and it may be over. Then
 * only the database shows the run's end. The same holds when the run's workflow is stopped before the run has ended.
 */
function runToldOf({ runId, workspaceId, environment, name }: Extract<BeginAnswer, { kind: 'begun' }>): RunEndNews {
  const told: RunEndNews = { over: false, end: Promise.resolve() }
  const hear = async (): Promise<void> => {
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
      // A workflow that something else started reports nothing here. Any other end is looked up as well.
      if (error instanceof WorkflowExecutionAlreadyStartedError)
        await sleep(FIRST_LOOK_MS, { summary: 'the run is under way already' })
    }
    told.over = true
  }
  told.end = hear()
  return told
}

/** Waits until the run's workflow reports its end, or until it is time to look in the database. */
async function waitFor(told: RunEndNews, { waitMs, runId }: { waitMs: number; runId: string }): Promise<void> {
  const scope = new CancellationScope({ cancellable: true })
  const timer = scope.run(() => sleep(waitMs, { summary: `look at ${runId} in ${waitMs / 1_000} s` }))
  if (told.over) return timer
  await Promise.race([told.end, timer])
  scope.cancel()
  await timer.catch(() => undefined)
}

function said<Outcome extends RefreshOutcome>(outcome: Outcome): Outcome {
  setCurrentDetails(
    outcome.kind === 'recorded'
      ? `Recorded: run ${outcome.status}; ${outcome.new} new, ${outcome.changed} changed, ${outcome.unchanged} unchanged`
      : `Nothing recorded: ${outcome.kind}`,
  )
  return outcome
}
