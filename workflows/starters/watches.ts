import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type ScheduleOptions,
  ScheduleOverlapPolicy,
  type ScheduleSummary,
} from '@temporalio/client'
import { TypedSearchAttributes } from '@temporalio/common'
import type { WatchSchedules, WatchToSchedule } from '../../activities/watches/schedules.ts'
import type { Environment } from '../../domain/runs/states.ts'
import { type ScheduleOffset, scheduleOffsetOf } from '../../domain/watches/times.ts'
import type { refreshWatch } from '../refresh-watch.ts'
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts'
import { detached, type StarterOptions } from './detached.ts'
import { createStartQueue } from './start-queue.ts'

export interface RefreshStartRequest {
  readonly watchId: string
  readonly refreshId: string
  readonly workflowId: string
  readonly workspaceId: string
  readonly environment: Environment
  /** The capability, or the endpoint of a provider. */
  readonly name: string
}

export interface WatchStarter extends WatchSchedules {
  /** Starts the workflow of a refresh; one that is under way is left alone. */
  startRefresh(refresh: RefreshStartRequest): Promise<void>
  /** Creates the Schedule of a watch; an existing one is left alone. */
  make(watch: WatchToSchedule): Promise<void>
  /** Updates an existing Schedule to match its watch; a Schedule that an operator has paused stays paused. */
  correct(watch: WatchToSchedule): Promise<void>
  /** Deletes the Schedule of a watch; one that is already gone is no error. */
  remove(watchId: string): Promise<void>
  /**
   * Every Schedule of a watch that this deployment has made, as Temporal lists them: the latest ones may be missing.
   */
  list(): AsyncIterable<ListedSchedule>
}

export interface ListedSchedule {
  readonly watchId: string
  /** Whether the Schedule fires as its watch's row states. */
  fits(watch: WatchToSchedule): boolean
}

/** The task queue also separates this deployment's Schedules from those of another in the same namespace. */
export interface WatchStarterOptions extends StarterOptions {
  readonly onLost: (watchId: string, error: unknown) => void
}

/**
 * Refreshes are paid: a firing that was missed for longer than this, while Temporal or every worker was away, is
 * skipped (decisions, "watch").
 */
const CATCH_UP = '1 minute'
const WORKFLOW = 'refreshWatch'
/** `ScheduleSpec.startAt` is inclusive to the second. */
const SECOND_MS = 1_000

export function createWatchStarter({ client, taskQueue, eager, onLost }: WatchStarterOptions): WatchStarter {
  const queue = createStartQueue(client)
  const starter: WatchStarter = {
    async startRefresh({ watchId, refreshId, workflowId, ...about }) {
      const start = detached(
        { taskQueue, eager },
        {
          workflowId,
          argument: { watchId, refreshId },
          summary: `refresh of ${watchId}: ${about.name}`,
          attributes: attributesOf(about),
        },
      )
      await queue.withRetries(() => client.workflow.start<typeof refreshWatch>(WORKFLOW, start))
    },
    async make(watch) {
      try {
        await queue.withRetries(() =>
          client.schedule.create({
            scheduleId: watch.id,
            memo: { task_queue: taskQueue },
            typedSearchAttributes: new TypedSearchAttributes(attributesOf(aboutOf(watch))),
            ...definitionOf(watch, taskQueue),
          }),
        )
      } catch (error) {
        if (!(error instanceof ScheduleAlreadyRunning)) throw error
      }
    },
    async correct(watch) {
      await queue.withRetries(() =>
        client.schedule.getHandle(watch.id).update(({ state }) => ({ ...definitionOf(watch, taskQueue), state })),
      )
    },
    async remove(watchId) {
      try {
        await queue.withRetries(() => client.schedule.getHandle(watchId).delete())
      } catch (error) {
        if (!(error instanceof ScheduleNotFoundError)) throw error
      }
    },
    async *list() {
      for await (const schedule of client.schedule.list()) {
        if (schedule.memo?.['task_queue'] === taskQueue)
          yield { watchId: schedule.scheduleId, fits: (watch) => fits(schedule, scheduleOffsetFor(watch)) }
      }
    },
    createInBackground(watch) {
      starter.make(watch).catch((error: unknown) => onLost(watch.id, error))
    },
    removeInBackground(watchId) {
      starter.remove(watchId).catch((error: unknown) => onLost(watchId, error))
    },
  }
  return starter
}

const scheduleOffsetFor = ({ id, createdAt, everyMs }: WatchToSchedule): ScheduleOffset =>
  scheduleOffsetOf({ watchId: id, createdAtMs: createdAt.getTime(), everyMs: Number(everyMs) })

const aboutOf = ({ workspaceId, environment, capability, rawRequest }: WatchToSchedule) => ({
  workspaceId,
  environment,
  name: capability ?? rawRequest?.endpoint ?? '',
})

/** The attributes by which an operator finds a watch and its refreshes. */
const attributesOf = ({
  workspaceId,
  environment,
  name,
}: Pick<RefreshStartRequest, 'workspaceId' | 'environment' | 'name'>) => [
  { key: SEARCH_ATTRIBUTES.workspaceId, value: workspaceId },
  { key: SEARCH_ATTRIBUTES.environment, value: environment },
  { key: SEARCH_ATTRIBUTES.capability, value: name },
]

/** Temporal adds the scheduled time to the workflow's id, so that each firing has a separate id. */
function definitionOf(
  watch: WatchToSchedule,
  taskQueue: string,
): Omit<ScheduleOptions, 'scheduleId' | 'memo' | 'state'> {
  const { everyMs, phaseMs, firstMs } = scheduleOffsetFor(watch)
  const about = aboutOf(watch)
  return {
    spec: { intervals: [{ every: everyMs, offset: phaseMs }], startAt: new Date(firstMs - SECOND_MS) },
    action: {
      type: 'startWorkflow',
      workflowType: WORKFLOW,
      workflowId: watch.id,
      taskQueue,
      args: [{ watchId: watch.id }],
      staticSummary: `refresh of ${watch.id} every ${watch.every}: ${about.name}`,
      typedSearchAttributes: new TypedSearchAttributes(attributesOf(about)),
    },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: CATCH_UP },
  }
}

function fits({ spec, action }: ScheduleSummary, { everyMs, phaseMs }: ScheduleOffset): boolean {
  const [interval, ...more] = spec?.intervals ?? []
  return (
    more.length === 0 && interval?.every === everyMs && interval.offset === phaseMs && action?.workflowType === WORKFLOW
  )
}
