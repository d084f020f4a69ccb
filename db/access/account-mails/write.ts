import type { Role } from '../../../domain/access/roles.ts'
import { mailboxOf } from '../../../domain/accounts/mailbox.ts'
import { LINK_HOURS, type MailKind } from '../../../domain/accounts/mails.ts'
import type { SecretCipher } from '../../cipher.ts'
import type { Database, Queries } from '../../database.ts'
import { hashToken } from '../../hash-token.ts'
import { newId } from '../../ids.ts'
import { statement } from '../../statement.ts'
import { MAILBOX_SQL, REFUSES_SQL } from './refuse.ts'
import { tokensOfMail } from './token.ts'

/** A mail that is about to be stored. Its token is in no row. */
export interface DraftMail {
  readonly id: string
  readonly token: string
  /** false: no worker sends it, because its link is given to the person in another way. */
  readonly isSent: boolean
}

export function draftMail(cipher: Pick<SecretCipher, 'keysFor'>, { isSent }: Pick<DraftMail, 'isSent'>): DraftMail {
  const id = newId('mail')
  const [token] = tokensOfMail(cipher, id)
  if (token === undefined) throw new Error('a mail link needs a key')
  return { id, token, isSent }
}

/** A link that has expired is kept this long, so that its page can explain it. */
const KEPT_AFTER_EXPIRY = `interval '7 days'`
/** Each mail deletes more expired ones than it adds. */
const PURGED_AT_ONCE = 20
const PURGED = `purged as (
      delete from account_mail where id in (
        select id from account_mail where expires_at < now() - ${KEPT_AFTER_EXPIRY} order by expires_at
          limit ${PURGED_AT_ONCE} for update skip locked)
    )`
const NEW_COLUMNS =
  'id, kind, email, mailbox, workspace_id, user_id, role, invited_by, token_hash, expires_at, sweep_at'
const NEW_TIMES = `clock_timestamp() + make_interval(hours => :hours::integer),
      case when :isSent::boolean then clock_timestamp() end`
/** To one mailbox: more than a person requests who does not find the mail. */
const MAILS_PER_HOUR_MAX = 5

type NewMail = {
  id: string
  mailbox: string
  tokenHash: Buffer
  isSent: boolean
  hours: number
}

export const valuesOf = (draft: DraftMail, kind: MailKind, email: string): NewMail => ({
  id: draft.id,
  mailbox: mailboxOf(email),
  tokenHash: hashToken(draft.token),
  isSent: draft.isSent,
  hours: LINK_HOURS[kind],
})

/** `ofPerson`: which person, as SQL. */
const mailTo = (ofPerson: string): string => `with ${PURGED}
    insert into account_mail (${NEW_COLUMNS})
    select :id, :kind::text, u.email, :mailbox, u.workspace_id, u.id, null, null, :tokenHash, ${NEW_TIMES}
    from app_user u where ${ofPerson} = :person and (
      select count(*) from account_mail m where ${MAILBOX_SQL} = :mailbox and m.kind = :kind::text
        and m.created_at > clock_timestamp() - interval '1 hour') < ${MAILS_PER_HOUR_MAX}
    returning workspace_id as "workspaceId"`

type MailToPerson = NewMail & { kind: MailKind; person: string }

export const INSERT_RESET_MAIL = statement<MailToPerson, { workspaceId: string }>({
  name: 'insert_reset_mail',
  effect: true,
  text: mailTo('u.email'),
})
export const INSERT_OPERATORS_LINK = statement<MailToPerson, { workspaceId: string }>({
  name: 'insert_operators_link',
  effect: 'within',
  text: mailTo('u.email'),
})
export const INSERT_VERIFY_MAIL = statement<MailToPerson, { workspaceId: string }>({
  name: 'insert_verify_mail',
  effect: true,
  text: mailTo('u.email_verified_at is null and u.id'),
})
export const INSERT_FIRST_VERIFY_MAIL = statement<MailToPerson, { workspaceId: string }>({
  name: 'insert_first_verify_mail',
  effect: 'within',
  text: mailTo('u.id'),
})

/** The mail to a person who forgot their password; false: there is no such person, or they were sent many just now. */
export async function writeResetMail(db: Database, draft: DraftMail, email: string): Promise<boolean> {
  const kind = 'reset_password'
  return (await db.query(INSERT_RESET_MAIL, { ...valuesOf(draft, kind, email), kind, person: email })).length === 1
}

export const READ_ADDRESS = statement<{ userId: string }, { email: string }>({
  name: 'read_address_of_person',
  effect: false,
  text: 'select email from app_user where id = :userId',
})

/** The mail to a person whose address is not confirmed; false: it is confirmed, or they were sent many just now. */
export async function writeVerifyMail(db: Database, draft: DraftMail, userId: string): Promise<boolean> {
  const kind = 'verify_email'
  const [person] = await db.query(READ_ADDRESS, { userId })
  if (person === undefined) return false
  const values = valuesOf(draft, kind, person.email)
  return (await db.query(INSERT_VERIFY_MAIL, { ...values, kind, person: userId })).length === 1
}

/** The same in the transaction of a sign-up; false: addresses of this mailbox were sent many just now. */
export async function writeFirstVerifyMail(
  tx: Queries,
  draft: DraftMail,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<boolean> {
  const kind = 'verify_email'
  const values = valuesOf(draft, kind, email)
  return (await tx.query(INSERT_FIRST_VERIFY_MAIL, { ...values, kind, person: userId })).length === 1
}

export const INSERT_INVITATION_MAIL = statement<
  NewMail & { email: string; workspaceId: string; role: Role; invitedBy: string }
>({
  name: 'insert_invitation_mail',
  effect: 'within',
  text: `with ${PURGED}, earlier as (
      update account_mail set used_at = clock_timestamp(), sweep_at = null
      where kind = 'invitation' and workspace_id = :workspaceId and email = :email and used_at is null
    )
    insert into account_mail (${NEW_COLUMNS})
    select :id, 'invitation', :email, :mailbox, :workspaceId, null, :role, :invitedBy, :tokenHash, ${NEW_TIMES}`,
})

export interface Invitation {
  readonly email: string
  readonly workspaceId: string
  readonly role: Role
  /** The person who invites. */
  readonly invitedBy: string
}

/** An invitation, in the transaction that has checked it; it voids an earlier one to the same address. */
export async function writeInvitationMail(tx: Queries, draft: DraftMail, invitation: Invitation): Promise<void> {
  await tx.query(INSERT_INVITATION_MAIL, { ...valuesOf(draft, 'invitation', invitation.email), ...invitation })
}

/** Fewer than of other kinds: any agent may name any address. */
const CLAIM_MAILS_PER_DAY_MAX = 3

export const INSERT_CLAIM_MAIL = statement<NewMail & { email: string; workspaceId: string }, { id: string }>({
  name: 'insert_claim_mail',
  effect: 'within',
  text: `with ${PURGED}
    insert into account_mail (${NEW_COLUMNS})
    select :id, 'claim', :email, :mailbox, :workspaceId, null, null, null, :tokenHash, ${NEW_TIMES}
    where (select count(*) from account_mail m where ${MAILBOX_SQL} = :mailbox and kind = 'claim'
      and created_at > clock_timestamp() - interval '1 day') < ${CLAIM_MAILS_PER_DAY_MAX}
      and not ${REFUSES_SQL}
    returning id`,
})

/**
 * The mail to the person that an agent names, in the transaction of its sign-up; false: they were sent many recently.
 */
export const writeClaimMail = async (
  tx: Queries,
  draft: DraftMail,
  to: { readonly email: string; readonly workspaceId: string },
): Promise<boolean> =>
  (await tx.query(INSERT_CLAIM_MAIL, { ...valuesOf(draft, 'claim', to.email), ...to })).length === 1
