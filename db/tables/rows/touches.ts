import { ANSWER_CLASSES } from '../../../domain/replies/classes.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import { idArray, type IdArray } from './id-array.ts'

/** CTE `replies`: the newest answer of the people of the rows `:ids`, by any of their identities. */
const LAST_REPLIES = `replies as (
      select r.id, p.at, p.class from unnest(:ids::bigint[]) r (id) left join lateral (
        select m.at, m.class from row_identity i cross join lateral (
          select m.at, m.class from message_sender m
          where m.workspace_id = i.workspace_id and m.environment = i.environment and m.kind = i.kind
            and m.value = i.value and m.class = any (:answers::text[])
          order by m.at desc limit 1
        ) m
        where i.row_id = r.id order by m.at desc limit 1
      ) p on true
    )`

/**
 * Counts the sends that reached the people of rows, by any of their identities (Spec 2.7, `touches`, `last_touch_*`),
 * and finds their newest answer (`last_reply_*`). An earlier statement locked the rows that other transactions can see,
 * so this one reads every touch and message that was written before.
 */
export const RECOUNT_TOUCHES = statement<{ ids: IdArray; answers: readonly string[] }>({
  name: 'recount_touches',
  effect: 'within',
  text: `with sends as (
      select r.id, count(distinct t.run_id)::integer as touches, max(t.at) as at,
        (array_agg(t.channel order by t.at desc, t.run_id desc)
        filter (where t.run_id is not null))[1] as channel
      from unnest(:ids::bigint[]) r (id)
      left join row_identity i on i.row_id = r.id
      left join touch t on t.workspace_id = i.workspace_id and t.environment = i.environment and t.kind = i.kind
        and t.value = i.value
      group by r.id
    ), ${LAST_REPLIES}
    update table_row r set touches = s.touches, last_touch_at = s.at, last_touch_channel = s.channel,
      last_reply_at = p.at, last_reply_class = p.class
    from sends s join replies p on p.id = s.id where r.id = s.id
      and (r.touches, r.last_touch_at, r.last_touch_channel, r.last_reply_at, r.last_reply_class)
        is distinct from (s.touches, s.at, s.channel, p.at, p.class)`,
})

/** Called after rows have gained or lost identities. */
export async function recountTouches(tx: Queries, ids: readonly bigint[]): Promise<void> {
  if (ids.length > 0) await tx.query(RECOUNT_TOUCHES, { ids: idArray(ids), answers: ANSWER_CLASSES })
}

/** Locked in the order of their ids (decisions, "Lock order"). */
export const LOCK_ROWS_OF_SENDERS = statement<{ eventIds: readonly string[] }, { id: bigint }>({
  name: 'lock_rows_of_senders',
  effect: false,
  text: `select r.id from table_row r where r.id in (
      select i.row_id from message_sender m join row_identity i on i.workspace_id = m.workspace_id
        and i.environment = m.environment and i.kind = m.kind and i.value = m.value
      where m.event_id = any (:eventIds::text[]))
    order by r.id for no key update`,
})

export const FIND_LAST_REPLIES = statement<{ ids: IdArray; answers: readonly string[] }>({
  name: 'find_last_replies',
  effect: 'within',
  text: `with ${LAST_REPLIES}
    update table_row r set last_reply_at = p.at, last_reply_class = p.class from replies p where r.id = p.id
      and (r.last_reply_at, r.last_reply_class) is distinct from (p.at, p.class)`,
})

/** Called after messages have come in, or have another class: the rows of their senders show the newest answer. */
export async function findLastReplies(tx: Queries, eventIds: readonly string[]): Promise<void> {
  const ids = (await tx.query(LOCK_ROWS_OF_SENDERS, { eventIds })).map(({ id }) => id)
  if (ids.length > 0) await tx.query(FIND_LAST_REPLIES, { ids: idArray(ids), answers: ANSWER_CLASSES })
}
