import { readLimitOf, shownOf } from '../../../domain/listing/page.ts'
import { DEFAULT_TYPES, OPT_IN_TYPES } from '../../../domain/events/types.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import type { Queries } from '../../database.ts'
import { type OuterJoined, statement } from '../../statement.ts'
import type { StreamOwner } from './write.ts'

export interface StoredEvent {
  readonly id: string
  readonly type: string
  readonly createdAt: Date
  readonly data: JsonObject
}

export interface StreamQuestion extends StreamOwner {
  /** The id of the event before the page; null: none. */
  readonly after: string | null
  /** Milliseconds since 1970, used where `after` is null: older events are left out. */
  readonly sinceMs: number | null
  /** null: every type but those that a reader has to name. */
  readonly types: readonly string[] | null
  /** Only messages of these classes; null: events of every class, and those without one. */
  readonly classes?: readonly string[] | null
  readonly limit: number
}

export type StreamPage =
  | {
      readonly kind: 'page'
      readonly items: readonly StoredEvent[]
      readonly hasMore: boolean
      /** The position at which the page begins; later events have a higher sequence. */
      readonly from: bigint
    }
  /** The cursor names no event that is still kept. */
  | { readonly kind: 'unknown cursor'; readonly purgedEventId: string | null }

/** A page ends early after the event that brings it to this many bytes of data: large messages make small pages. */
const PAGE_BYTES_MAX = 8_000_000

const KEPT_AFTER = `e.workspace_id = :workspaceId and e.environment = :environment
  and e.sequence > (select sequence from place)`

/** One index scan per type, merged: rare types among millions of others cost no more. */
const ofTypes = (wanted: string): string => `select e.* from (
      select found.sequence from ${wanted} as wanted (type)
      cross join lateral (select e.sequence from event e where ${KEPT_AFTER} and e.type = wanted.type
        order by e.sequence limit :limit) as found
      order by found.sequence limit :limit
    ) as merged cross join lateral (
      select e.* from event e where e.workspace_id = :workspaceId and e.environment = :environment
        and e.sequence = merged.sequence limit 1
    ) as e`

/** One index scan per class, merged, as by types. Only received messages have a class, so their types narrow little. */
const OF_CLASSES = `select e.* from (
      select found.sequence from unnest(:classes::text[]) as wanted (class)
      cross join lateral (select e.sequence from event e where ${KEPT_AFTER}
        and e.data ->> 'class' = wanted.class and (:types::text[] is null or e.type = any (:types::text[]))
        order by e.sequence limit :limit) as found
      order by found.sequence limit :limit
    ) as merged cross join lateral (
      select e.* from event e where e.workspace_id = :workspaceId and e.environment = :environment
        and e.sequence = merged.sequence limit 1
    ) as e`

/**
 * The types of the stream, one step of the index each, but those that a reader has to name: of a later version too.
 */
const DEFAULT_TYPES_SQL = `(
        with recursive present (type) as (
          (select e.type from event e where e.workspace_id = :workspaceId and e.environment = :environment
            order by e.type limit 1)
          union all
          select (select e.type from event e where e.workspace_id = :workspaceId and e.environment = :environment
            and e.type > p.type order by e.type limit 1) from present p where p.type is not null
        )
        select p.type from present p where p.type <> all(:optInTypes::text[])
      )`

/** CTE: whether an event behind the place has a type that a reader has to name, by one step of the index of types. */
const OPT_IN = `opt_in as materialized (
      select exists (
        select from unnest(:optInTypes::text[]) as named (type) cross join lateral (
          select e.workspace_id, e.environment, e.type from event e
          where (e.workspace_id, e.environment, e.type, e.sequence)
            > (:workspaceId, :environment, named.type, (select sequence from place))
          order by e.workspace_id, e.environment, e.type, e.sequence limit 1
        ) as first
        where first.type = named.type and first.workspace_id = :workspaceId and first.environment = :environment
      ) as is_there
    )`

/** A stream without such events is read as it is; another one by its types, so that they are not walked past. */
const BY_DEFAULT = `select * from (
      select e.* from event e where ${KEPT_AFTER} order by e.sequence limit :limit
    ) as every where not (select is_there from opt_in)
    union all
    select * from (${ofTypes(DEFAULT_TYPES_SQL)}) as others where (select is_there from opt_in)`

/**
 * One snapshot covers the cursor, its place and the page, so a concurrent purge takes nothing from the middle. A reader
 * that sees a sequence sees all below it: see `writeEvents`.
 */
const reading = (page: string, { before = '', from = 'p.sequence' } = {}): string => `with counter as materialized (
      select purged_sequence, purged_event_id, last_sequence from event_counter where workspace_id = :workspaceId
        and environment = :environment
    ), place as materialized (
      select case
        when :after::text is not null then coalesce(
          (select e.sequence from event e
            where e.id = :after and e.workspace_id = :workspaceId and e.environment = :environment),
          (select c.purged_sequence from counter c where c.purged_event_id = :after))
        when :sinceMs::double precision is not null then coalesce(
          (select e.sequence - 1 from event e where e.workspace_id = :workspaceId and e.environment = :environment
            and e.created_at >= to_timestamp(:sinceMs / 1000)
            order by e.created_at, e.sequence limit 1),
          (select c.last_sequence from counter c), 0)
        else coalesce((select c.purged_sequence from counter c), 0) end as sequence
    ), ${before}page as materialized (${page}
    ), fitting as (
      select id, sequence, type, created_at, data,
        sum(octet_length(data::text)) over (order by sequence) - octet_length(data::text) as bytes_before from page
    )
    select ${from} as "from", c.purged_event_id as "purgedEventId", (select count(*)::integer from page) as found,
      f.id, f.type, f.created_at as "createdAt", f.data
    from place p left join counter c on true left join fitting f on f.bytes_before < ${PAGE_BYTES_MAX}
    order by f.sequence`

type PageValues = {
  workspaceId: string
  environment: string
  after: string | null
  sinceMs: number | null
  limit: number
}

export const READ_STREAM = statement<PageValues & { optInTypes: readonly string[] }, Row>({
  name: 'read_stream',
  effect: false,
  plannedEachTime: true,
  text: reading(BY_DEFAULT, { before: `${OPT_IN}, ` }),
})
export const READ_STREAM_OF_TYPES = statement<PageValues & { types: readonly string[] }, Row>({
  name: 'read_stream_of_types',
  effect: false,
  plannedEachTime: true,
  text: reading(ofTypes('unnest(:types::text[])')),
})

/** The snapshot was read to its end: only a later message wakes a client that waits. */
const READ_UP_TO = 'case when p.sequence is not null then greatest(p.sequence, c.last_sequence) end'

export const READ_STREAM_OF_CLASSES = statement<
  PageValues & { classes: readonly string[]; types: readonly string[] | null },
  Row
>({
  name: 'read_stream_of_classes',
  effect: false,
  plannedEachTime: true,
  text: reading(OF_CLASSES, { from: READ_UP_TO }),
})

type Row = {
  readonly from: bigint | null
  readonly purgedEventId: string | null
  readonly found: number
} & OuterJoined<StoredEvent>

/** A page of a workspace's events in one environment, oldest first (Spec 4.11, 6). */
export async function readStream(
  db: Queries,
  { workspaceId, environment, after, sinceMs, types, classes = null, limit }: StreamQuestion,
): Promise<StreamPage> {
  const requested = { workspaceId, environment, after, sinceMs, limit: readLimitOf(limit) }
  const rows = await rowsOf(db, { requested, types, classes })
  const [first] = rows
  if (first === undefined) throw new Error('a stream has no state')
  if (first.from === null) return { kind: 'unknown cursor', purgedEventId: first.purgedEventId }
  const items = shownOf(rows, limit).items.flatMap(({ id, type, createdAt, data }) =>
    id === null ? [] : [{ id, type, createdAt, data }],
  )
  return { kind: 'page', items, hasMore: first.found > items.length, from: first.from }
}

function rowsOf(
  db: Queries,
  {
    requested,
    types,
    classes,
  }: { requested: PageValues; types: readonly string[] | null; classes: readonly string[] | null },
): Promise<Row[]> {
  if (classes !== null) return db.query(READ_STREAM_OF_CLASSES, { ...requested, types, classes })
  return types === null
    ? db.query(READ_STREAM, { ...requested, optInTypes: OPT_IN_TYPES })
    : db.query(READ_STREAM_OF_TYPES, { ...requested, types })
}

export const READ_OLDEST_EVENT = statement<{ workspaceId: string; environment: string }, { id: string }>({
  name: 'read_oldest_event',
  effect: false,
  text: `select id from event where workspace_id = :workspaceId and environment = :environment order by sequence
    limit 1`,
})

/** The id of the oldest event that is kept, or null. */
export async function oldestEventId(db: Queries, { workspaceId, environment }: StreamOwner): Promise<string | null> {
  const [row] = await db.query(READ_OLDEST_EVENT, { workspaceId, environment })
  return row?.id ?? null
}

/** A client that waits for the first event of these types after a sequence. */
export interface StreamWait extends StreamOwner {
  readonly from: bigint
  readonly types: readonly string[] | null
}

/**
 * For nearly all of these waits, the counter shows that there is nothing new; the others need one look at the index of
 * each type.
 */
export const FIND_FITTING = statement<
  {
    workspaceIds: readonly string[]
    environments: readonly string[]
    sequences: readonly string[]
    types: readonly string[]
  },
  { position: number }
>({
  name: 'find_fitting_events',
  effect: false,
  text: `select w.position::integer as position
    from unnest(:workspaceIds::text[], :environments::text[], :sequences::bigint[],
      :types::text[]) with ordinality as w (workspace_id, environment, sequence, types, position)
    join event_counter c on c.workspace_id = w.workspace_id and c.environment = w.environment
      and c.last_sequence > w.sequence
    where exists (
      select from unnest(string_to_array(w.types, ',')) as wanted (type) cross join lateral (
        select e.sequence from event e
        where e.workspace_id = w.workspace_id and e.environment = w.environment and e.type = wanted.type
          and e.sequence > w.sequence limit 1
      ) as e
    )`,
})

/** Of all these waits, those for which an event has arrived. */
export async function findFitting<Wait extends StreamWait>(db: Queries, waits: readonly Wait[]): Promise<Wait[]> {
  const rows = await db.query(FIND_FITTING, {
    workspaceIds: waits.map(({ workspaceId }) => workspaceId),
    environments: waits.map(({ environment }) => environment),
    sequences: waits.map(({ from }) => from.toString()),
    types: waits.map(({ types }) => (types ?? DEFAULT_TYPES).join(',')),
  })
  return rows.flatMap(({ position }) => waits[position - 1] ?? [])
}
