import type { Metrics } from '../metrics.ts'
import type { Step } from './state.ts'

/**
 * One log line and one measurement per request. Both hold an allow-list of fields only: never a path with its
 * ids, a query string, a body or a credential (design, "Security"), which also bounds the metric's labels.
 */
export const accessLog = (metrics: Metrics): Step => async (ctx, next) => {
  const startedAt = performance.now()
  try {
    await next()
  } finally {
    const milliseconds = performance.now() - startedAt
    const route = ctx.state.route?.path ?? 'unmatched'
    metrics.httpRequestDuration.observe({ method: ctx.method, route, status: ctx.status }, milliseconds / 1000)
    ctx.state.log.info({
      method: ctx.method,
      route,
      status: ctx.status,
      duration_ms: Math.round(milliseconds * 10) / 10,
    }, 'request')
  }
}
