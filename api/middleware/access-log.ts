import type { Meter } from '../../telemetry/meter.ts'
import { routeOf, type MiddlewareStep, UNMATCHED } from './state.ts'

/**
 * One log line and one measurement per request. Both hold an allow-list of fields only: never a path with its ids, a
 * query string, a body or a credential (decisions, "Secrets"), which also bounds the metric's labels: a request can
 * only match one of `paths`.
 */
export const accessLog = (metrics: Meter, paths: Iterable<string>): MiddlewareStep => {
  metrics.learn('route', [...paths, UNMATCHED])
  let inFlight = 0
  const count = (change: 1 | -1): void => metrics.set('http_requests_in_flight', {}, (inFlight += change))
  return async (ctx, next) => {
    count(1)
    const startedAt = performance.now()
    try {
      await next()
    } finally {
      const milliseconds = performance.now() - startedAt
      const route = routeOf(ctx.state)
      count(-1)
      metrics.add('http_requests_total', { method: ctx.method, route, status: String(ctx.status) })
      metrics.observe('http_request_duration_seconds', { method: ctx.method, route }, milliseconds / 1000)
      ctx.state.log.info(
        {
          method: ctx.method,
          route,
          status: ctx.status,
          duration_ms: Math.round(milliseconds * 10) / 10,
        },
        'request',
      )
    }
  }
}
