import { randomBytes } from 'node:crypto'
import { BASE32_ALPHABET } from '../../../domain/ids/ids.ts'
import type { Microdollars } from '../../../domain/money/microdollars.ts'
import { REFERRAL_CREDIT, type ReferralStatus } from '../../../domain/referrals/credit.ts'
import type { Database, Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

/** The beginning of this calendar month (UTC). */
export const MONTH_BEGIN_SQL = `date_trunc('month', clock_timestamp() at time zone 'utc') at time zone 'utc'`

export const ENSURE_REFERRAL_CODE = statement<{ workspaceId: string; code: string }>({
  name: 'ensure_referral_code',
  effect: true,
  text: `insert into referral_code (workspace_id, code) values (:workspaceId, :code) on conflict do nothing`,
})

export const READ_REFERRAL_CODE = statement<{ workspaceId: string }, { code: string }>({
  name: 'read_referral_code',
  effect: false,
  text: 'select code from referral_code where workspace_id = :workspaceId',
})

/** 50 random bits: two workspaces among a million hardly ever draw the same code, and then the second draws again. */
const DRAWS_MAX = 3
const drawCode = (): string => [...randomBytes(10)].map((byte) => BASE32_ALPHABET.charAt(byte % 32)).join('')

/** The workspace's own code; the first request creates it, and it never changes. */
export async function ensureReferralCode(db: Database, workspaceId: string): Promise<string> {
  for (let draw = 0; draw < DRAWS_MAX; draw += 1) {
    const [row] = await db.query(READ_REFERRAL_CODE, { workspaceId })
    if (row !== undefined) return row.code
    await db.query(ENSURE_REFERRAL_CODE, { workspaceId, code: drawCode() })
  }
  const [row] = await db.query(READ_REFERRAL_CODE, { workspaceId })
  if (row === undefined) throw new Error('no referral code could be drawn')
  return row.code
}

export interface StoredReferral {
  readonly status: ReferralStatus
  /** What is left of the newcomer's top-up; null: there is none. */
  readonly kept: Microdollars | null
  readonly amount: Microdollars | null
  readonly createdAt: Date
  readonly creditedAt: Date | null
  readonly takenBackAt: Date | null
}

const KEPT = 't.amount - t.refunded - t.charged_back'

export const LIST_REFERRALS = statement<{ workspaceId: string; limit: number }, StoredReferral>({
  name: 'list_referrals',
  effect: false,
  text: `select r.status, ${KEPT} as kept, r.amount, r.created_at as "createdAt", r.credited_at as "creditedAt",
    r.taken_back_at as "takenBackAt"
    from referral r left join topup t on t.id = r.topup_id where r.referrer_workspace_id = :workspaceId
      order by r.created_at desc limit :limit`,
})

export const SUM_REFERRALS = statement<{ workspaceId: string; credit: string }, ReferralTotals>({
  name: 'sum_referrals',
  effect: false,
  text: `select coalesce(sum(r.amount) filter (where r.status = 'credited'), 0)::bigint as credited,
      coalesce(sum(r.amount) filter (where r.status = 'taken_back'), 0)::bigint as "takenBack",
      (count(*) filter (where r.status = 'waiting' and ${KEPT} >= :credit::bigint))::integer as pending,
      (count(*) filter (where r.status = 'capped'))::integer as capped,
      (count(r.credited_at))::integer as "inAll",
      (count(*) filter (where r.credited_at >= ${MONTH_BEGIN_SQL}))::integer as "thisMonth"
    from referral r left join topup t on t.id = r.topup_id where r.referrer_workspace_id = :workspaceId`,
})

const LISTED_MAX = 100

export interface ReferralTotals {
  /** The credits in effect. */
  readonly credited: Microdollars
  readonly takenBack: Microdollars
  /** The number of referrals that are not yet earned. */
  readonly pending: number
  readonly capped: number
  /** The number of all credits, and of those this month. */
  readonly inAll: number
  readonly thisMonth: number
}

/** The newcomers that a workspace has referred, without their identity. */
export async function readReferrals(
  db: Queries,
  workspaceId: string,
): Promise<ReferralTotals & { readonly items: readonly StoredReferral[] }> {
  const [items, [totals]] = await Promise.all([
    db.query(LIST_REFERRALS, { workspaceId, limit: LISTED_MAX }),
    db.query(SUM_REFERRALS, { workspaceId, credit: REFERRAL_CREDIT.toString() }),
  ])
  if (totals === undefined) throw new Error('an aggregate without a row')
  return { ...totals, items }
}
