/** The settings of the mails that the service sends to its own users. */
export interface MailSettings {
  /** `smtp://` or `smtps://`, with name and password where the server needs them. */
  readonly smtpUrl: string
  /** The sender, as in `Routed data <no-reply@example.com>`. */
  readonly from: string
}

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Reads `SMTP_URL` and `MAIL_FROM`; null: no mails are sent. Its messages never quote the URL, which has a password.
 */
export function readMailSettings(env: Variables): MailSettings | null {
  const smtpUrl = env['SMTP_URL']?.trim() ?? ''
  const from = env['MAIL_FROM']?.trim() ?? ''
  if (smtpUrl === '' && from === '') return null
  if (smtpUrl === '' || from === '') throw new Error('Set SMTP_URL and MAIL_FROM, or neither.')
  const url = URL.parse(smtpUrl)
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '')
    throw new Error('SMTP_URL must be a URL such as smtps://name:password@mail.example.com:465.')
  if (!/^[^<>\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/.test(from))
    throw new Error('MAIL_FROM must be an address such as Routed data <no-reply@example.com>.')
  return { smtpUrl, from }
}
