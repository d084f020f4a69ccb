import { parseArgs } from 'node:util'

export interface ClusterOptions {
  readonly apis: number
  readonly workers: number
  /** Sessions of PostgreSQL behind PgBouncer; null: without PgBouncer. */
  readonly pooled: number | null
  /** What Temporal stores its state in: the file of its development server, or PostgreSQL, as in production. */
  readonly temporal: 'file' | 'postgresql'
  /** For how many minutes it is put under load, while processes are killed; null: it runs until it is stopped. */
  readonly soakMinutes: number | null
}

/** A machine that runs more of them at once does nothing else. */
const PROCESSES_MAX = 32
const SESSIONS_MAX = 500
const SOAK_MINUTES_MAX = 1_440

/** Throws with the option's name for a number that is out of range. */
export function readClusterOptions(args: readonly string[]): ClusterOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      apis: { type: 'string' },
      workers: { type: 'string' },
      pooled: { type: 'string' },
      temporal: { type: 'string', default: 'file' },
      soak: { type: 'string' },
    },
  })
  const { temporal } = values
  if (temporal !== 'file' && temporal !== 'postgresql') throw new Error('--temporal must be file or postgresql.')
  return {
    temporal,
    soakMinutes:
      values.soak === undefined ? null : countOf('soak', values.soak, { fallback: 1, most: SOAK_MINUTES_MAX }),
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
    throw new Error(`--${name} must be an integer from 1 to ${most}.`)
  return count
}
