import { linkOf, type MailKind } from '../../domain/accounts/mails.ts'
import { findOpenMail, type OpenMail } from '../../db/access/account-mails/use.ts'
import { draftMail, type DraftMail } from '../../db/access/account-mails/write.ts'
import type { SecretCipher } from '../../db/cipher.ts'
import type { Database } from '../../db/database.ts'
import { Problem } from '../errors/problem.ts'
import type { ApiSettings } from '../settings.ts'

/** The part of the log of a request that a link needs. */
interface LinkLog {
  info(fields: Readonly<Record<string, string>>, event: string): void
}

/** Mails with links that work once, to the service's own users (decisions, "Account mails"). */
export interface AccountMails {
  /** For what can do without a mail, as a sign-up can; null: no link would reach the person. */
  draftIfPossible(): DraftMail | null
  /** For a link that is in the answer too, whether or not a mail takes it. */
  draftLink(): DraftMail
  /** Throws `unavailable` where no link would reach the person. */
  draft(): DraftMail
  /** On a local start without a mail server the link is in the log, once the mail is stored. */
  stored(log: LinkLog, kind: MailKind, draft: DraftMail): void
  /** Throws `invalid_request` at `/token` for a link that does not work. */
  open(kind: MailKind, token: string): Promise<OpenMail>
}

export interface AccountMailParts {
  readonly db: Database
  readonly cipher: Pick<SecretCipher, 'keysFor'>
  readonly settings: Pick<ApiSettings, 'accountMails'>
  readonly publicUrl: () => string
}

export function createAccountMails({ db, cipher, settings, publicUrl }: AccountMailParts): AccountMails {
  const way = settings.accountMails
  const draftLink = (): DraftMail => draftMail(cipher, { isSent: way === 'smtp' })
  const draftIfPossible = (): DraftMail | null => (way === null ? null : draftLink())
  return {
    draftIfPossible,
    draftLink,
    draft() {
      const draft = draftIfPossible()
      if (draft !== null) return draft
      throw new Problem('unavailable', 'This service sends no mails. Its operator can make a link for you.')
    },
    stored(log, kind, { token, isSent }) {
      if (!isSent) log.info({ kind, url: linkOf(publicUrl(), kind, token) }, 'account_link')
    },
    async open(kind, token) {
      return (await findOpenMail(db, kind, token)) ?? refuseLink()
    },
  }
}

/** Throws for a link that does not work, or no longer. */
export function refuseLink(): never {
  throw new Problem('invalid_request', 'This link does not work any more. Request a new one.', { param: '/token' })
}
