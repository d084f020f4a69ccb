import { linkOf, textOfMail } from '../../domain/accounts/mails.ts'
import { closeMail, type MailToSend, readMailToSend } from '../../db/access/account-mails/send.ts'
import { tokensOfMail } from '../../db/access/account-mails/token.ts'
import { hashToken } from '../../db/hash-token.ts'
import type { ActivityDeps } from '../deps.ts'
import type { OutgoingMail } from './mailer.ts'

export interface SendAccountMailStep {
  readonly mailId: string
}

/** over: it was sent before, or its link no longer works. */
export type AccountMailOutcome = 'sent' | 'refused' | 'over'

type Deps = Pick<ActivityDeps, 'db' | 'log' | 'cipher' | 'publicUrl' | 'mailer'>

/**
 * Sends one mail. A worker that dies after the server has accepted it sends it again, with the same Message-ID. Fails
 * while the server cannot be reached.
 */
export const sendAccountMail =
  (deps: Deps) =>
  async ({ mailId }: SendAccountMailStep): Promise<AccountMailOutcome> => {
    const { db, log, mailer } = deps
    const mail = await readMailToSend(db, mailId)
    if (mail === null) return 'over'
    if (mail.isOver) {
      await closeMail(db, mailId, { isSent: false, refusal: null })
      return 'over'
    }
    if (mailer === null) throw new Error('This worker has no SMTP_URL, which the api has.')
    const outcome = await mailer.send(messageOf(deps, mail))
    const refusal = outcome.kind === 'refused' ? outcome.reason : null
    await closeMail(db, mailId, { isSent: refusal === null, refusal })
    if (refusal === null) log.info({ mail_id: mailId, kind: mail.kind }, 'account_mail_sent')
    else log.warn({ mail_id: mailId, kind: mail.kind, reason: refusal }, 'account_mail_refused')
    return outcome.kind
  }

function messageOf({ cipher, publicUrl }: Deps, mail: MailToSend): OutgoingMail {
  const token = tokensOfMail(cipher, mail.id).find((one) => hashToken(one).equals(mail.tokenHash))
  if (token === undefined) throw new Error('The mail was made with an encryption key that this worker does not have.')
  return {
    to: mail.email,
    messageId: `<${mail.id}@${new URL(publicUrl()).hostname}>`,
    ...textOfMail(mail, linkOf(publicUrl(), mail.kind, token)),
  }
}
