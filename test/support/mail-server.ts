import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { SMTPServer } from 'smtp-server'

/** A mail that a server has accepted. */
export interface ReceivedMail {
  readonly to: string
  readonly from: string
  readonly messageId: string
  readonly subject: string
  readonly text: string
}

/** A real SMTP server on this machine. */
export interface MailServer {
  /** Its address as a setting. */
  readonly url: string
  readonly port: number
  readonly received: readonly ReceivedMail[]
  close(): Promise<void>
}

/** An address that the server refuses permanently. */
export const UNKNOWN_MAILBOX = 'unknown@example.com'
/** An address that the server refuses once. */
export const BUSY_MAILBOX = 'busy@example.com'

export async function startMailServer(port = 0): Promise<MailServer> {
  const received: ReceivedMail[] = []
  let isBusy = true
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _, callback) {
      if (address === UNKNOWN_MAILBOX) return callback(answer(550, 'No such mailbox'))
      if (address === BUSY_MAILBOX && isBusy) {
        isBusy = false
        return callback(answer(451, 'Try again later'))
      }
      callback()
    },
    onData(stream, { envelope }, callback) {
      void store(stream, received, { from: addressOf(envelope.mailFrom), to: addressOf(envelope.rcptTo[0]) }).then(
        () => callback(),
        callback,
      )
    },
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server listens nowhere')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const answer = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode })
const addressOf = (found: false | { readonly address: string } | undefined): string =>
  found === false || found === undefined ? '' : found.address

async function store(
  stream: Readable,
  received: ReceivedMail[],
  envelope: Pick<ReceivedMail, 'from' | 'to'>,
): Promise<void> {
  const raw = (await text(stream)).replaceAll('\r\n', '\n')
  const end = raw.indexOf('\n\n')
  const [head, body] = [raw.slice(0, end), raw.slice(end + 2)]
  const header = (name: string): string => new RegExp(`^${name}: (.*)$`, 'mi').exec(head)?.[1] ?? ''
  const isQuoted = header('Content-Transfer-Encoding') === 'quoted-printable'
  received.push({
    ...envelope,
    messageId: header('Message-ID'),
    subject: header('Subject'),
    text: isQuoted ? unquoted(body) : body,
  })
}

/** RFC 2045, 6.7. */
const unquoted = (body: string): string =>
  body
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** The token of the link in a mail. */
export const tokenIn = (mail: ReceivedMail | undefined): string =>
  /[?]token=(svc_mail_\w+)/.exec(mail?.text ?? '')?.[1] ?? ''
