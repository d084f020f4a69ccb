import type { Unsubscription } from '../../../domain/outbound/unsubscribe.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Queries } from '../../database.ts'
import type { EventToWrite } from '../../delivery/events/write.ts'
import { statement } from '../../statement.ts'
import type { NewSuppression } from './suppressions.ts'

/** `at`: ISO 8601. */
interface Request {
  readonly via: 'link' | 'mail'
  readonly at: string
}

/**
 * A person's own request takes the place of another reason: it alone applies while tables are off. Sorted, as
 * `ADD_SUPPRESSIONS`.
 */
export const SUPPRESS_UNSUBSCRIBED = statement<
  {
    workspaceId: string
    environment: Environment
    kinds: readonly string[]
    values: readonly string[]
    subjects: readonly string[]
    source: string
  },
  { value: string }
>({
  name: 'suppress_unsubscribed',
  effect: true,
  text: `insert into suppression as s (workspace_id, environment, kind, value, subject, reason, source, reading)
    select :workspaceId, :environment, g.kind, g.value, g.subject, 'unsubscribe', :source, 'current'
      from unnest(:kinds::text[], :values::text[], :subjects::text[]) as g (kind, value, subject)
    order by g.kind, g.value
    on conflict (workspace_id, environment, kind, value) do update
      set reason = excluded.reason, source = excluded.source, of_kind = null, of_value = null
      where s.reason <> 'unsubscribe' or s.of_kind is not null
    returning value`,
})

/**
 * Suppresses a person by each of these names, each at most once in `subjects`, whether tables are on or off; `source`
 * is the run or the event that reports it. True: by one of them the person was not unsubscribed before.
 */
export async function suppressUnsubscribed(
  tx: Queries,
  { workspaceId, environment }: { readonly workspaceId: string; readonly environment: Environment },
  { subjects, source }: { readonly subjects: readonly NewSuppression[]; readonly source: string },
): Promise<boolean> {
  if (subjects.length === 0) return false
  const changed = await tx.query(SUPPRESS_UNSUBSCRIBED, {
    workspaceId,
    environment,
    kinds: subjects.map(({ kind }) => kind),
    values: subjects.map(({ value }) => value),
    subjects: subjects.map(({ subject }) => subject),
    source,
  })
  return changed.length > 0
}

/**
 * Suppresses a person who unsubscribes, whether tables are on or off (Spec 4.8). Returns the event to write; null: the
 * person has unsubscribed before.
 */
export async function unsubscribe(
  tx: Queries,
  { runId, address, ...owner }: Unsubscription,
  { via, at }: Request,
): Promise<EventToWrite | null> {
  const subjects = [{ kind: 'email', value: address, subject: address }] as const
  const changed = await suppressUnsubscribed(tx, owner, { subjects, source: runId })
  return changed ? { type: 'email.unsubscribed', data: { recipient: address, run_id: runId, via, at } } : null
}
