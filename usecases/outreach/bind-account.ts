import type { Database, Queries, Transaction } from '../../db/database.ts'
import { writeEvents } from '../../db/delivery/events/write.ts'
import { newId } from '../../db/ids.ts'
import { changeAccount } from '../../db/outreach/inbound/record-participants.ts'
import {
  type AccountLink,
  type AccountRow,
  INSERT_ACCOUNT,
  INSERT_ACCOUNT_LINK,
  type LinkRow,
  LOCK_ACCOUNT_LINK,
  LOCK_NAMED_ACCOUNT,
  PURGE_ACCOUNT_LINKS,
  USE_ACCOUNT_LINK,
} from '../../db/outreach/messaging-accounts/links.ts'
import { lockForQuota } from '../../db/access/workspaces/lock.ts'
import { accountChange } from '../../domain/inbound/account-state.ts'
import { QUOTAS } from '../../domain/plans/quotas.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'

export const OPEN_ACCOUNT_LINK: Transaction = { name: 'open_account_link', effect: true }

/** When the link expires; null when the workspace has too many accounts or open links. */
export const openAccountLink = (
  db: Database,
  { id, workspaceId, environment, network, provider, accountId, connectionId }: AccountLink,
): Promise<Date | null> =>
  db.transaction(OPEN_ACCOUNT_LINK, async (tx) => {
    const quotaClass = await lockForQuota(tx, workspaceId)
    await tx.query(PURGE_ACCOUNT_LINKS, { workspaceId })
    const [link] = await tx.query(INSERT_ACCOUNT_LINK, {
      max: QUOTAS[quotaClass].accounts,
      id,
      workspaceId,
      environment,
      network,
      provider,
      accountId,
      connectionId,
    })
    return link?.expiresAt ?? null
  })

export const BIND_ACCOUNT: Transaction = { name: 'bind_account', effect: true }

export type BoundAccount =
  | { readonly kind: 'bound'; readonly accountId: string; readonly deliveries: readonly DeliveryToStart[] }
  /**
   * `foreign`: the account belongs to another workspace, or is not the account to reconnect. `over`: there is no such
   * link, or it has expired.
   */
  | { readonly kind: 'foreign' | 'over' }

/**
 * Binds the account that resulted from a link to the workspace and environment that requested the link, once. A
 * repeated report changes nothing, and an account that already has an owner keeps it.
 */
export const bindAccount = (
  db: Database,
  linkId: string,
  { externalId, name }: { readonly externalId: string; readonly name: string },
): Promise<BoundAccount> =>
  db.transaction(BIND_ACCOUNT, async (tx): Promise<BoundAccount> => {
    const [link] = await tx.query(LOCK_ACCOUNT_LINK, { linkId })
    if (link === undefined || (!link.open && link.usedAt === null)) return { kind: 'over' }
    const [known] = await tx.query(LOCK_NAMED_ACCOUNT, { provider: link.provider, externalId })
    if (link.usedAt !== null)
      return known?.id === link.accountId && known !== undefined
        ? { kind: 'bound', accountId: known.id, deliveries: [] }
        : { kind: 'over' }
    if (link.reconnects)
      return known !== undefined && known.id === link.accountId ? reconnect(tx, link, known) : { kind: 'foreign' }
    if (known !== undefined) return isOwn(link, known) ? reconnect(tx, link, known) : { kind: 'foreign' }
    const id = newId('acct')
    const made = await tx.query(INSERT_ACCOUNT, {
      id,
      workspaceId: link.workspaceId,
      environment: link.environment,
      network: link.network,
      provider: link.provider,
      externalId,
      name,
      connectionId: link.connectionId,
    })
    if (made.length === 0) return { kind: 'foreign' }
    await tx.query(USE_ACCOUNT_LINK, { linkId, accountId: id })
    return { kind: 'bound', accountId: id, deliveries: [] }
  })

const isOwn = (link: LinkRow, account: AccountRow): boolean =>
  account.workspaceId === link.workspaceId &&
  account.environment === link.environment &&
  account.network === link.network &&
  account.connectionId === link.connectionId

async function reconnect(tx: Queries, link: LinkRow, account: AccountRow): Promise<BoundAccount> {
  await tx.query(USE_ACCOUNT_LINK, { linkId: link.id, accountId: account.id })
  // A person who connects a removed account wants it back.
  const change =
    account.status === 'removed' ? { status: 'connected' as const, event: null } : accountChange(account, 'connected')
  if (change === null) return { kind: 'bound', accountId: account.id, deliveries: [] }
  await changeAccount(tx, account.id, change)
  if (change.event === null) return { kind: 'bound', accountId: account.id, deliveries: [] }
  const { deliveries } = await writeEvents(tx, account, [
    {
      type: 'account.reconnected',
      data: { network: account.network, account: account.name, account_id: account.id, status: 'connected' },
    },
  ])
  return { kind: 'bound', accountId: account.id, deliveries }
}
