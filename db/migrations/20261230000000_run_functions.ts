import { Migration } from '@mikro-orm/migrations'
import { readFunctions } from '../functions/read.ts'

/** The functions that hold money and close holds, each after those that it uses. */
export class RunFunctions extends Migration {
  override up(): void {
    for (const text of readFunctions([
      'wallets_v1',
      'budgets_v1',
      'people_v1',
      'sends_v1',
      'attempt_endpoint_v1',
      'take_slots_v1',
      'begin_attempts_v1',
      'judge_hold_v1',
      'reserve_runs_v1',
      'close_holds_v1',
      'give_slots_back_v1',
      'index_subjects_v1',
      'record_outcomes_v1',
      'record_and_settle_v1',
      'settle_run_v1',
      'cancel_run_v1',
      'final_bill_v1',
    ]))
      this.addSql(text)
  }
}
