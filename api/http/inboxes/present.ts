import type { Static } from 'typebox'
import type { Inbox } from '../../../db/outreach/inboxes/queries.ts'
import type { EmailInbox } from '../../schemas/inbox.ts'

type Shown = Pick<Inbox, 'id' | 'address' | 'domain' | 'status' | 'environment'> & {
  readonly connectionId?: string | null | undefined
}

/** `disconnected`: it is in the workspace's own account, whose key was removed, and cannot send. */
export const presentInbox = (
  { id, address, domain, status, environment, connectionId }: Shown,
  disconnected = false,
): Static<typeof EmailInbox> => ({
  inbox_id: id,
  address,
  domain,
  status: disconnected ? 'disabled' : status,
  account: connectionId == null ? 'platform' : 'own',
  ...(environment === 'test' ? { simulated: true } : {}),
})
