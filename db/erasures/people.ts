import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import { type Batch, type ErasedBatch, onlyRow } from './batch.ts'

const IN_WORKSPACE = 'workspace_id = :workspaceId and environment = :environment'
const NAMED = `${IN_WORKSPACE} and (kind, value) in (select kind, value from names)`

/**
 * What is found by a person's name alone; with a suppression go the values by which an earlier reader knew it. A touch
 * or claim of a run that is younger than the erasure stays, and what the person or the customer has said since then: an
 * unsubscription, a new connection.
 */
const ERASE_PEOPLE = statement<
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
    ), suppressions as (
      delete from suppression where ${NAMED} and created_at < :requestedAt::timestamptz
        and not :keepSuppression::boolean returning 1
    ), older_readings as (
      delete from suppression o where o.workspace_id = :workspaceId and o.environment = :environment
        and o.reading = 'old' and o.created_at < :requestedAt::timestamptz and not :keepSuppression::boolean
        and (md5(o.subject), o.subject) in (select md5(s.subject), s.subject from suppression s where ${NAMED})
    ), chats as (
      delete from chat_participant where ${NAMED}
    ), saved as (
      delete from saved_enrichment where ${NAMED} and saved_at < :requestedAt::timestamptz
    ), connections as (
      delete from network_connection
      where (${NAMED} or (${IN_WORKSPACE} and person = any(:networkIds::text[])))
        and connected_at < :requestedAt::timestamptz
      returning 1
    )
    select (select count(*)::integer from suppressions) as suppressions,
      (select count(*)::integer from connections) as connections`,
})

export async function erasePeople(
  tx: Queries,
  { values: { workspaceId, environment }, kinds, names, networkIds, keepSuppression, requestedAt }: Batch,
): Promise<ErasedBatch> {
  const values = { workspaceId, environment, kinds, names, networkIds, keepSuppression, requestedAt }
  return { after: null, erased: onlyRow(await tx.query(ERASE_PEOPLE, values)) }
}
