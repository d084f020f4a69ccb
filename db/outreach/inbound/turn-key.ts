import { createHash } from 'node:crypto'
import type { InboundMessage, ReportingProvider } from '../../../domain/inbound/message.ts'
import { subjectOf } from '../../../domain/inbound/subject.ts'

/** Long enough that two inboxes never share a key by chance. */
const TURN_KEY_LENGTH = 16

/**
 * A hash of the inbox or account that a message is about. It represents the workspace in queues and shares until the
 * message has been processed; each connection has turns for itself. (The name is older than the terms.)
 */
export function turnKeyOf(provider: ReportingProvider, message: InboundMessage, connectionId: string | null): string {
  const subject = subjectOf(provider, message)
  return createHash('sha256')
    .update(connectionId === null ? subject : `${connectionId} ${subject}`)
    .digest('hex')
    .slice(0, TURN_KEY_LENGTH)
}
