import { openConnection } from '../../db/access/connections/open.ts'
import { baseUrlOf, ownSetting } from '../providers/settings.ts'
import { type MessagingDeps, type ProviderAccess, operatorAccess } from './provider-access.ts'

export type MailAccount = ProviderAccess | { readonly failed: 'no_account' | 'disconnected' | 'refused' }

/** The account that holds an inbox or domain: the workspace's own by its connection, or the platform's. */
export async function mailAccount(
  deps: MessagingDeps,
  {
    provider,
    workspaceId,
    connectionId,
  }: { readonly provider: string; readonly workspaceId: string; readonly connectionId: string | null },
): Promise<MailAccount> {
  if (connectionId === null) return operatorAccess(deps, provider) ?? { failed: 'no_account' }
  const opened = await openConnection(deps, { connectionId, workspaceId })
  if (opened.kind === 'revoked') return { failed: 'disconnected' }
  if (opened.kind === 'unreadable') {
    deps.log.error(
      { workspace_id: workspaceId, provider, connection_id: connectionId, key_version: opened.keyVersion },
      'connection_key_unreadable',
    )
    return { failed: 'refused' }
  }
  return accountOf(deps, opened)
}

/** The account that a key opens. */
export function accountOf(
  deps: MessagingDeps,
  key: { readonly provider: string; readonly apiKey: string; readonly account: string | null },
): MailAccount {
  const manifest = deps.findManifest(key.provider)
  const setting = ownSetting(deps.providers[key.provider], key)
  const baseUrl = manifest === undefined ? undefined : baseUrlOf(setting, manifest)
  return baseUrl === undefined ? { failed: 'no_account' } : { apiKey: key.apiKey, baseUrl }
}
