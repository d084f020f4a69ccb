import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

export const FIND_ACCOUNTS_ELSEWHERE = statement<
  { workspaceId: string; provider: string; account: string },
  { host: string }
>({
  name: 'find_accounts_elsewhere',
  effect: false,
  text: `select c.account as host from connection c
    where c.workspace_id = :workspaceId and c.provider = :provider and c.account <> :account
      and exists (select from messaging_account m where m.connection_id = c.id and m.status <> 'removed')`,
})

/** The other host at which the workspace's connection, revoked or not, has messaging accounts; null: there are none. */
export async function accountsElsewhere(
  db: Database,
  {
    workspaceId,
    provider,
    account,
  }: { readonly workspaceId: string; readonly provider: string; readonly account: string },
): Promise<string | null> {
  const [found] = await db.query(FIND_ACCOUNTS_ELSEWHERE, { workspaceId, provider, account })
  return found?.host ?? null
}
