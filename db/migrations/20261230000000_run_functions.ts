import { Migration } from '@mikro-orm/migrations'
import { readFunctions } from '../functions/read.ts'

/** The functions that hold money and close holds. */
export class RunFunctions extends Migration {
  override up(): void {
    for (const text of readFunctions()) this.addSql(text)
  }
}
