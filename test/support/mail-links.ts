import type { MailKind } from '../../domain/accounts/mails.ts'

/** The token in the last link of this kind that a service without a mail server has logged. */
export function linkInLog(logLines: readonly string[], kind: MailKind): string {
  const line = logLines.findLast((text) => text.includes('"account_link"') && text.includes(`"kind":"${kind}"`))
  const [, token] = /[?]token=(svc_mail_\w+)/.exec(line ?? '') ?? []
  if (token === undefined) throw new Error(`no link of kind ${kind} was logged`)
  return token
}
