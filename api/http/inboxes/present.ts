import type { Static } from 'typebox'
import type { Inbox } from '../../../db/inboxes/entity.ts'
import type { EmailInbox } from '../../schemas/inbox.ts'

export const presentInbox = ({
  id,
  address,
  domain,
  status,
  environment,
}: Pick<Inbox, 'id' | 'address' | 'domain' | 'status' | 'environment'>): Static<typeof EmailInbox> => ({
  inbox_id: id,
  address,
  domain,
  status,
  ...(environment === 'test' ? { simulated: true } : {}),
})
