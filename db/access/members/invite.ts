import type { InvitationState } from '../../../domain/accounts/invitation.ts'
import { MAILBOX_SQL, REFUSES_SQL } from '../account-mails/refuse.ts'
import { IN_FORCE } from '../account-mails/use.ts'
import { statement } from '../../statement.ts'

/** Two workspaces that invite one mailbox at once: the second counts the mail of the first. */
export const LOCK_ADDRESS = statement<{ mailbox: string }>({
  name: 'lock_invited_address',
  effect: false,
  text: `select pg_advisory_xact_lock(hashtextextended('invitation ' || :mailbox::text, 0))`,
})

export const READ_INVITATION_STATE = statement<
  { workspaceId: string; email: string; mailbox: string; invitedBy: string },
  InvitationState
>({
  name: 'read_invitation_state',
  effect: false,
  text: `select exists (select from member m join app_user u on u.id = m.user_id
        where m.workspace_id = :workspaceId and u.email = :email) as "isMember",
      (select count(*) from member where workspace_id = :workspaceId)::integer
        + (select count(*) from account_mail where workspace_id = :workspaceId and kind = 'invitation'
            and ${IN_FORCE} and email <> :email)::integer as people,
      (select count(*) from account_mail where workspace_id = :workspaceId and kind = 'invitation'
        and created_at > clock_timestamp() - interval '1 hour')::integer as lately,
      (select count(*) from account_mail m where ${MAILBOX_SQL} = :mailbox and kind = 'invitation'
        and created_at > clock_timestamp() - interval '1 hour')::integer as "latelyToAddress",
      exists (select from app_user where id = :invitedBy and email_verified_at is not null) as "isConfirmed",
      ${REFUSES_SQL} as refuses`,
})
