import type { Unsubscription } from '../../../domain/outbound/unsubscribe.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Queries } from '../../database.ts'
import type { EventToWrite } from '../../delivery/events/write.ts'
import { statement } from '../../statement.ts'

/** `at`: ISO 8601. */
interface Request {
  readonly via: 'link' | 'mail'
  readonly at: string
}

/** A person's own request takes the place of another reason: it alone applies while tables are off. */
export const SUPPRESS_UNSUBSCRIBED = statement<
  { workspaceId: string; environment: Environment; address: string; source: string },
  { value: string }
>({
  name: 'suppress_unsubscribed',
  effect: true,
  text: `insert into suppression as s (workspace_id, environment, kind, value, subject, reason, source, reading)
    values (:workspaceId, :environment, 'email', :address, :address, 'unsubscribe', :source, 'current')
    on conflict (workspace_id, environment, kind, value) do update
      set reason = excluded.reason, source = excluded.source, of_kind = null, of_value = null
      where s.reason <> 'unsubscribe' or s.of_kind is not null
    returning value`,
})

/**
 * Suppresses a person who unsubscribes, whether tables are on or off (Spec 4.8). Returns the event to write; null: the
 * person has unsubscribed before.
 */
export async function unsubscribe(
  tx: Queries,
  { runId, address, ...owner }: Unsubscription,
  { via, at }: Request,
): Promise<EventToWrite | null> {
  const [changed] = await tx.query(SUPPRESS_UNSUBSCRIBED, { ...owner, address, source: runId })
  return changed === undefined
    ? null
    : { type: 'email.unsubscribed', data: { recipient: address, run_id: runId, via, at } }
}
