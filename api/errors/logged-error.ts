/** Stack frames are file names and lines; more than a screen of them does not help. */
const FRAMES_MAX = 12
const CAUSES_MAX = 3

/** Errors whose messages come from this program. Those of drivers and parsers quote the data they failed on. */
const SAFE_MESSAGES: readonly unknown[] = [Error, TypeError, ReferenceError]

export interface LoggedError {
  readonly name: string
  readonly message?: string
  /** SQLSTATE or system error code. */
  readonly code?: string
  readonly constraint?: string
  readonly stack: readonly string[]
  readonly cause?: LoggedError
}

/**
 * The loggable part of an error: an allow-list (decisions, "Errors of activities"), with the stack but without quoted
 * data.
 */
export function describeError(thrown: unknown, depth = 0): LoggedError {
  if (!(thrown instanceof Error)) return { name: typeof thrown, stack: [] }
  const message = SAFE_MESSAGES.includes(thrown.constructor) || thrown.name === 'Problem' ? thrown.message : undefined
  const code = textOf(thrown, 'code')
  const constraint = textOf(thrown, 'constraint')
  return {
    name: thrown.name,
    ...(message === undefined ? {} : { message }),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    stack: framesOf(thrown),
    ...(thrown.cause === undefined || depth >= CAUSES_MAX ? {} : { cause: describeError(thrown.cause, depth + 1) }),
  }
}

/** A stack begins with the message, which may have many lines: only lines that are frames are kept. */
const framesOf = (error: Error): string[] =>
  (error.stack ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^at .*(:\d+:\d+\)?|\(native\)|<anonymous>\)?)$/.test(line))
    .slice(0, FRAMES_MAX)

function textOf(error: Error, member: string): string | undefined {
  const value: unknown = Object.getOwnPropertyDescriptor(error, member)?.value
  return typeof value === 'string' ? value : undefined
}

/** The only part of the error that a log line about a temporary failure has. */
export const errorType = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')
