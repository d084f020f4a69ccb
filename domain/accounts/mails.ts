import { nameInMail } from './name-in-mail.ts'
import { roleName, type Role } from '../access/roles.ts'

/** The mails that the service sends to its own users. Each has a link that works once. */
export const MAIL_KINDS = ['verify_email', 'reset_password', 'invitation', 'claim'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/**
 * How long the link of a mail works. A password is reset at once or not; an invitation and a claim wait for their
 * reader.
 */
export const LINK_HOURS: Readonly<Record<MailKind, number>> = {
  verify_email: 72,
  reset_password: 1,
  invitation: 168,
  claim: 168,
}

/** The page of the dashboard that a link opens. */
export const LINK_PATHS: Readonly<Record<MailKind, string>> = {
  verify_email: '/dashboard/verify-email',
  reset_password: '/dashboard/reset-password',
  invitation: '/dashboard/invitation',
  claim: '/dashboard/claim',
}

export const linkOf = (publicUrl: string, kind: MailKind, token: string): string =>
  `${publicUrl}${LINK_PATHS[kind]}?token=${token}`

/** The text of a mail. Only an invitation has a role. */
export interface MailContent {
  readonly kind: MailKind
  readonly workspace: string
  /** The address of the person who invites. */
  readonly invitedBy: string | null
  readonly role: Role | null
}

/** The subject and the text of a mail; `link` is its URL. */
export function textOfMail(
  { kind, workspace, invitedBy, role }: MailContent,
  link: string,
): { readonly subject: string; readonly text: string } {
  switch (kind) {
    case 'verify_email':
      return {
        subject: 'Confirm your e-mail address',
        text: paragraphs(
          'This address was used to sign up. If it was you, confirm the address:',
          link,
          `The link works once, within ${LINK_HOURS[kind]} hours. If it was not you, ignore this mail.`,
        ),
      }
    case 'reset_password':
      return {
        subject: 'Set a new password',
        text: paragraphs(
          'Set a new password for your account:',
          link,
          'The link works once, within an hour. If you did not request it, ignore this mail: your password stays.',
        ),
      }
    case 'invitation':
      return {
        subject: 'You are invited to a workspace',
        text: paragraphs(
          `${invitedBy ?? 'An owner'} invites you to ${workspaceInMail(workspace)} as ${roleName(role ?? 'viewer')}. The person chose the name; the service does not check it. Join:`,
          link,
          `The link works once, within ${LINK_HOURS[kind] / 24} days. If you do not know the sender, ignore this mail, or refuse all further invitations to this address:`,
          refusalOf(link),
        ),
      }
    case 'claim':
      // Without a word of the agent: it has no credential, and would write to people it does not know.
      return {
        subject: 'An agent made a workspace and names you',
        text: paragraphs(
          'An agent signed up by itself, and named this address as the one that may adopt its workspace. Until then it works with simulated data and spends no money. Look at the workspace and decide:',
          link,
          `The link works once, within ${LINK_HOURS[kind] / 24} days. If you expect no agent, ignore this mail: the workspace stays closed.`,
        ),
      }
  }
}

function workspaceInMail(name: string): string {
  const quoted = nameInMail(name)
  return quoted === null ? 'a workspace' : `the workspace ${quoted}`
}

/** The page that refuses further invitations, by the link of an invitation. */
export const REFUSAL_PATH = '/dashboard/invitation/refuse'
const refusalOf = (link: string): string => link.replace(`${LINK_PATHS.invitation}?`, `${REFUSAL_PATH}?`)

const paragraphs = (...lines: readonly string[]): string => `${lines.join('\n\n')}\n`
