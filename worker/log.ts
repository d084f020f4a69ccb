import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker'
import type { Logger } from 'pino'
import type { ActivityLog } from '../activities/deps.ts'
import { followedTrace } from '../telemetry/spans.ts'

/** The activities' few lines in the process's own log, with the trace that they belong to; an error is named by its type and never quoted. */
export const activityLog = (log: Logger): ActivityLog => ({
  info: (fields, message) => log.info({ ...fields, ...followedTrace() }, message),
  warn: (fields, message) => log.warn({ ...fields, ...followedTrace() }, message),
  error: ({ error, ...fields }, message) => log.error({ ...fields, ...describe(error), ...followedTrace() }, message),
})

/** Names and units as Prometheus wants them. */
const CORE_METRICS = { countersTotalSuffix: true, unitSuffix: true, useSecondsForDurations: true } as const

function describe(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return {}
  const described: Record<string, string> = { error_type: error.name, error_at: error.stack?.split('\n')[1]?.trim() ?? '' }
  if ('code' in error && typeof error.code === 'string') described['error_code'] = error.code
  return described
}

/**
 * Puts the SDK's own lines into the same log. Once per process, before the first connection. With a port, its core shows its
 * metrics there, on the loopback address.
 */
export function installTemporalLog(log: Logger, metricsPort?: number): void {
  const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const
  Runtime.install({
    logger: new DefaultLogger('WARN', ({ level, message }) => log[levels[level]]({ source: 'temporal' }, message)),
    // The core warns of every workflow task above five seconds: in the quick lane these wait for a provider on purpose.
    telemetryOptions: {
      logging: { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) },
      ...(metricsPort === undefined ? {} : { metrics: { prometheus: { bindAddress: `127.0.0.1:${metricsPort}`, ...CORE_METRICS }, attachServiceName: false } }),
    },
    // The process that owns the worker decides when it drains.
    shutdownSignals: [],
  })
}
