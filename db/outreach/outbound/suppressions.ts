import type { SuppressionKind, SuppressionReason } from '../../../domain/outbound/channels.ts'
import type { SuppressionSubject } from '../../../domain/outbound/subjects.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Database, Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

interface Owner {
  readonly workspaceId: string
  readonly environment: Environment
}

export interface StoredSuppression extends SuppressionSubject {
  /** As it was given. */
  readonly subject: string
  readonly reason: SuppressionReason
  readonly source: string
  readonly createdAt: Date
  /** The text of the suppression that it is derived from; null: it was given itself. */
  readonly derivedFrom: string | null
}

export interface NewSuppression extends SuppressionSubject {
  readonly subject: string
}

/**
 * An existing suppression stays as it is, unless it is derived: then it no longer depends on its original. Sorted: when
 * two lists overlap, one waits for the other, and they cannot deadlock.
 */
export const ADD_SUPPRESSIONS = statement<{
  workspaceId: string
  environment: Environment
  kinds: readonly string[]
  values: readonly string[]
  subjects: readonly string[]
  reason: SuppressionReason
  source: string
}>({
  name: 'add_suppressions',
  effect: true,
  text: `insert into suppression (workspace_id, environment, kind, value, subject, reason, source, reading)
    select :workspaceId, :environment, g.kind, g.value, g.subject, :reason, :source, 'current'
      from unnest(:kinds::text[], :values::text[], :subjects::text[]) as g (kind, value, subject)
    order by g.kind, g.value
    on conflict (workspace_id, environment, kind, value) do update
      set subject = excluded.subject, reason = excluded.reason, source = excluded.source, reading = excluded.reading,
        created_at = clock_timestamp(), of_kind = null, of_value = null
      where suppression.of_kind is not null
    returning kind, value`,
})

const COLUMNS = `s.kind, s.value, s.subject, s.reason, s.source, s.created_at as "createdAt", (
    select o.subject from suppression o where o.workspace_id = s.workspace_id and o.environment = s.environment
      and o.kind = s.of_kind and o.value = s.of_value
  ) as "derivedFrom"`

export const READ_GIVEN = statement<
  { workspaceId: string; environment: Environment; kinds: readonly string[]; values: readonly string[] },
  StoredSuppression
>({
  name: 'read_given_suppressions',
  effect: false,
  text: `select ${COLUMNS} from unnest(:kinds::text[], :values::text[]) with ordinality as g (kind, value, position)
    join suppression s on s.workspace_id = :workspaceId and s.environment = :environment and s.kind = g.kind
      and s.value = g.value
    order by g.position`,
})

export interface AddedSuppressions {
  readonly added: number
  /** The requested suppressions as they are now, in the requested order. */
  readonly items: readonly StoredSuppression[]
}

/**
 * Suppresses every subject given, each at most once in `subjects`; `source` is `api` or the event that reports it (Spec
 * 4.8).
 */
export async function addSuppressions(
  db: Queries,
  owner: Owner,
  { subjects, reason, source }: { subjects: readonly NewSuppression[]; reason: SuppressionReason; source: string },
): Promise<AddedSuppressions> {
  if (subjects.length === 0) return { added: 0, items: [] }
  const names = {
    workspaceId: owner.workspaceId,
    environment: owner.environment,
    kinds: subjects.map(({ kind }) => kind),
    values: subjects.map(({ value }) => value),
  }
  const added = await db.query(ADD_SUPPRESSIONS, {
    ...names,
    subjects: subjects.map(({ subject }) => subject),
    reason,
    source,
  })
  return { added: added.length, items: await db.query(READ_GIVEN, names) }
}

/** Counted up to one more than any plan allows. What a person unsubscribes from is never refused. */
export const READ_SUPPRESSION_QUOTA = statement<
  {
    workspaceId: string
    environment: Environment
    kinds: readonly string[]
    values: readonly string[]
    countedMax: number
  },
  { used: number; added: number }
>({
  name: 'read_suppression_quota',
  effect: false,
  text: `select
      (select count(*)::integer from (
        select from suppression where workspace_id = :workspaceId limit :countedMax) counted) as used,
      (select count(*)::integer from unnest(:kinds::text[], :values::text[]) as g (kind, value)
        where not exists (select from suppression s where s.workspace_id = :workspaceId
          and s.environment = :environment and s.kind = g.kind and s.value = g.value)) as added`,
})

export const REMOVE_SUPPRESSIONS = statement<
  {
    workspaceId: string
    environment: Environment
    kinds: readonly SuppressionKind[]
    values: readonly string[]
    texts: readonly string[]
  },
  RemovedSuppression
>({
  name: 'remove_suppressions',
  effect: true,
  text: `with named as materialized (
      select s.kind, s.value, s.subject, g.kind || ' ' || g.value as name from suppression s
      join unnest(:kinds::text[], :values::text[]) as g (kind, value) on s.kind = g.kind
        and s.value = any (stored_names_v1(s.workspace_id, g.kind, g.value))
      where s.workspace_id = :workspaceId and s.environment = :environment
    ), texts as (
      select subject from named union select unnest(:texts::text[])
    ), gone as materialized (
      select s.kind, s.value from suppression s
      where s.workspace_id = :workspaceId and s.environment = :environment and ((s.kind, s.value) in (
          select kind, value from named
          union all
          select o.kind, o.value from texts x cross join lateral (
            select o.kind, o.value from suppression o
            where o.workspace_id = :workspaceId and o.environment = :environment and o.reading in ('old', 'kept')
              and md5(o.subject) = md5(x.subject) and o.subject = x.subject
          ) o
        ))
      order by s.kind, s.value for update of s
    )
    delete from suppression s using gone g
    where s.workspace_id = :workspaceId and s.environment = :environment and s.kind = g.kind and s.value = g.value
    returning s.kind, s.value, s.subject,
      array(select n.name from named n where n.kind = s.kind and n.value = s.value) as names`,
})

/** What was removed, with its text as it was given. `names`: the requested identities that have named it. */
export interface RemovedSuppression extends SuppressionSubject {
  readonly subject: string
  readonly names: readonly string[]
}

/** What was requested: the identities that read, and all texts as they were given. */
export interface ToRemove {
  readonly subjects: readonly SuppressionSubject[]
  readonly texts: readonly string[]
}

/**
 * The subjects that were suppressed and no longer are; the others were never suppressed. With a subject go the values
 * by which an earlier reader knew its text.
 */
export const removeSuppressions = (
  db: Queries,
  owner: Owner,
  { subjects, texts }: ToRemove,
): Promise<RemovedSuppression[]> =>
  db.query(REMOVE_SUPPRESSIONS, {
    workspaceId: owner.workspaceId,
    environment: owner.environment,
    kinds: subjects.map(({ kind }) => kind),
    values: subjects.map(({ value }) => value),
    texts,
  })

/** The position in the list after one of its suppressions. */
export interface SuppressionPosition extends SuppressionSubject {
  /** Microseconds since 1970. */
  readonly createdUs: bigint
}

export interface SuppressionQuestion extends Owner {
  readonly kind: SuppressionKind | null
  readonly reason: SuppressionReason | null
  readonly after: SuppressionPosition | null
  readonly limit: number
}

export interface ListedSuppression extends StoredSuppression, SuppressionPosition {}

export const LIST_SUPPRESSIONS = statement<
  {
    workspaceId: string
    environment: Environment
    kind: SuppressionKind | null
    reason: SuppressionReason | null
    afterCreatedUs: string | null
    afterKind: SuppressionKind | null
    afterValue: string | null
    limit: number
  },
  ListedSuppression
>({
  name: 'list_suppressions',
  effect: false,
  plannedEachTime: true,
  text: `select ${COLUMNS}, (extract(epoch from s.created_at) * 1000000)::bigint as "createdUs"
    from suppression s
    cross join lateral (select timestamptz 'epoch' + :afterCreatedUs::bigint * interval '1 microsecond') p (at)
    where s.workspace_id = :workspaceId and s.environment = :environment and s.reading <> 'old'
      and (:kind::text is null or s.kind = :kind) and (:reason::text is null or s.reason = :reason)
      and (:afterCreatedUs::bigint is null or s.created_at < p.at
        or (s.created_at = p.at and (s.kind, s.value) > (:afterKind::text, :afterValue::text)))
    order by s.created_at desc, s.kind, s.value limit :limit`,
})

/** Newest first (Spec 4.8). A suppression that is added in the meantime is before the first page and moves no other. */
export const listSuppressions = (
  db: Database,
  { workspaceId, environment, kind, reason, after, limit }: SuppressionQuestion,
): Promise<ListedSuppression[]> =>
  db.query(LIST_SUPPRESSIONS, {
    workspaceId,
    environment,
    kind,
    reason,
    afterCreatedUs: after?.createdUs.toString() ?? null,
    afterKind: after?.kind ?? null,
    afterValue: after?.value ?? null,
    limit,
  })
