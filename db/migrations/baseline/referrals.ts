/** Referral codes, and referrals with their credits. */
export const REFERRALS = [
  `create table referral_code (
    workspace_id text primary key references workspace (id),
    code text not null unique check (code ~ '^[0-9a-hjkmnp-tv-z]{10}$')
  )`,
  // `topup_id` is the top-up that the credit depends on, known before the credit is earned. `moves` numbers the
  // credit and its later reversals. `look_at`: when a worker looks at the referral next; null: only when its top-up
  // changes.
  `create table referral (
    workspace_id text primary key references workspace (id),
    referrer_workspace_id text not null references workspace (id),
    created_at timestamptz not null default clock_timestamp(),
    credited_at timestamptz,
    amount bigint check (amount > 0),
    topup_id text unique,
    status text not null default 'waiting' check (status in ('waiting', 'credited', 'taken_back', 'capped', 'refused')),
    taken_back_at timestamptz,
    moves integer not null default 0 check (moves >= 0),
    look_at timestamptz,
    check (workspace_id <> referrer_workspace_id),
    check ((credited_at is null) = (amount is null)),
    check ((credited_at is not null) = (status in ('credited', 'taken_back'))),
    check ((taken_back_at is not null) = (status = 'taken_back')),
    check (credited_at is null or topup_id is not null)
  )`,
  `create index referral_of_referrer on referral (referrer_workspace_id, created_at desc)`,
  `create index referral_due on referral (look_at) where look_at is not null`,
  // A card earns only one credit.
  `create table referral_card (
    fingerprint text primary key,
    workspace_id text not null unique references workspace (id),
    created_at timestamptz not null default clock_timestamp()
  )`,
]
