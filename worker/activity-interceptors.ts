import type { WorkerOptions } from '@temporalio/worker'
import type { ActivityLog } from '../activities/deps.ts'
import { tracedActivity, tracedSinks } from '../telemetry/temporal.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import { hideErrors } from './hide-errors.ts'

/** What every activity passes, outermost first: its span sees of an error what Temporal sees. */
export const activityInterceptors = (log: ActivityLog, tracing: Tracing | null): Pick<WorkerOptions, 'interceptors' | 'sinks'> => ({
  interceptors: { activity: [...(tracing === null ? [] : [tracedActivity(tracing)]), () => ({ inbound: hideErrors(log) })] },
  ...(tracing === null ? {} : { sinks: tracedSinks(tracing) }),
})
