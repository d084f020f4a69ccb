import type { ErasureSubject } from '../../domain/erasures/subject.ts'
import type { JsonObject } from '../../domain/json/json.ts'
import type { Channel } from '../../domain/outbound/channels.ts'
import type { Database } from '../database.ts'
import type { StreamOwner } from '../delivery/events/write.ts'
import { statement } from '../statement.ts'
import { findPerson } from './names.ts'
import { previewErasure } from './preview.ts'

/** The most sources and messages on a page; the newest come first. */
const LISTED_MAX = 50
/** The newest runs about each identity; most of them are messages. */
const LOOKED_AT_MAX = 200

/** What a workspace holds about a person, as their page shows it. Times are in JSON form. */
export interface HeldData {
  /** Rows that are the person's alone. */
  readonly rows: readonly { readonly data: JsonObject; readonly at: string }[]
  /** Look-ups of the person that found something: where the data come from. */
  readonly sources: readonly { readonly provider: string | null; readonly what: string; readonly at: string }[]
  readonly messages: readonly { readonly channel: Channel; readonly at: string }[]
  /** Every identity of the person is suppressed at their own request. */
  readonly objected: boolean
}

export const READ_HELD = statement<
  {
    workspaceId: string
    environment: string
    kinds: readonly string[]
    values: readonly string[]
    rows: readonly string[]
  },
  HeldData
>({
  name: 'read_held_data',
  effect: false,
  text: `with own as materialized (
      select kind, value from unnest(:kinds::text[], :values::text[]) as n (kind, value)
    ), source as (
      select distinct s.run_id from own n cross join lateral (
        select s.run_id from run_subject s where s.workspace_id = :workspaceId and s.environment = :environment
          and s.kind = n.kind and s.value = n.value order by s.run_id desc limit ${LOOKED_AT_MAX}) s
    ), message as (
      select distinct t.run_id, t.channel, t.at from own n cross join lateral (
        select t.run_id, t.channel, t.at from touch t where t.workspace_id = :workspaceId
          and t.environment = :environment and t.kind = n.kind and t.value = n.value
        order by t.at desc limit ${LISTED_MAX}) t
    )
    select (select coalesce(jsonb_agg(jsonb_build_object('data', r.data, 'at', r.updated_at) order by r.id), '[]')
        from table_row r where r.id = any (:rows::bigint[])) as rows,
      (select coalesce(jsonb_agg(jsonb_build_object('provider', r.provider,
          'what', coalesce(r.capability, r.endpoint), 'at', r.finished_at) order by r.id desc), '[]')
        from (select r.* from source s join run r on r.id = s.run_id
          where r.status = 'succeeded' and r.send is null order by r.id desc limit ${LISTED_MAX}) r) as sources,
      (select coalesce(jsonb_agg(jsonb_build_object('channel', m.channel, 'at', m.at) order by m.at desc), '[]')
        from (select * from message order by at desc limit ${LISTED_MAX}) m) as messages,
      not exists (select from own n where not exists (
        select from suppression s where s.workspace_id = :workspaceId and s.environment = :environment
          and s.kind = n.kind and s.reason = 'unsubscribe'
          and s.value = any (stored_names_v1(:workspaceId, n.kind, n.value)))) as objected`,
})

/** What the environment holds about a person, by their identities. */
export async function readHeld(db: Database, owner: StreamOwner, person: ErasureSubject): Promise<HeldData> {
  const [{ own }, { rows }] = await Promise.all([findPerson(db, owner, person), previewErasure(db, owner, person)])
  const [held] = await db.query(READ_HELD, {
    workspaceId: owner.workspaceId,
    environment: owner.environment,
    kinds: own.map(({ kind }) => kind),
    values: own.map(({ value }) => value),
    rows: rows.flatMap(({ id, kept }) => (kept === null ? [id] : [])),
  })
  if (held === undefined) throw new Error('a reading of what is held is one row')
  return held
}
