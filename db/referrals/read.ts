import { randomBytes } from 'node:crypto'
import type { Microdollars } from '../../domain/money/microdollars.ts'
import type { Database, Queries, Statement } from '../database.ts'

export const ENSURE_REFERRAL_CODE: Statement = {
  name: 'ensure_referral_code',
  effect: true,
  text: `insert into referral_code (workspace_id, code) values ($1, $2) on conflict do nothing`,
}

const READ_REFERRAL_CODE: Statement = {
  name: 'read_referral_code',
  effect: false,
  text: 'select code from referral_code where workspace_id = $1',
}

/** 50 random bits: so many are tried that two of a million workspaces never meet, and if they did the other is drawn anew. */
const DRAWS_MAX = 3
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const drawCode = (): string => [...randomBytes(10)].map((byte) => ALPHABET.charAt(byte % 32)).join('')

/** The workspace's own code, made when it is asked for first and the same ever after. */
export async function ensureReferralCode(db: Database, workspaceId: string): Promise<string> {
  for (let draw = 0; draw < DRAWS_MAX; draw += 1) {
    const [row] = await db.query<{ code: string }>(READ_REFERRAL_CODE, [workspaceId])
    if (row !== undefined) return row.code
    await db.query(ENSURE_REFERRAL_CODE, [workspaceId, drawCode()])
  }
  const [row] = await db.query<{ code: string }>(READ_REFERRAL_CODE, [workspaceId])
  if (row === undefined) throw new Error('no referral code could be drawn')
  return row.code
}

export interface StoredReferral {
  readonly amount: Microdollars | null
  readonly createdAt: Date
  readonly creditedAt: Date | null
}

const LIST_REFERRALS: Statement = {
  name: 'list_referrals',
  effect: false,
  text: `select amount, created_at as "createdAt", credited_at as "creditedAt" from referral where referrer_workspace_id = $1 order by created_at desc limit $2`,
}

const SUM_REFERRALS: Statement = {
  name: 'sum_referrals',
  effect: false,
  text: `select coalesce(sum(amount), 0)::bigint as credited from referral where referrer_workspace_id = $1`,
}

const LISTED_MAX = 100

/** Whom a workspace has brought, without saying who they are. */
export async function readReferrals(db: Queries, workspaceId: string): Promise<{ readonly credited: Microdollars; readonly items: readonly StoredReferral[] }> {
  const [items, [sum]] = await Promise.all([
    db.query<StoredReferral>(LIST_REFERRALS, [workspaceId, LISTED_MAX]), db.query<{ credited: bigint }>(SUM_REFERRALS, [workspaceId]),
  ])
  return { credited: sum?.credited ?? 0n, items }
}
