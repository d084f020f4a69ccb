import type { WorkerOptions } from '@temporalio/worker'
import type { ActivityLog } from '../activities/deps.ts'
import { tracedActivity, tracedSinks } from '../telemetry/temporal.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import { hideErrors } from './hide-errors.ts'

/** The interceptors of every activity, outermost first: its span sees the same error as Temporal. */
export const activityInterceptors = (
  log: ActivityLog,
  tracing: Tracing | null,
): Pick<WorkerOptions, 'interceptors' | 'sinks'> => ({
  interceptors: {
    activity: [...(tracing === null ? [] : [tracedActivity(tracing)]), () => ({ inbound: hideErrors(log) })],
  },
  ...(tracing === null ? {} : { sinks: tracedSinks(tracing) }),
})
