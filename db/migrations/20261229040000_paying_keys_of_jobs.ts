import { Migration } from '@mikro-orm/migrations'

/** A job pauses when the key or app that pays for its rows was revoked, or may no longer run them. */
export class PayingKeysOfJobs extends Migration {
  override up(): void {
    this.addSql("set local lock_timeout = '10s'")
    // Every job satisfies the wider list: none is read.
    this.addSql('alter table job drop constraint job_reason_check')
    this.addSql(`alter table job add constraint job_reason_check check (reason in ('pilot_finished',
      'estimate_above_ceiling', 'approval_needed', 'requested', 'ceiling_reached', 'insufficient_balance',
      'daily_limit', 'key_budget', 'provider_outage', 'payer_revoked', 'request_refused')) not valid`)
  }
}
