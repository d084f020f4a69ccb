import { MARK_REJECTED, type UsedKey } from '../../db/access/connections/rejected.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { writeEvents } from '../../db/delivery/events/write.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'

export const REJECT_CONNECTION: Transaction = { name: 'reject_connection', effect: true }

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
