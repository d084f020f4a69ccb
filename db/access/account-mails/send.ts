import type { MailContent } from '../../../domain/accounts/mails.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

export interface MailToStart {
  readonly id: string
  readonly workspaceId: string
}

/** How often the sweeper makes sure that the workflow of a mail runs; one that is under way continues. */
const SWEEP_MAIL_AFTER_SECONDS = 60

export const CLAIM_OVERDUE_MAILS = statement<{ limit: number; againAfterSeconds: number }, MailToStart>({
  name: 'claim_overdue_mails',
  effect: true,
  text: `update account_mail set sweep_at = clock_timestamp() + make_interval(secs => :againAfterSeconds)
    where id in (
      select id from account_mail where sweep_at < now() order by sweep_at limit :limit for update skip locked
    )
    returning id, workspace_id as "workspaceId"`,
})

/** Claims up to `limit` mails that wait to be sent. */
export const claimOverdueMails = (db: Database, limit: number): Promise<MailToStart[]> =>
  db.query(CLAIM_OVERDUE_MAILS, { limit, againAfterSeconds: SWEEP_MAIL_AFTER_SECONDS })

export interface MailToSend extends MailContent {
  readonly id: string
  readonly email: string
  readonly tokenHash: Buffer
  /** Its link was used, made void, or has expired: nothing is sent any more. */
  readonly isOver: boolean
}

export const READ_MAIL = statement<{ id: string }, MailToSend>({
  name: 'read_mail_to_send',
  effect: false,
  text: `select m.id, m.kind, m.email, m.role, m.token_hash as "tokenHash", w.name as workspace,
      i.email as "invitedBy", m.used_at is not null or m.expires_at < clock_timestamp() as "isOver"
    from account_mail m join workspace w on w.id = m.workspace_id left join app_user i on i.id = m.invited_by
    where m.id = :id and m.sweep_at is not null`,
})

/** null: it was sent, or given up. */
export async function readMailToSend(db: Database, id: string): Promise<MailToSend | null> {
  const [mail] = await db.query(READ_MAIL, { id })
  return mail ?? null
}

export const CLOSE_MAIL = statement<{ id: string; isSent: boolean; refusal: string | null }>({
  name: 'close_mail',
  effect: true,
  text: `update account_mail set sweep_at = null, refusal = :refusal,
      sent_at = case when :isSent::boolean then clock_timestamp() end
    where id = :id and sweep_at is not null`,
})

/** What became of a mail; `refusal`: in the mail server's words. */
export async function closeMail(
  db: Database,
  id: string,
  { isSent, refusal }: { readonly isSent: boolean; readonly refusal: string | null },
): Promise<void> {
  await db.query(CLOSE_MAIL, { id, isSent, refusal })
}
