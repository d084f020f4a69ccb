import { expect } from '@jest/globals'
import type { MailKind } from '../../domain/accounts/mails.ts'
import { httpClient } from './http.ts'
import type { TestService } from './service.ts'

/** The token in the last link of this kind that a service without a mail server has logged. */
export function linkInLog(logLines: readonly string[], kind: MailKind): string {
  const line = logLines.findLast((text) => text.includes('"account_link"') && text.includes(`"kind":"${kind}"`))
  const [, token] = /[?]token=(svc_mail_\w+)/.exec(line ?? '') ?? []
  if (token === undefined) throw new Error(`no link of kind ${kind} was logged`)
  return token
}

/** Confirms the address of the person who has just signed up: until then a workspace keeps few things. */
export async function confirmAddress({ url, logLines }: Pick<TestService, 'url' | 'logLines'>): Promise<void> {
  const token = linkInLog(logLines, 'verify_email')
  expect((await httpClient(url).post('/v1/auth/verification/complete', { token })).status).toBe(200)
}
