import { ApplicationFailure, CancelledFailure } from '@temporalio/common'
import type { ActivityInboundCallsInterceptor } from '@temporalio/worker'
import type { ActivityLog } from '../activities/deps.ts'
import { isDatabaseUnavailable } from '../db/database-errors.ts'

/**
 * Replaces every unexpected error that leaves an activity by a code: messages and stacks (those of PostgreSQL among
 * them) quote values, and would stay in workflow histories (decisions, "Errors of activities").
 */
export const hideErrors = (log: ActivityLog): ActivityInboundCallsInterceptor => ({
  async execute(input, next) {
    try {
      return await next(input)
    } catch (error) {
      if (error instanceof ApplicationFailure || error instanceof CancelledFailure) throw error
      const type = isDatabaseUnavailable(error) ? 'DatabaseUnavailable' : 'InternalError'
      log.error({ error, type }, 'activity_failed')
      throw ApplicationFailure.create({ type, message: type, nonRetryable: false })
    }
  },
})
