import type { MailSettings } from '../../domain/settings/mail.ts'

export interface OutgoingMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same for each try, by which mail programs recognize a mail that arrives twice. */
  readonly messageId: string
}

/** refused: the server will never accept it, in its own words. */
export type MailOutcome = { readonly kind: 'sent' } | { readonly kind: 'refused'; readonly reason: string }

/** Sends mails to the service's own users. */
export interface Mailer {
  /** Throws where another try may succeed. */
  send(mail: OutgoingMail): Promise<MailOutcome>
}

/** A server that answers no sooner is tried again later. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const
const REASON_LENGTH_MAX = 300

/**
 * Over SMTP, by nodemailer: a connection for each mail, because there are few. The library is loaded where mails are
 * sent (decisions, "Memory").
 */
export async function createMailer({ smtpUrl, from }: MailSettings): Promise<Mailer> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS }, { from })
  return {
    async send(mail) {
      try {
        await transport.sendMail(mail)
        return { kind: 'sent' }
      } catch (error) {
        const reason = refusalOf(error)
        if (reason === null) throw error
        return { kind: 'refused', reason }
      }
    },
  }
}

/**
 * The server's answer to the recipient or the text, where it is final (RFC 5321, 4.2.1: 5yz). A refused login is a
 * setting to fix, and no fault of this mail.
 */
function refusalOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const [code, responseCode] = [Reflect.get(error, 'code'), Reflect.get(error, 'responseCode')]
  const isFinal = typeof responseCode === 'number' && responseCode >= 500
  return isFinal && (code === 'EENVELOPE' || code === 'EMESSAGE') ? error.message.slice(0, REASON_LENGTH_MAX) : null
}
