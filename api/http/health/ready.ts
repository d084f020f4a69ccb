import Type from 'typebox'
import { describeError } from '../../logged-error.ts'
import { Problem } from '../../problem.ts'
import { defineRoute } from '../../route.ts'
import { AnyQuery, closed, oneOf } from '../../schemas/common.ts'

/** A dependency that needs longer than this to say yes is not ready; probes time out soon after. */
const CHECK_MS_MAX = 2_000

export interface ReadinessDeps {
  /** Name -> rejects when the dependency cannot be used. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>
  /** True once shutdown has begun: load balancers must look elsewhere before connections close. */
  readonly draining: () => boolean
}

/** Readiness: database, migrations, Temporal, as the main file wires them. */
export const getReadiness = (deps: ReadinessDeps) => defineRoute({
  operationId: 'getReadiness',
  method: 'GET',
  path: '/readyz',
  summary: 'Can the process serve requests?',
  description: 'For a load balancer: the database and Temporal answer, and the process is not shutting down.',
  tags: ['Service'],
  spec: 'design, "Operators"',
  access: 'public',
  rateLimited: false,
  query: AnyQuery,
  responses: {
    200: {
      description: 'It can.',
      schema: closed({ status: oneOf(['ready']), checks: Type.Record(Type.String(), oneOf(['ok'])) }),
    },
  },
  errors: ['unavailable'],
  async handler({ reply, log }) {
    if (deps.draining()) throw new Problem('unavailable', 'The process is shutting down.', { headers: { Connection: 'close' } })
    const names = Object.keys(deps.checks)
    const results = await Promise.allSettled(Object.values(deps.checks).map(bounded))
    const failed = names.filter((_, index) => results[index]?.status === 'rejected')
    if (failed.length === 0) return reply(200, { status: 'ready', checks: Object.fromEntries(names.map((name) => [name, 'ok' as const])) })
    for (const [index, result] of results.entries()) {
      if (result.status === 'rejected') log.warn({ check: names[index], error: describeError(result.reason) }, 'not ready')
    }
    throw new Problem('unavailable', `Not ready: ${failed.join(', ')}.`, {
      details: failed.map((name) => ({ path: `/checks/${name}`, message: 'does not answer as it should' })),
    })
  },
})

async function bounded(check: () => Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${CHECK_MS_MAX} ms`)), CHECK_MS_MAX)
  try {
    await Promise.race([check(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
