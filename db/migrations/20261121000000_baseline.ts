import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'
import { readFunction } from '../functions/read.ts'
import { firstPartitions } from '../engine/months/first.ts'

/** The files of `baseline/`, each after those that it refers to. */
const PARTS = [
  'people',
  'connected-apps',
  'providers',
  'money',
  'payments',
  'plans',
  'runs',
  'jobs',
  'tables',
  'outreach',
  'events',
  'watches',
  'feedback',
  'discover',
  'erasures',
]

/** The functions of the first release, each after those that it uses. Its own migration installs a later form. */
const FUNCTIONS = [
  'wallets_v1',
  'budgets_v1',
  'people_v1',
  'is_plain_v1',
  'related_people_v1',
  'touch_claims_v1',
  'sends_v1',
  'attempt_endpoint_v1',
  'take_slots_v1',
  'begin_attempts_v1',
  'begin_attempt_v1',
  'judge_hold_v1',
  'reserve_runs_v1',
  'close_holds_v1',
  'give_slots_back_v1',
  'index_subjects_v1',
  'record_outcomes_v1',
  'end_runs_v1',
  'record_and_settle_v1',
  'final_bill_v1',
]

/**
 * The schema of the first release. Constraints repeat the promises of the rules in `domain/`: the database refuses what
 * a bug in the code would write. From the first release on it never changes (decisions, "One baseline").
 */
export class Baseline extends Migration {
  override up(): void {
    for (const part of PARTS) {
      this.addSql(readFileSync(new URL(`baseline/${part}.sql`, import.meta.url), 'utf8'))
    }
    for (const partition of firstPartitions(new Date())) this.addSql(partition)
    for (const name of FUNCTIONS) this.addSql(readFunction(name))
  }
}
