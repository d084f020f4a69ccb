import { Migration } from '@mikro-orm/migrations'
import { replaceFunctions } from '../functions/read.ts'

/** The functions of runs once more, with those of sends: a database that was made before has other forms of them. */
export class SendFunctions extends Migration {
  override up(): void {
    for (const text of replaceFunctions()) this.addSql(text)
  }
}
