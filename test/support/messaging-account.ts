import type { Database } from '../../db/database.ts'
import type { MessagingAccountStatus } from '../../domain/senders/sender.ts'

interface StoredAccount {
  readonly id: string
  readonly workspaceId: string
  readonly environment: string
  readonly network: string
  readonly status: MessagingAccountStatus
  readonly connectedAt: Date | null
}

/** What is stored of an account of Unipile, also of a removed one; null: nothing. */
export async function storedAccount(
  { pool }: Pick<Database, 'pool'>,
  externalId: string,
): Promise<StoredAccount | null> {
  const { rows } = await pool.query<StoredAccount>(
    `select id, workspace_id as "workspaceId", environment, network, status, connected_at as "connectedAt"
    from messaging_account where provider = 'unipile' and external_id = $1`,
    [externalId],
  )
  return rows[0] ?? null
}
