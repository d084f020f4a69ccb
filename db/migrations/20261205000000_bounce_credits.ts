import { Migration } from '@mikro-orm/migrations'

/** What becomes of mail to the addresses that runs have sold, and the credit of a run whose address bounced. */
export class BounceCredits extends Migration {
  override up(): void {
    // The tables in the order in which a settlement locks them, and not validated: every earlier row satisfies the
    // lists, and a scan would hold the lock. A migration that waits for a long transaction gives up and is run again.
    this.addSql("set local lock_timeout = '10s'")
    this.addSql(`alter table run add column address_outcome text, add column credited bigint,
      add constraint run_address_outcome check (address_outcome in ('delivered', 'bounced')) not valid,
      add constraint run_credited check
        (credited is null or (credited > 0 and credited <= charged and address_outcome = 'bounced')) not valid`)
    this.addSql(`alter table transfer drop constraint transfer_kind_check, add constraint transfer_kind_check
      check (kind in ('hold', 'charge', 'release', 'topup', 'promotion', 'referral', 'adjustment', 'refund',
        'chargeback', 'credit_bounce')) not valid`)
    this.addSql(`alter table ledger_drift drop constraint ledger_drift_promise_check, add constraint
      ledger_drift_promise_check check (promise in ('available', 'held', 'receivable', 'open_holds', 'run_hold',
        'run_charge', 'run_credit', 'topup'))`)
    // Reports that wait to be applied to the runs that have sold their addresses. They name no person, and live a day
    // at most, so they need no foreign key.
    this.addSql(`create table address_report (
      -- The event of the report, which has the addresses.
      event_id text not null,
      run_id text not null,
      outcome text not null check (outcome in ('delivered', 'bounced')),
      created_at timestamptz not null default clock_timestamp(),
      look_at timestamptz not null default clock_timestamp(),
      primary key (event_id, run_id)
    )`)
    this.addSql('create index address_report_due on address_report (look_at)')
    // By the day of the answer, of live runs. Own keys are included: the data is the provider's all the same.
    this.addSql(`create table sold_address_day (
      day date not null,
      provider text not null,
      capability text not null,
      delivered integer not null check (delivered >= 0),
      bounced integer not null check (bounced >= 0),
      primary key (day, provider, capability)
    ) with (fillfactor = 70)`)
    // Of \`found\`. No check compares the two: a bounce may be counted before its answer is.
    this.addSql('alter table offer_hits_day add column bounced integer not null default 0 check (bounced >= 0)')
  }
}
