import { parseArgs } from 'node:util'

export interface ClusterOptions {
  readonly apis: number
  readonly workers: number
  /** Sessions of PostgreSQL behind PgBouncer; null: without PgBouncer. */
  readonly pooled: number | null
}

/** A machine that runs more of them at once does nothing else. */
const PROCESSES_MAX = 32
const SESSIONS_MAX = 500

/** Throws with the option's name for a number that is out of range. */
export function readClusterOptions(args: readonly string[]): ClusterOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { apis: { type: 'string' }, workers: { type: 'string' }, pooled: { type: 'string' } },
  })
  return {
    apis: countOf('apis', values.apis, { fallback: 2, most: PROCESSES_MAX }),
    workers: countOf('workers', values.workers, { fallback: 3, most: PROCESSES_MAX }),
    pooled: values.pooled === undefined ? null : countOf('pooled', values.pooled, { fallback: 1, most: SESSIONS_MAX }),
  }
}

function countOf(
  name: string,
  text: string | undefined,
  { fallback, most }: { fallback: number; most: number },
): number {
  const count = text === undefined ? fallback : Number(text)
  if (!Number.isInteger(count) || count < 1 || count > most)
    throw new Error(`--${name} must be a whole number from 1 to ${most}.`)
  return count
}
