/**
 * True when a statement was cancelled because it took too long (`statementMsMax`): it waited for locks, or had too much
 * to do. Its transaction is rolled back.
 */
export const isStatementTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014'

/** True when a table is not there: the database was never migrated. */
export const isUndefinedTable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '42P01'

/** True when a transaction was chosen to end a deadlock: it may be repeated. */
export const isDeadlock = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '40P01'

/** True when the error states that the database was unreachable or went away, not that it refused the statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (
    /^(08|57P0|53300)/.test(code) ||
    [
      'ECONNREFUSED',
      'ECONNRESET',
      'EPIPE',
      'ETIMEDOUT',
      'ENOTFOUND',
      'EHOSTUNREACH',
      'ENETUNREACH',
      'EAI_AGAIN',
    ].includes(code)
  )
    return true
  if (
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout|connection .*(closed|ended)/i.test(
      error.message,
    )
  )
    return true
  return error.cause !== undefined && isDatabaseUnavailable(error.cause)
}
