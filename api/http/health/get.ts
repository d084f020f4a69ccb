import { defineRoute } from '../../route/route.ts'
import { AnyQuery, closed, oneOf } from '../../schemas/common.ts'

/**
 * Liveness: the process answers. It checks no dependency, because a database outage would then restart every replica.
 */
export const getHealth = () =>
  defineRoute({
    operationId: 'getHealth',
    method: 'GET',
    path: '/healthz',
    summary: 'Liveness probe',
    description: 'For a process supervisor. It does not check the database or Temporal.',
    tags: ['Service'],
    spec: 'decisions, "Operators"',
    access: 'public',
    rateLimited: false,
    query: AnyQuery,
    responses: { 200: { description: 'It is.', schema: closed({ status: oneOf(['ok']) }) } },
    errors: [],
    async handler({ reply }) {
      return reply(200, { status: 'ok' })
    },
  })
