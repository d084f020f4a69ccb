import { platformAccountId } from '../../../domain/providers/account.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

export interface MailAccountState {
  /** The workspace's own connection: what it makes there is in its own account. Null: in the platform's. */
  readonly connectionId: string | null
  /** Whether this deployment has an account there. */
  readonly platform: boolean
}

export const READ_MAIL_ACCOUNT = statement<
  { workspaceId: string; provider: string; account: string },
  MailAccountState
>({
  name: 'read_mail_account',
  effect: false,
  text: `select (select id from connection where workspace_id = :workspaceId and provider = :provider
      and status = 'active') as "connectionId",
    coalesce((select usable from provider_account where id = :account), false) as platform`,
})

/** In whose account at a mail provider the workspace's next inbox or domain is made. */
export async function readMailAccount(
  db: Database,
  { workspaceId, provider }: { readonly workspaceId: string; readonly provider: string },
): Promise<MailAccountState> {
  const [row] = await db.query(READ_MAIL_ACCOUNT, { workspaceId, provider, account: platformAccountId(provider) })
  return row ?? { connectionId: null, platform: false }
}
