import { firstIdAt } from '../../../domain/ids/months.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import type { StreamOwner } from './write.ts'

export const READ_STREAMS_TO_PURGE = statement<
  { workspaceId: string; environment: string; cutoff: Date; limit: number },
  StreamOwner
>({
  name: 'read_streams_to_purge',
  effect: false,
  text: `select c.workspace_id as "workspaceId", c.environment from event_counter c
    where (c.workspace_id, c.environment) > (:workspaceId, :environment) and c.purged_sequence < c.last_sequence
      and exists (select from event e where e.workspace_id = c.workspace_id and e.environment = c.environment
        and e.created_at < :cutoff)
    order by c.workspace_id, c.environment limit :limit`,
})

/**
 * Streams with events from before `cutoff`, sorted by name, after the stream `after`; null: from the first stream on.
 */
export const streamsToPurge = (
  db: Database,
  { after, cutoff, limit }: { after: StreamOwner | null; cutoff: Date; limit: number },
): Promise<StreamOwner[]> =>
  db.query(READ_STREAMS_TO_PURGE, {
    workspaceId: after?.workspaceId ?? '',
    environment: after?.environment ?? '',
    cutoff,
    limit,
  })

/**
 * Deletes the oldest events of a stream, those below the first event that is kept, so it leaves no gaps. As for
 * writers, the counter comes last. The same statement records in it how far the stream is purged, so a reader sees both
 * changes or neither.
 */
export const PURGE_EVENTS = statement<
  { workspaceId: string; environment: string; cutoff: Date; limit: number },
  { purged: number }
>({
  name: 'purge_events',
  effect: true,
  text: `with kept as materialized (
      select (select e.sequence from event e where e.workspace_id = :workspaceId and e.environment = :environment
        and e.created_at >= :cutoff
        order by e.created_at, e.sequence limit 1) as sequence
    ), old as materialized (
      select e.id from event e where e.workspace_id = :workspaceId and e.environment = :environment
        and ((select sequence from kept) is null or e.sequence < (select sequence from kept))
      order by e.sequence limit :limit
    ), gone as (
      delete from event e using old o where e.id = o.id returning e.id, e.sequence
    ), newest as (
      select id, sequence, count(*) over ()::integer as purged from gone order by sequence desc limit 1
    )
    update event_counter c set purged_sequence = n.sequence, purged_event_id = n.id from newest n
    where c.workspace_id = :workspaceId and c.environment = :environment and c.purged_sequence < n.sequence
    returning n.purged`,
})

export interface PurgeBatch {
  readonly cutoff: Date
  readonly limit: number
}

/**
 * How many of a stream's events from before `cutoff` were deleted. When the number equals `limit`, there may be more.
 */
export async function purgeEvents(
  db: Database,
  { workspaceId, environment }: StreamOwner,
  { cutoff, limit }: PurgeBatch,
): Promise<number> {
  const [row] = await db.query(PURGE_EVENTS, { workspaceId, environment, cutoff, limit })
  return row?.purged ?? 0
}

/** A delivery that a client has just requested again is still needed. */
export const PURGE_DELIVERIES = statement<{ beforeId: string; limit: number }>({
  name: 'purge_deliveries',
  effect: true,
  text: `delete from webhook_delivery where id in (
      select id from webhook_delivery where id < :beforeId and status <> 'pending' order by id limit :limit
        for update skip locked
    ) returning id`,
})

/** Until then, their ids identify a message that the provider sends again. */
export const PURGE_INBOUND_MESSAGES = statement<{ beforeId: string; limit: number }>({
  name: 'purge_inbound_messages',
  effect: true,
  text: `delete from inbound_message where id in (
      select id from inbound_message where id < :beforeId and processed_at is not null order by id limit :limit
        for update skip locked
    ) returning id`,
})

export const purgeDeliveries = async (db: Database, { cutoff, limit }: PurgeBatch): Promise<number> =>
  (await db.query(PURGE_DELIVERIES, { beforeId: firstIdAt('whd', cutoff.getTime()), limit })).length

export const purgeInboundMessages = async (db: Database, { cutoff, limit }: PurgeBatch): Promise<number> =>
  (await db.query(PURGE_INBOUND_MESSAGES, { beforeId: firstIdAt('inb', cutoff.getTime()), limit })).length

/** Secrets from before a rotation that no longer sign. */
export const PURGE_SECRETS = statement({
  name: 'purge_webhook_secrets',
  effect: true,
  text: 'delete from webhook_secret where expires_at < clock_timestamp()',
})

export async function purgeSecrets(db: Database): Promise<void> {
  await db.query(PURGE_SECRETS, {})
}
