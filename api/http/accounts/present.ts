import type { Static } from 'typebox'
import type { MessagingAccount as StoredAccount } from '../../../db/messaging-accounts/entity.ts'
import type { MessagingAccount } from '../../schemas/account.ts'

export const presentAccount = (
  account: Pick<StoredAccount, 'id' | 'name' | 'status' | 'connectedAt' | 'environment'>,
): Static<typeof MessagingAccount> => ({
  account_id: account.id,
  name: account.name,
  status: account.status,
  connected_at: account.connectedAt?.toISOString() ?? null,
  ...(account.environment === 'test' ? { simulated: true } : {}),
})
