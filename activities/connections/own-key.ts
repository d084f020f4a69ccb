import type { UsedKey } from '../../db/access/connections/rejected.ts'
import { openConnection } from '../../db/access/connections/open.ts'
import type { ActivityDeps } from '../deps.ts'
import type { ProviderAccount } from '../providers/own-account.ts'

export type OwnKey =
  /** For this one call. */
  | { readonly kind: 'ready'; readonly account: ProviderAccount; readonly key: OpenedKey }
  /** The provider was not called; `detail` is for people who read the attempts. */
  | { readonly kind: 'notCalled'; readonly detail: string }

/** The key that a call uses, for what its answer states about it. */
export interface OpenedKey extends UsedKey {
  /** The provider has rejected it before. */
  readonly rejected: boolean
}

type Deps = Pick<ActivityDeps, 'db' | 'cipher' | 'accountWith' | 'log'>

/**
 * The account of a candidate that a workspace's own key serves (Spec 1.8). It is read when the call begins: a revoked
 * key stops the runs queued before its revocation, and a replaced key is used at once.
 */
export async function ownKey(
  deps: Deps,
  {
    provider,
    connectionId,
    workspaceId,
  }: {
    readonly provider: string
    readonly connectionId: string
    readonly workspaceId: string
  },
): Promise<OwnKey> {
  const opened = await openConnection(deps, { connectionId, workspaceId })
  if (opened.kind === 'revoked' || (opened.kind === 'open' && opened.provider !== provider)) {
    return { kind: 'notCalled', detail: 'the connection was revoked before the call' }
  }
  if (opened.kind === 'unreadable') {
    deps.log.error(
      { workspace_id: workspaceId, provider, connection_id: connectionId, key_version: opened.keyVersion },
      'connection_key_unreadable',
    )
    return { kind: 'notCalled', detail: 'the stored key cannot be read now' }
  }
  const { generation, rejected } = opened
  return { kind: 'ready', account: deps.accountWith(provider, opened), key: { connectionId, generation, rejected } }
}
