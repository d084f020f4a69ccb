import Type, { type Static } from 'typebox'
import { idPattern } from '../../domain/ids/ids.ts'
import { TOPUP_ORIGINS, TOPUP_STATUSES } from '../../domain/payments/topup.ts'
import { SHOWN_REFERRAL_STATUSES } from '../../domain/referrals/credit.ts'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'
import { TRANSACTION_ID_PATTERN, TRANSACTION_KINDS } from '../../domain/wallets/transactions.ts'
import { closed, Money, NextCursor, nullable, oneOf, Timestamp, UsdAmount } from './common.ts'
import { named } from './named.ts'

export const TopupId = Type.String({
  description: 'The id of the top-up.',
  pattern: idPattern('topup'),
  examples: ['topup_01j9zq3v6n4k8w2x5y7a9b1c3d'],
})
export const InvoiceId = Type.String({
  description: 'The id of the invoice.',
  pattern: idPattern('inv'),
  examples: ['inv_01j9zq3v6n4k8w2x5y7a9b1c3d'],
})

const REFERRAL_STATUS_TEXT = [
  '`signed_up`: no live top-up has been paid, or it was refunded.',
  '`pending`: a top-up has been paid and is not spent yet.',
  '`credited`: both sides received the credit.',
  '`capped`: a limit was reached.',
  '`refused`: the card was used before.',
  '`taken_back`: the top-up was refunded or disputed later.',
].join(' ')

/** The requested settings. */
export const AutoTopupUpdate = named(
  'AutoTopupUpdate',
  closed(
    {
      enabled: Type.Boolean(),
      threshold: Type.Optional(UsdAmount),
      amount: Type.Optional(UsdAmount),
      monthly_limit: Type.Optional(UsdAmount),
    },
    { description: 'Omitted amounts keep their value. The first time, all three are required.' },
  ),
)
export type AutoTopupUpdate = Static<typeof AutoTopupUpdate>

export const AutoTopup = named(
  'AutoTopup',
  closed({
    enabled: Type.Boolean(),
    threshold: nullable(Money, {
      description: 'The wallet is topped up if less than this is available; null: not configured.',
    }),
    amount: nullable(Money),
    monthly_limit: nullable(Money, {
      description: 'The limit for all automatic top-ups of a calendar month (UTC).',
    }),
    spent_this_month: Money,
    card_on_file: Type.Boolean({ description: 'A paid checkout stores its card for automatic top-ups.' }),
    last_attempt: nullable(
      closed({
        topup_id: TopupId,
        status: oneOf(TOPUP_STATUSES),
        amount: Money,
        reason: nullable(Type.String(), { description: 'Why it failed.' }),
        at: Timestamp,
      }),
    ),
    next_attempt_at: nullable(Timestamp, {
      description:
        'After a failure, the earliest time of the next attempt; null: as soon as the balance is low, or never while disabled.',
    }),
  }),
)
export type AutoTopup = Static<typeof AutoTopup>

export const Wallet = named(
  'Wallet',
  closed({
    environment: oneOf(ENVIRONMENTS),
    balance: Type.Unsafe<string>({ ...Money, description: 'The sum of `available` and the holds.' }),
    held: Type.Unsafe<string>({
      ...Money,
      description: 'The holds of open runs, and of runs without their final bill.',
    }),
    available: Money,
    receivable: Type.Optional(
      Type.Unsafe<string>({
        ...Money,
        description:
          'Present only if the wallet owes something: the amount of refunds and chargebacks beyond the available balance. No run can hold money until top-ups have repaid it.',
      }),
    ),
    currency: Type.Literal('USD'),
    auto_topup: closed({ enabled: Type.Boolean(), threshold: nullable(Money), amount: nullable(Money) }),
  }),
)
export type Wallet = Static<typeof Wallet>

export const WalletTransaction = named(
  'WalletTransaction',
  closed({
    id: Type.String({ pattern: TRANSACTION_ID_PATTERN, examples: ['txn_5d0v9j3k7m1q8r2s4t6w0x1y2z'] }),
    kind: oneOf(TRANSACTION_KINDS),
    amount: Type.Unsafe<string>({
      ...Money,
      description:
        'Signed by its effect on the balance. Holds and releases are signed by their effect on the available amount.',
    }),
    balance_after: Type.Unsafe<string>({
      ...Money,
      description: 'The balance (available and held) after this transaction.',
    }),
    run_id: nullable(Type.String()),
    topup_id: nullable(Type.String()),
    created_at: Timestamp,
  }),
)
export type WalletTransaction = Static<typeof WalletTransaction>

export const WalletBalances = named(
  'WalletBalances',
  closed({
    days: Type.Integer(),
    complete: Type.Boolean({
      description: 'False: there were more movements than are read, and the first balances include the unread ones.',
    }),
    items: Type.Array(
      named(
        'WalletBalance',
        closed({
          day: Type.String({ description: 'In UTC.', examples: ['2026-11-22'] }),
          balance: Type.Unsafe<string>({ ...Money, description: 'At the end of the day, or now: available and held.' }),
          topped_up: Money,
        }),
      ),
      { description: 'Oldest first.' },
    ),
  }),
)

export const WalletTransactions = named(
  'WalletTransactions',
  closed({ items: Type.Array(WalletTransaction, { description: 'Newest first.' }), next_cursor: NextCursor }),
)

export const TopupRequest = named('TopupRequest', closed({ amount: UsdAmount }))

export const OpenedTopup = named(
  'OpenedTopup',
  closed({
    checkout_url: Type.String({ description: 'The checkout, valid for 24 hours.' }),
    topup_id: TopupId,
  }),
)
export type OpenedTopup = Static<typeof OpenedTopup>

export const Topup = named(
  'Topup',
  closed({
    id: TopupId,
    environment: oneOf(ENVIRONMENTS),
    origin: oneOf(TOPUP_ORIGINS),
    amount: Money,
    status: oneOf(TOPUP_STATUSES, {
      description: '`amount_differs`: the paid amount differs from the requested one, and an operator checks it.',
    }),
    simulated: Type.Boolean(),
    explanation: nullable(Type.String(), { description: 'Why the payment failed.' }),
    refunded: Money,
    charged_back: Money,
    checkout_url: nullable(Type.String()),
    created_at: Timestamp,
    paid_at: nullable(Timestamp),
  }),
)
export type Topup = Static<typeof Topup>

export const Invoice = named(
  'Invoice',
  closed({
    id: InvoiceId,
    number: Type.String({
      description: 'Numbers have no gaps within a workspace and environment.',
      examples: ['LIVE-000042'],
    }),
    status: oneOf(['paid', 'partially_refunded', 'refunded']),
    simulated: Type.Boolean({ description: 'No money moved.' }),
    currency: Type.Literal('USD'),
    total: Money,
    refunded: Type.Unsafe<string>({ ...Money, description: 'Refunds and chargebacks.' }),
    lines: Type.Array(
      closed({ description: Type.String(), quantity: Type.Integer(), amount: Money, topup_id: nullable(TopupId) }),
    ),
    period: closed({ start: Timestamp, end: Timestamp }),
    created_at: Timestamp,
  }),
)
export type Invoice = Static<typeof Invoice>

export const InvoiceList = named(
  'InvoiceList',
  closed({ items: Type.Array(Invoice, { description: 'Newest first.' }), next_cursor: NextCursor }),
)

const Count = (description: string) => Type.Integer({ minimum: 0, description })

export const Referrals = named(
  'Referrals',
  closed({
    code: Type.String(),
    url: Type.String({ description: 'Send it to people who should sign up.' }),
    credited: Type.Unsafe<string>({
      ...Money,
      description: 'The credits of this workspace, without those that were taken back.',
    }),
    taken_back: Type.Unsafe<string>({
      ...Money,
      description: 'Credits that were taken back after a refund or a chargeback.',
    }),
    pending: Count('Referrals that have paid a top-up and have not spent enough of it yet.'),
    capped: Count('Referrals that earned no credit because a limit was reached.'),
    limits: closed({
      per_month: Count('The maximum number of credits in a calendar month (UTC).'),
      in_all: Count('The maximum number of credits in total.'),
      used_this_month: Count('Credits earned this month, including those taken back.'),
      used_in_all: Count('Credits earned so far, including those taken back.'),
    }),
    items: Type.Array(
      closed({
        status: oneOf(SHOWN_REFERRAL_STATUSES, { description: REFERRAL_STATUS_TEXT }),
        amount: nullable(Money, { description: 'The credit of each side; null: no credit was granted.' }),
        created_at: Timestamp,
        credited_at: nullable(Timestamp),
        taken_back_at: nullable(Timestamp),
      }),
      { description: 'The last 100, newest first.' },
    ),
  }),
)
export type Referrals = Static<typeof Referrals>
