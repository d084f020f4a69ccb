import { mailboxOf } from '../../domain/accounts/mailbox.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'

/** For a workspace with more people than this, the first ones represent it. */
const PEOPLE_MAX = 1_000

export const FIND_REFERRER = statement<{ code: string }, { workspaceId: string; emails: string[] }>({
  name: 'find_referrer',
  effect: false,
  text: `select c.workspace_id as "workspaceId",
      array(select u.email from member m join app_user u on u.id = m.user_id where m.workspace_id = c.workspace_id
        order by u.id limit ${PEOPLE_MAX}) as emails
    from referral_code c where c.code = :code`,
})

export const ATTRIBUTE_REFERRAL = statement<{ workspaceId: string; referrerWorkspaceId: string }>({
  name: 'attribute_referral',
  effect: 'within',
  text: `insert into referral (workspace_id, referrer_workspace_id) values (:workspaceId, :referrerWorkspaceId)
    on conflict (workspace_id) do nothing`,
})

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
