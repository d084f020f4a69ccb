import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

/** One credential of a connection. */
export type UsedKey = {
  readonly connectionId: string
  /** A replaced credential has another number: what is known of the earlier one does not concern it. */
  readonly generation: number
}

export const MARK_REJECTED = statement<
  UsedKey & { reason: string },
  { workspaceId: string; provider: string; rejectedAt: Date }
>({
  name: 'mark_rejected',
  effect: 'within',
  text: `update connection set rejected_at = clock_timestamp(), rejected_reason = :reason
    where id = :connectionId and generation = :generation and status = 'active' and rejected_at is null
    returning workspace_id as "workspaceId", provider, rejected_at as "rejectedAt"`,
})

export const ACCEPT_CONNECTION = statement<UsedKey>({
  name: 'accept_connection',
  effect: true,
  text: `update connection set rejected_at = null, rejected_reason = null
    where id = :connectionId and generation = :generation and rejected_at is not null`,
})

/** The key works again: the provider has answered a call with it. */
export async function acceptConnection(db: Database, key: UsedKey): Promise<void> {
  await db.query(ACCEPT_CONNECTION, { ...key })
}
