import { Migration } from '@mikro-orm/migrations'

/**
 * A referral's credit is earned by spent money, limited, tied to a card, and taken back with the top-up that earned it.
 */
export class ReferralCredits extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  // The payment processor's fingerprint of the card, which no other card has. Stripe may report it before the top-up is
  // known.
  `alter table topup add column card_fingerprint text`,
  `alter table stripe_payment add column card_fingerprint text`,
  // The amounts that a workspace has paid in.
  `create index topup_paid on topup (workspace_id, environment) where status = 'paid'`,
  // \`topup_id\` is the top-up that the credit depends on, known before the credit is earned. \`moves\` numbers the
  // credit and its later reversals. \`look_at\`: when a worker looks at the referral next; null: only when its top-up
  // changes.
  `alter table referral drop constraint referral_check1,
    add column status text not null default 'waiting' check (status in ('waiting', 'credited', 'taken_back', 'capped', 'refused')),
    add column taken_back_at timestamptz,
    add column moves integer not null default 0 check (moves >= 0),
    add column look_at timestamptz`,
  `update referral set status = 'credited', moves = 1 where credited_at is not null`,
  `alter table referral
    add check ((credited_at is null) = (amount is null)),
    add check ((credited_at is not null) = (status in ('credited', 'taken_back'))),
    add check ((taken_back_at is not null) = (status = 'taken_back')),
    add check (credited_at is null or topup_id is not null)`,
  `create index referral_due on referral (look_at) where look_at is not null`,
  // A card earns only one credit.
  `create table referral_card (
    fingerprint text primary key,
    workspace_id text not null unique references workspace (id),
    created_at timestamptz not null default clock_timestamp()
  )`,
]
