import { Migration } from '@mikro-orm/migrations'
import { replaceFunctions } from '../functions/read.ts'

/** Every end of a run is written by one function. */
export class RunEnds extends Migration {
  override up(): void {
    for (const text of replaceFunctions()) this.addSql(text)
  }
}
