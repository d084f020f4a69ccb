import type { Tally } from '../../domain/routing/health.ts'
import type { Database } from '../database.ts'
import { ReportedHealth } from './entity.ts'

export interface HealthReading extends Tally {
  readonly provider: string
  readonly target: string
  readonly readAt: Date
}

export const WRITE_REPORTED = { name: 'write_reported_health', effect: true } as const

/** Stores what a provider reports about its own offer; a later reading replaces it. */
export async function writeReported(
  db: Database,
  { provider, target, readAt, calls, successes }: HealthReading,
): Promise<void> {
  await db.entities(WRITE_REPORTED, (em) => em.upsert(ReportedHealth, { provider, target, readAt, calls, successes }))
}
