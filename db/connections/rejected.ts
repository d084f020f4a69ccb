import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { Database, Transaction } from '../database.ts'
import { writeEvents } from '../events/write.ts'
import { statement } from '../statement.ts'

/** One credential of a connection. */
export type UsedKey = {
  readonly connectionId: string
  /** A replaced credential has another number: what is known of the earlier one does not concern it. */
  readonly generation: number
}

export const REJECT_CONNECTION: Transaction = { name: 'reject_connection', effect: true }

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

/** The first rejection of a key raises an event; its deliveries are to be started after the commit. */
export const rejectConnection = (
  db: Database,
  { environment, reason, ...key }: UsedKey & { readonly environment: Environment; readonly reason: string },
): Promise<readonly DeliveryToStart[]> =>
  db.transaction(REJECT_CONNECTION, async (tx) => {
    const [marked] = await tx.query(MARK_REJECTED, { ...key, reason })
    if (marked === undefined) return []
    const { workspaceId, provider, rejectedAt } = marked
    const data = { provider, reason, at: rejectedAt.toISOString(), next_step: newKeyStep(provider) }
    return (await writeEvents(tx, { workspaceId, environment }, [{ type: 'connection.rejected', data }])).deliveries
  })

/** What makes a rejected connection work again. */
export const newKeyStep = (provider: string): string =>
  `The provider rejects this key: connect a new one with \`POST /v1/connections/${provider}\`.`

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
