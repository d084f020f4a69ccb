import { Migration } from '@mikro-orm/migrations'

/** Two spellings of one subscriber, as `domain/identity/numbering.ts` compares them today. */
const ONE_SUBSCRIBER = `regexp_replace(regexp_replace(regexp_replace(value, '^\\+521(\\d{10})$', '+52\\1'),
  '^\\+55(\\d{2})([6-9]\\d{7})$', '+55\\19\\2'), '^\\+54(\\d{10})$', '+549\\1')`
const OF_ROW = ONE_SUBSCRIBER.replaceAll('value', 't.value')
const OTHERWISE = `kind = 'phone' and value ~ '^\\+(521\\d{10}|55\\d{2}[6-9]\\d{7}|54\\d{10})$'`

/**
 * Suppressions are read again where the reader of identities has changed
 * (`usecases/outreach/reread-suppressions.ts`), and the old spellings of phones get today's form with them.
 */
export class SuppressionReadings extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '10s'")
    // 'first': by the reader of before. 'old': a value of before, which blocks on and is not listed. 'kept': its text
    // is no identity today, so it blocks as before.
    this.addSql(`alter table suppression add column reading text not null default 'first'
      check (reading in ('first', 'current', 'old', 'kept'))`)
    this.addSql(`create index suppression_to_read on suppression (workspace_id, environment, kind, value)
      where reading = 'first'`)
    this.addSql(`create index suppression_by_text on suppression (workspace_id, environment, md5(subject))
      where reading in ('old', 'kept')`)
    this.addSql(`insert into row_identity (row_id, table_id, workspace_id, environment, kind, value, merges)
      select row_id, table_id, workspace_id, environment, kind, ${ONE_SUBSCRIBER}, merges from row_identity
      where ${OTHERWISE} on conflict do nothing`)
    this.addSql(`insert into chat_participant (workspace_id, environment, channel, chat_id, kind, value)
      select workspace_id, environment, channel, chat_id, kind, ${ONE_SUBSCRIBER} from chat_participant
      where ${OTHERWISE} on conflict do nothing`)
    this.addSql(`update run_subject t set value = ${ONE_SUBSCRIBER} where ${OTHERWISE} and not exists (
      select from run_subject o where o.run_id = t.run_id and o.kind = 'phone' and o.value = ${OF_ROW})`)
    this.addSql(`update touch t set value = ${ONE_SUBSCRIBER} where ${OTHERWISE} and not exists (
      select from touch o where o.run_id = t.run_id and o.kind = 'phone' and o.value = ${OF_ROW})`)
  }
}
