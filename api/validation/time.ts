import { Problem } from '../errors/problem.ts'

/**
 * Milliseconds since 1970; a date alone is midnight UTC. Throws `invalid_request` at `param` for a day that is none.
 */
export function timeOf(dateOrTime: string, param: string): number {
  const ms = Date.parse(dateOrTime)
  if (Number.isNaN(ms))
    throw new Problem(
      'invalid_request',
      `\`${param}\` must be a time that exists, for example \`2026-11-20T09:30:00Z\` or the day \`2026-11-20\`.`,
      { param },
    )
  return ms
}
