import { isJsonObject } from '../../domain/json/json.ts'
import { unsubscriber, unsubscribeHeaders } from '../../domain/outbound/unsubscribe.ts'
import type { MailHeaders } from '../../domain/providers/manifest.ts'
import { type OwnSender, receivesMail } from '../../domain/senders/sender.ts'
import { unsubscribeToken } from '../../db/outreach/outbound/unsubscribe-token.ts'
import type { ActivityDeps } from '../deps.ts'
import type { AttemptExecution } from './attempt-execution.ts'

/** The headers of a send by which its recipient unsubscribes; null: it is no email, or it carries none. */
export function mailHeaders(
  { cipher, publicUrl }: Pick<ActivityDeps, 'cipher' | 'publicUrl'>,
  { runId, run: { capability, workspaceId, environment, input } }: Pick<AttemptExecution, 'runId' | 'run'>,
  sender: OwnSender | null,
): MailHeaders | null {
  const address = capability === 'email.send' && isJsonObject(input) ? unsubscriber(input) : null
  if (address === null) return null
  return unsubscribeHeaders({
    publicUrl: publicUrl(),
    token: unsubscribeToken(cipher, { workspaceId, environment, runId, address }),
    mailbox: sender !== null && receivesMail(sender) ? sender.address : null,
  })
}
