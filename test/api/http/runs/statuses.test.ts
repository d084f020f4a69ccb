import { expect, it } from '@jest/globals'
import { statusOfRun } from '../../../../api/http/runs/answer.ts'
import { statusOf } from '../../../../api/http/watches/answer.ts'
import type { RunErrorCode } from '../../../../domain/runs/run-error.ts'

const STATUSES: Readonly<Record<RunErrorCode, number>> = {
  invalid_request: 400,
  insufficient_balance: 402,
  cost_limit_exceeded: 402,
  budget_exceeded: 402,
  approval_rejected: 403,
  suppressed: 403,
  do_not_process: 403,
  lawful_basis_required: 403,
  sender_profile_required: 403,
  no_match: 404,
  provider_not_available: 409,
  repeat_touch: 409,
  sender_limit: 409,
  approval_expired: 409,
  limit_reached: 409,
  cancelled: 409,
  provider_error: 502,
  send_outcome_unknown: 502,
  provider_timeout: 504,
}

it.each(Object.entries(STATUSES) as [RunErrorCode, number][])(
  'a run that ended with %s, and the refresh that made it, answer with its status',
  (code, status) => {
    const error = { code, message: 'Nothing was charged.' }
    expect(statusOfRun({ status: 'failed', error })).toBe(status)
    expect(statusOf({ state: 'done', status: 'failed', error })).toBe(status)
  },
)

it('a run that continues answers 202, and one that succeeded 200', () => {
  expect(statusOfRun({ status: 'running', error: null })).toBe(202)
  expect(statusOfRun({ status: 'succeeded', error: null })).toBe(200)
})
