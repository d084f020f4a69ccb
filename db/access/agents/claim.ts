import type { ClaimState } from '../../../domain/accounts/claims.ts'
import { isMailToken } from '../../../domain/keys/mail-token.ts'
import type { Database } from '../../database.ts'
import { hashToken } from '../../hash-token.ts'
import { statement } from '../../statement.ts'

/** The condition of a link that works, of a sign-up `s`. */
const CLAIMABLE = 's.claimed_at is null and s.expires_at > clock_timestamp()'

/** Whether the person `u` may claim the workspace of the sign-up `s`. */
const IS_FOR = '(s.owner_email is null or (s.owner_email = u.email and u.email_verified_at is not null))'

/** A workspace that waits for a person. */
export interface OpenClaim {
  readonly workspaceId: string
  /** In the agent's own words. */
  readonly name: string
  readonly signedUpAt: Date
  readonly expiresAt: Date
  readonly runs: number
  readonly isFor: ClaimState
}

export const FIND_OPEN_CLAIM = statement<{ tokenHash: Buffer; userId: string }, OpenClaim>({
  name: 'find_open_claim',
  effect: false,
  text: `select s.workspace_id as "workspaceId", w.name, s.created_at as "signedUpAt", s.expires_at as "expiresAt",
      (select count(*)::integer from run r where r.workspace_id = s.workspace_id) as runs,
      case when ${IS_FOR} then 'you' when s.owner_email = u.email then 'unconfirmed' else 'another' end as "isFor"
    from agent_sign_up s join workspace w on w.id = s.workspace_id join app_user u on u.id = :userId
    where s.token_hash = :tokenHash and ${CLAIMABLE}`,
})

/** What a link offers to a person; null: it is malformed or unknown, was used, or has expired. */
export async function findOpenClaim(db: Database, token: string, userId: string): Promise<OpenClaim | null> {
  if (!isMailToken(token)) return null
  const [claim] = await db.query(FIND_OPEN_CLAIM, { tokenHash: hashToken(token), userId })
  return claim ?? null
}

/** The statement itself is the guard: of simultaneous claims the second waits and then finds no open one. */
export const END_QUARANTINE = statement<
  { tokenHash: Buffer; userId: string; amount: string; period: string },
  { workspaceId: string; apiKeyId: string; claimedAt: Date }
>({
  name: 'end_quarantine',
  effect: 'within',
  text: `update agent_sign_up s set claimed_at = clock_timestamp(), claimed_by = u.id,
      budget_amount = :amount::bigint, budget_period = :period
    from app_user u where u.id = :userId and s.token_hash = :tokenHash and ${CLAIMABLE} and ${IS_FOR}
    returning s.workspace_id as "workspaceId", s.api_key_id as "apiKeyId", s.claimed_at as "claimedAt"`,
})

export const KEEP_KEY = statement<{ apiKeyId: string }>({
  name: 'keep_key_of_agent',
  effect: 'within',
  text: 'update api_key set expires_at = null where id = :apiKeyId',
})

export const CLOSE_CLAIM_MAIL = statement<{ tokenHash: Buffer }>({
  name: 'close_claim_mail',
  effect: 'within',
  text: `update account_mail set used_at = clock_timestamp(), sweep_at = null
    where token_hash = :tokenHash and used_at is null`,
})
