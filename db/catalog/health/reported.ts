import type { Tally } from '../../../domain/routing/health.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

export interface HealthReading extends Tally {
  readonly provider: string
  readonly target: string
  readonly readAt: Date
}

export const WRITE_REPORTED = statement<Pick<HealthReading, keyof HealthReading>>({
  name: 'write_reported_health',
  effect: true,
  text: `insert into reported_health (provider, target, read_at, calls, successes)
    values (:provider, :target, :readAt, :calls, :successes)
    on conflict (provider, target) do update set read_at = excluded.read_at, calls = excluded.calls,
      successes = excluded.successes`,
})

/** Stores what a provider reports about its own offer; a later reading replaces it. */
export async function writeReported(
  db: Queries,
  { provider, target, readAt, calls, successes }: HealthReading,
): Promise<void> {
  await db.query(WRITE_REPORTED, { provider, target, readAt, calls, successes })
}
