import type { SecretContext, SealedSecret } from '../../../domain/connections/credential.ts'
import type { ReportedDomain } from '../../../domain/senders/email-domain.ts'
import type { SecretCipher } from '../../../db/cipher.ts'

/** What a worker has read at the provider; sealed, because a domain stays out of the workflow's history. */
export function openReport(cipher: SecretCipher, owner: SecretContext, sealed: SealedSecret): ReportedDomain {
  const opened = cipher.open(owner, sealed)
  if (opened.kind !== 'opened') throw new Error("a worker's answer does not open here")
  const report: ReportedDomain = JSON.parse(opened.credential)
  return report
}
