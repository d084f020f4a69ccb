/** The exit codes, for programs that call this one (decisions, "exit codes"); printed by `svc --help`. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  denied: 3,
  nothing: 4,
  blocked: 5,
  later: 6,
  interrupted: 130,
} as const

export const EXIT_MEANINGS: readonly (readonly [number, string])[] = [
  [EXIT.done, 'success; a run succeeded'],
  [EXIT.failed, 'failed run, or error of the service'],
  [EXIT.usage, 'wrong usage, or invalid request'],
  [EXIT.denied, 'not signed in, or forbidden'],
  [EXIT.nothing, 'not found: no match, or no such object'],
  [EXIT.blocked, 'refused: balance, spend limits, suppression, repeated contact, outreach policy'],
  [EXIT.later, 'retry: rate limited, unreachable, or not ended in time'],
  [EXIT.interrupted, 'interrupted (Ctrl-C); a started run continues'],
]

/** Every code of `GET /v1/errors`; a test checks that none is missing. */
const BY_CODE: Readonly<Record<string, number>> = {
  invalid_request: EXIT.usage,
  invalid_feedback: EXIT.usage,
  idempotency_mismatch: EXIT.usage,
  method_not_allowed: EXIT.usage,
  payload_too_large: EXIT.usage,
  unsupported_media_type: EXIT.usage,
  unauthorized: EXIT.denied,
  forbidden: EXIT.denied,
  not_found: EXIT.nothing,
  no_match: EXIT.nothing,
  capability_not_found: EXIT.nothing,
  endpoint_not_found: EXIT.nothing,
  cursor_expired: EXIT.nothing,
  insufficient_balance: EXIT.blocked,
  cost_limit_exceeded: EXIT.blocked,
  budget_exceeded: EXIT.blocked,
  suppressed: EXIT.blocked,
  lawful_basis_required: EXIT.blocked,
  sender_profile_required: EXIT.blocked,
  approval_rejected: EXIT.blocked,
  do_not_process: EXIT.blocked,
  approval_expired: EXIT.blocked,
  repeat_touch: EXIT.blocked,
  sender_limit: EXIT.blocked,
  rate_limited: EXIT.later,
  unavailable: EXIT.later,
  conflict: EXIT.failed,
  limit_reached: EXIT.failed,
  provider_not_available: EXIT.failed,
  provider_error: EXIT.failed,
  send_outcome_unknown: EXIT.failed,
  provider_timeout: EXIT.failed,
  cancelled: EXIT.failed,
  internal_error: EXIT.failed,
}

/** The exit code by a run's status, where it decides without the error's code. */
const BY_STATUS: Readonly<Record<string, number>> = {
  succeeded: EXIT.done,
  no_match: EXIT.nothing,
  blocked: EXIT.blocked,
}

/**
 * The exit code of an error of the service. `status` is the HTTP status: a code may have several, and an unknown code
 * still has one.
 */
export function exitOfError(code: string, status: number): number {
  // A run that does not exist is `invalid_request` 404 (decisions, "invalid_request"), and one that has started cannot
  // be cancelled: 409.
  if (code === 'invalid_request') return status === 404 ? EXIT.nothing : status === 409 ? EXIT.failed : EXIT.usage
  const known = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined
  return known ?? exitOfStatus(status)
}

function exitOfStatus(status: number): number {
  if (status === 401 || status === 403) return EXIT.denied
  if (status === 404 || status === 410) return EXIT.nothing
  if (status === 402) return EXIT.blocked
  if (status === 429 || status === 503) return EXIT.later
  return status >= 400 && status < 500 && status !== 409 ? EXIT.usage : EXIT.failed
}

/** The exit code of a run as it is now; one that has not ended was not finished in the time given. */
export function exitOfRun({
  done,
  status,
  code,
}: {
  readonly done: boolean
  readonly status: string
  readonly code: string | null
}): number {
  if (!done) return EXIT.later
  return BY_STATUS[status] ?? (code === null ? EXIT.failed : exitOfError(code, 500))
}
