import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker'
import type { Logger } from 'pino'
import type { ActivityLog } from '../activities/deps.ts'
import { currentTrace } from '../telemetry/spans.ts'

/**
 * Writes the activities' lines to the process's own log, with their trace. An error is named by its type and never
 * quoted.
 */
export const activityLog = (log: Logger): ActivityLog => ({
  info: (fields, event) => log.info({ ...fields, ...currentTrace() }, event),
  warn: (fields, event) => log.warn({ ...fields, ...currentTrace() }, event),
  error: ({ error, ...fields }, event) => log.error({ ...fields, ...describe(error), ...currentTrace() }, event),
})

/** Names and units in Prometheus's convention. */
const CORE_METRICS = { countersTotalSuffix: true, unitSuffix: true, useSecondsForDurations: true } as const

function describe(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return {}
  const described: Record<string, string> = {
    error_type: error.name,
    error_at: error.stack?.split('\n')[1]?.trim() ?? '',
  }
  if ('code' in error && typeof error.code === 'string') described['error_code'] = error.code
  return described
}

/**
 * Sends the SDK's own lines to the same log. Called once per process, before the first connection. With a port, the
 * SDK's core serves its metrics there, on the loopback address.
 */
export function installTemporalLog(log: Logger, metricsPort?: number): void {
  const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const
  Runtime.install({
    logger: new DefaultLogger('WARN', ({ level, message }) => log[levels[level]]({ source: 'temporal' }, message)),
    // The core warns about every workflow task above five seconds; in the quick lane tasks wait for a provider on
    // purpose.
    telemetryOptions: {
      logging: { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) },
      ...(metricsPort === undefined
        ? {}
        : {
            metrics: {
              prometheus: { bindAddress: `127.0.0.1:${metricsPort}`, ...CORE_METRICS },
              attachServiceName: false,
            },
          }),
    },
    // The process that owns the worker decides when it drains.
    shutdownSignals: [],
  })
}
