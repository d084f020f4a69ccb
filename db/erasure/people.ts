import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import { type Batch, type ErasedBatch, onlyRow } from './batch.ts'
import { ERASED_BY_NAME } from './registry.ts'

const IN_WORKSPACE = 'workspace_id = :workspaceId and environment = :environment'
const NAMED = `${IN_WORKSPACE} and (kind, value) in (select kind, value from names)`
/** Where a suppression of the names may be. */
const STORED = 'any (stored_names_v1(:workspaceId::text, n.kind, n.value))'
const HASHED = 'erased_name_v1(:workspaceId::text, kind, compared_value_v1(kind, value))'

/**
 * What is found by a person's name alone. A suppression that is kept holds for every name of the person, by its hash;
 * the name itself goes, with the values by which an earlier reader knew its text. A touch or claim of a run that is
 * younger than the erasure stays, and what the person or the customer has stated since then: an unsubscription, a new
 * connection, a message. A message goes with every name of its sender.
 */
export const ERASE_PEOPLE = statement<
  {
    workspaceId: string
    environment: string
    kinds: readonly string[]
    names: readonly string[]
    networkIds: readonly string[]
    keepSuppression: boolean
    requestedAt: string
  },
  { suppressions: number; connections: number }
>({
  name: 'erase_people',
  effect: 'within',
  text: `with names as materialized (
      select kind, value from unnest(:kinds::text[], :names::text[]) as n (kind, value)
    ), suppressed as materialized (
      select distinct s.* from names n join suppression s on s.workspace_id = :workspaceId
        and s.environment = :environment and s.created_at < :requestedAt::timestamptz
        and ((s.kind = n.kind and s.value = ${STORED}) or (
          s.kind = 'email' and n.kind = 'email' and mailbox_of(s.value) = mailbox_of(n.value)))
    ), older_readings as (
      delete from suppression o where o.workspace_id = :workspaceId and o.environment = :environment
        and o.reading = 'old' and o.created_at < :requestedAt::timestamptz
        and (md5(o.subject), o.subject) in (select md5(s.subject), s.subject from suppressed s)
    ), kept as (
      insert into suppression (workspace_id, environment, kind, value, subject, reason, source, created_at, reading)
      select :workspaceId, :environment, n.kind, n.value, n.value, s.reason, s.source, s.created_at, 'kept'
      from (select kind, ${HASHED} as value from names) n cross join (
        select reason, source, created_at from suppressed order by reason = 'unsubscribe' desc, created_at limit 1
      ) s
      where :keepSuppression::boolean
      on conflict do nothing
    ), suppressions as (
      delete from suppression where ${IN_WORKSPACE} and (kind, value) in (select kind, value from suppressed)
        and not (:keepSuppression::boolean and reading = 'kept')
      returning 1
    ), ${ERASED_BY_NAME}, numbers as (
      delete from shared_phone s where ${IN_WORKSPACE} and 'phone' = any(:kinds::text[])
        and value = any(:names::text[]) and not exists (
          select from row_identity i where i.workspace_id = s.workspace_id and i.environment = s.environment
            and i.kind = 'phone' and i.value = s.value)
    ), senders as (
      delete from message_sender where event_id in (
        select m.event_id from message_sender m where m.workspace_id = :workspaceId and m.environment = :environment
          and m.at < :requestedAt::timestamptz and (m.kind, m.value) in (
            select kind, value from names union all select kind, compared_value_v1(kind, value) from names))
    ), connections as (
      delete from network_connection
      where (${NAMED} or (${IN_WORKSPACE} and person = any(:networkIds::text[])))
        and connected_at < :requestedAt::timestamptz
      returning 1
    )
    select (select count(*)::integer from suppressions where not :keepSuppression::boolean) as suppressions,
      (select count(*)::integer from connections) as connections`,
})

export async function erasePeople(
  tx: Queries,
  { values: { workspaceId, environment }, kinds, names, networkIds, keepSuppression, requestedAt }: Batch,
): Promise<ErasedBatch> {
  const values = { workspaceId, environment, kinds, names, networkIds, keepSuppression, requestedAt }
  return { after: null, erased: onlyRow(await tx.query(ERASE_PEOPLE, values)) }
}
