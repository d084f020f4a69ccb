import type { Queries } from '../../db/database.ts'
import { ATTRIBUTE_REFERRAL, FIND_REFERRER } from '../../db/money/referrals/attribute.ts'
import { mailboxOf } from '../../domain/accounts/mailbox.ts'

export interface Attribution {
  /** The workspace that is being created. */
  readonly workspaceId: string
  /** The code as the person entered it; upper or lower case. */
  readonly code: string
  /** The address of the person who signs up. */
  readonly email: string
}

/**
 * Stores which workspace referred a new workspace, in the transaction of its sign-up (decisions, "referrals"). A
 * workspace cannot refer itself, or a new workspace whose person has the same mailbox as one of its people. The sign-up
 * may continue with every result.
 */
export async function attributeReferral(
  tx: Queries,
  { workspaceId, code, email }: Attribution,
): Promise<'attributed' | 'unknown_code' | 'self_referral'> {
  const [referrer] = await tx.query(FIND_REFERRER, { code: code.trim().toLowerCase() })
  if (referrer === undefined) return 'unknown_code'
  const mailbox = mailboxOf(email)
  if (referrer.workspaceId === workspaceId || referrer.emails.some((one) => mailboxOf(one) === mailbox))
    return 'self_referral'
  await tx.query(ATTRIBUTE_REFERRAL, { workspaceId, referrerWorkspaceId: referrer.workspaceId })
  return 'attributed'
}
