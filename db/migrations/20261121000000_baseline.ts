import { Migration } from '@mikro-orm/migrations'
import { CONNECTED_APPS } from './baseline/connected-apps.ts'
import { COLD_TABLES, STORAGE } from './baseline/cold-tables.ts'
import { EVENTS } from './baseline/events.ts'
import { FEEDBACK } from './baseline/feedback.ts'
import { LEDGER } from './baseline/ledger.ts'
import { OUTREACH } from './baseline/outreach.ts'
import { PAYMENTS } from './baseline/payments.ts'
import { PEOPLE } from './baseline/people.ts'
import { PLANS } from './baseline/plans.ts'
import { PROVIDERS } from './baseline/providers.ts'
import { REFERRALS } from './baseline/referrals.ts'
import { RUNS } from './baseline/runs.ts'
import { TABLES } from './baseline/tables.ts'
import { WATCHES } from './baseline/watches.ts'

/**
 * The schema of the first release. Constraints repeat the promises of the rules in `domain/`: the database refuses what
 * a bug in the code would write.
 */
export class Baseline extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

/** Each part refers only to those before it. */
const STATEMENTS = [
  ...COLD_TABLES,
  ...STORAGE,
  ...PEOPLE,
  ...LEDGER,
  ...RUNS,
  ...PROVIDERS,
  ...TABLES,
  ...OUTREACH,
  ...EVENTS,
  ...PAYMENTS,
  ...REFERRALS,
  ...PLANS,
  ...CONNECTED_APPS,
  ...WATCHES,
  ...FEEDBACK,
]
