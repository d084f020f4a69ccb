import type { SenderKind } from '../../domain/senders/sender.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { Database } from '../database.ts'
import { statement } from '../statement.ts'

interface Owner {
  readonly workspaceId: string
  readonly environment: Environment
}

const READ_SENDING_PROVIDERS = statement<Owner & { kinds: readonly SenderKind[] }, { provider: string }>({
  name: 'read_sending_providers',
  effect: false,
  text: `select provider from inbox where workspace_id = :workspaceId and environment = :environment
      and status = 'active' and 'inbox' = any (:kinds::text[])
    union select provider from messaging_account where workspace_id = :workspaceId and environment = :environment
      and status = 'connected' and network = any (:kinds::text[])`,
})

/** The providers at which the workspace has an inbox or account of one of these kinds that can send now. */
export async function readSendingProviders(
  db: Database,
  owner: Owner,
  kinds: readonly SenderKind[],
): Promise<ReadonlySet<string>> {
  const rows = await db.query(READ_SENDING_PROVIDERS, { ...owner, kinds })
  return new Set(rows.map(({ provider }) => provider))
}
