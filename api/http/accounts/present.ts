import type { Static } from 'typebox'
import type { MessagingAccount as StoredAccount } from '../../../db/outreach/messaging-accounts/queries.ts'
import type { MessagingAccount } from '../../schemas/account.ts'

/** `disconnected`: it is in the workspace's own account at the provider, whose key was removed. */
export const presentAccount = (
  account: Pick<StoredAccount, 'id' | 'name' | 'status' | 'connectedAt' | 'environment' | 'connectionId'>,
  disconnected = false,
): Static<typeof MessagingAccount> => ({
  account_id: account.id,
  name: account.name,
  status: disconnected && account.status === 'connected' ? 'disconnected' : account.status,
  account: account.connectionId == null ? 'platform' : 'own',
  connected_at: account.connectedAt?.toISOString() ?? null,
  ...(account.environment === 'test' ? { simulated: true } : {}),
})
