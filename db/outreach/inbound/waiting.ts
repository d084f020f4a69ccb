import { type QuotaClass, type QuotaReached, quotaReached } from '../../../domain/plans/quotas.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import { QUOTA_CLASS_SQL } from '../../access/workspaces/quota-class.ts'

/** By the index `inbound_message_waiting`: what waits of all accounts of the connection's workspace. */
export const READ_WAITING = statement<{ connectionId: string }, { quotaClass: QuotaClass; bytes: string }>({
  name: 'read_waiting_inbound',
  effect: false,
  text: `select ${QUOTA_CLASS_SQL('w')} as "quotaClass", (
      select coalesce(sum(octet_length(m.body)), 0) from connection o
      join inbound_message m on m.connection_id = o.id and m.processed_at is null
      where o.workspace_id = w.id
    )::text as bytes
    from connection c join workspace w on w.id = c.workspace_id where c.id = :connectionId`,
})

/**
 * The quota that leaves no room for one more message of an own account; null: there is room. Requests at the same
 * moment may pass it together, each with one message.
 */
export async function waitingInboundReached(
  queries: Queries,
  connectionId: string,
  bytes: number,
): Promise<QuotaReached | null> {
  const [read] = await queries.query(READ_WAITING, { connectionId })
  if (read === undefined) return null
  const used = { inbound_bytes: Number(read.bytes) }
  return quotaReached(read.quotaClass, { used, added: { inbound_bytes: bytes } })
}
