import { Migration } from '@mikro-orm/migrations'
import { replaceFunctions } from '../functions/read.ts'

/** A run remembers the budgets that its hold counts against in one list, however many there are. */
export class BudgetsOfRuns extends Migration {
  override up(): void {
    this.addSql('alter table run add column budget_ids bigint[]')
    this.addSql(`update run set budget_ids = array_remove(array[budget_id, job_budget_id], null)
      where budget_id is not null or job_budget_id is not null`)
    this.addSql('alter table run drop column budget_id, drop column job_budget_id')
    for (const text of replaceFunctions()) this.addSql(text)
  }
}
