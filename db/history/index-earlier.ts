import type { FoundSubject } from '../../domain/history/subject-collector.ts'
import { subjectsOfRequest } from '../../domain/history/request.ts'
import { subjectsOf } from '../../domain/history/subjects.ts'
import { sendOf, type Send } from '../../domain/outbound/recipients.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json/json.ts'
import type { RawRequest } from '../../domain/raw/request.ts'
import type { Database, Queries, Statement, Transaction } from '../database.ts'
import { recountTouches } from '../rows/touches.ts'
import { indexSubjects } from './index.ts'

const BATCH_MAX = 50

export const INDEX_EARLIER_RUNS: Transaction = { name: 'index_earlier_runs', effect: true }

interface EarlierRun {
  readonly id: string
  readonly capability: string | null
  readonly input: JsonObject | Json[]
  readonly rawRequest: RawRequest | null
  readonly output: JsonObject | null
  readonly payload: Json
  readonly hasPayload: boolean
}

/** Oldest first: the participant of a chat must be known before its later messages are read. */
const LIST_EARLIER: Statement = {
  name: 'list_unindexed_runs',
  effect: false,
  text: `select id from run where subjects is null and finished_at is not null order by id limit $1`,
}

/** One at a time: fifty payloads of ten megabytes would exceed a worker's memory. */
const READ_EARLIER: Statement = {
  name: 'read_unindexed_run',
  effect: false,
  text: `select r.id, r.capability, r.input, r.raw_request as "rawRequest", a.output, a.payload, a.payload is not null as "hasPayload"
    from run r left join attempt a on a.run_id = r.id and a.number = r.delivered_attempt where r.id = $1`,
}

/** Another process may have read the same runs: each run is written by one process. */
const WRITE_EARLIER: Statement = {
  name: 'write_earlier_subjects',
  effect: 'within',
  text: `with given as materialized (
      select * from jsonb_to_recordset($1) as g(id text, subjects jsonb, send jsonb, result jsonb)
    ), locked as materialized (
      select r.id, r.delivered_attempt from run r where r.id in (select id from given) and r.subjects is null order by r.id for update of r skip locked
    ), delivered as (
      update attempt a set subjects = g.result from locked l join given g on g.id = l.id
      where a.run_id = l.id and a.number = l.delivered_attempt and a.subjects is null
    )
    update run r set subjects = g.subjects, send = g.send from locked l join given g on g.id = l.id where r.id = l.id returning r.id`,
}

const INDEX_EARLIER: Statement = {
  name: 'index_earlier_subjects',
  effect: 'within',
  text: `with locked as materialized (select id, workspace_id, environment, delivered_attempt from run where id = any($1)), indexed as (
      ${indexSubjects('locked', 'l.delivered_attempt')}
    )
    select id from locked`,
}

/** Those of these runs that sent a message, or may have (decisions, "unknown send"). */
const SENT = `run r where r.id = any($1) and r.send is not null
      and (r.status = 'succeeded' or exists (select from attempt a where a.run_id = r.id and a.outcome = 'unknown'))`

const LEARN_EARLIER: Statement = {
  name: 'learn_earlier_participants',
  effect: 'within',
  text: `insert into chat_participant (workspace_id, environment, channel, chat_id, kind, value)
    select s.workspace_id, s.environment, s.channel, t.chat_id, s.recipient ->> 'kind', s.recipient ->> 'value' from (
      select r.*, r.send ->> 'channel' as channel, r.send -> 'recipients' -> 0 as recipient from ${SENT}
    ) s join attempt a on a.run_id = s.id and a.number = s.delivered_attempt
    cross join lateral (select coalesce(a.output ->> 'chat_id', s.send ->> 'chat_id') as chat_id) t
    where s.channel <> 'email' and jsonb_array_length(s.send -> 'recipients') = 1 and length(t.chat_id) between 1 and 500
    order by 1, 2, 3, 4, 5, 6 on conflict do nothing`,
}

const WRITE_TOUCHES: Statement = {
  name: 'write_earlier_touches',
  effect: 'within',
  text: `insert into touch (run_id, kind, value, workspace_id, environment, channel, at)
    select s.id, n.kind, n.value, s.workspace_id, s.environment, s.send ->> 'channel', s.finished_at from (select r.* from ${SENT}) s cross join lateral (
      select e ->> 'kind', e ->> 'value' from jsonb_array_elements(s.send -> 'recipients') e
      union
      select c.kind, c.value from chat_participant c
      where c.workspace_id = s.workspace_id and c.environment = s.environment and c.channel = s.send ->> 'channel' and c.chat_id = s.send ->> 'chat_id'
    ) n (kind, value)
    on conflict do nothing`,
}

const LOCK_TOUCHED_ROWS: Statement = {
  name: 'lock_rows_of_earlier_touches',
  effect: 'within',
  text: `select w.id from table_row w where w.id in (
      select i.row_id from touch t
      join row_identity i on i.workspace_id = t.workspace_id and i.environment = t.environment and i.kind = t.kind and i.value = t.value
      where t.run_id = any($1)
    ) order by w.id for no key update of w`,
}

/**
 * Indexes a batch of ended runs from before the index existed (Spec 4.5), oldest first. Records the recipients of the
 * sends among them, so that the repeat guard knows them (Spec 3.2). Each run is indexed once, whichever process does it
 * and however often it is interrupted. Returns whether there may be more.
 */
export async function indexEarlierRuns(db: Database): Promise<{ more: boolean }> {
  const listed = await db.query<{ id: string }>(LIST_EARLIER, [BATCH_MAX])
  const runs: Remembered[] = []
  for (const { id } of listed) runs.push(...(await db.query<EarlierRun>(READ_EARLIER, [id])).map(remembered))
  if (runs.length > 0) await db.transaction(INDEX_EARLIER_RUNS, (tx) => writeEarlier(tx, runs))
  return { more: listed.length === BATCH_MAX }
}

interface Remembered {
  readonly id: string
  readonly subjects: readonly FoundSubject[]
  readonly send: Send | null
  readonly result: readonly FoundSubject[] | null
}

function remembered({ id, capability, input, rawRequest, output, payload, hasPayload }: EarlierRun): Remembered {
  return {
    id,
    subjects: subjectsOfRequest(input, rawRequest),
    send: capability !== null && isJsonObject(input) ? sendOf(capability, input) : null,
    result: output === null ? null : subjectsOf(hasPayload ? { data: payload, ...output } : output),
  }
}

async function writeEarlier(tx: Queries, runs: readonly Remembered[]): Promise<void> {
  const written = await tx.query<{ id: string }>(WRITE_EARLIER, [JSON.stringify(runs)])
  const ids = [written.map(({ id }) => id)]
  await tx.query(INDEX_EARLIER, ids)
  await tx.query(LEARN_EARLIER, ids)
  await tx.query(WRITE_TOUCHES, ids)
  const rows = await tx.query<{ id: bigint }>(LOCK_TOUCHED_ROWS, ids)
  await recountTouches(
    tx,
    rows.map(({ id }) => id),
  )
}
