import type { Queries } from '../database.ts'
import { cancelRun } from '../runs/cancel.ts'
import { FORGOTTEN_RUNS, UNLINKED_RUN } from './forgotten-runs.ts'
import { EMPTIED_RUN, emptiedAttempt } from '../runs/payloads.ts'
import { statement } from '../statement.ts'
import {
  type Batch,
  type BatchValues,
  erasedError,
  type ErasedBatch,
  keyMentions,
  mentions,
  onlyRow,
  SIZED_BATCH,
} from './batch.ts'

const KEY_NAMES = keyMentions("coalesce(r.idempotency_key, '')")

/** A pair `p` of the metadata mentions the person. */
const PAIR = mentions('p.key, p.value')

/**
 * A run that mentions the person loses its payloads and its subjects, as an old run does, and the pairs of its metadata
 * that mention the person. Its billing, states, times and other metadata stay, and touches of other people. Runs of
 * before the request that have not ended, those whose refresh of a watch has not, and those that mention the person and
 * wait for their final bill, are waited for. A run that waits for an approval has bought nothing and may wait for a
 * day, so nothing waits for it: one that mentions the person is cancelled, any other counts as a run of later. The run
 * of a job's row is of before the request if the job is.
 */
export const JUDGE_RUNS = statement<
  Omit<BatchValues, 'upTo'> & {
    kinds: readonly string[]
    names: readonly string[]
    keyPattern: string
    firstRunAfter: string | null
    firstRowRunAfter: string | null
    requestedAt: string
    bytes: number
  },
  {
    after: string | null
    waiting: string | null
    endedAt: string | null
    unapproved: string[]
    gone: string[]
  }
>({
  name: 'judge_runs_to_erase',
  effect: false,
  text: `with candidates as materialized (
      select r.id, r.id as place, pg_column_size(r.input) + (
        select coalesce(sum(coalesce(pg_column_size(a.output), 0) + coalesce(pg_column_size(a.raw), 0)
          + coalesce(pg_column_size(a.payload), 0)), 0) from attempt a where a.run_id = r.id) as size
      from run r
      where r.workspace_id = :workspaceId and r.environment = :environment and r.id > :after
        and r.id < coalesce(:firstRowRunAfter::text, 'run_~') and (:firstRunAfter::text is null or r.id < :firstRunAfter
          or exists (select from job j where j.id = r.job_id and j.created_at <= :requestedAt::timestamptz))
      order by r.id limit :limit
    ), ${SIZED_BATCH}, names as materialized (
      select kind, value from unnest(:kinds::text[], :names::text[]) as n (kind, value)
    ), judged as materialized (
      select b.id, r.finished_at is not null and f.state is distinct from 'started' as ended,
        r.status = 'awaiting_approval' as unapproved, r.final_bill_due_at is not null as billed_later,
        greatest(r.finished_at, f.finished_at) as ended_at, (
        exists (select from names n join run_subject s on s.workspace_id = :workspaceId
          and s.environment = :environment and s.kind = n.kind and s.value = n.value and s.run_id = b.id)
        or exists (select from run_subject_block k where k.run_id = b.id
          and k.found && array(select kind || ' ' || value from names))
        or exists (select from names n join touch t on t.run_id = b.id and t.kind = n.kind and t.value = n.value)
        or ${mentions(
          `r.input::text, r.subjects::text, r.send::text, r.enrichment::text, r.raw_request::text,
          r.record::text, r.table_result::text, r.source::text, r.error::text, r.metadata::text, r.callback_url`,
        )}
        or ${KEY_NAMES}
        or exists (select from approval p where p.run_id = b.id and ${mentions('p.note')})
        or exists (select from attempt a where a.run_id = b.id and ${mentions(
          'a.detail, a.output::text, a.raw::text, a.payload::text, a.subjects::text',
        )})
      ) as meant
      from batch b join run r on r.id = b.id left join watch_refresh f on f.run_id = r.id
    ), gone as materialized (
      select id, ended_at from judged where meant and ended and not billed_later
    )
    select (select after from next),
      (select min(id) from judged where not (ended or unapproved) or (billed_later and meant)) as waiting,
      array(select id from judged where unapproved and meant) as unapproved,
      array(select id from gone) as gone, (select max(ended_at)::text from gone) as "endedAt"`,
})

export const ERASE_RUNS = statement<
  Pick<BatchValues, 'workspaceId' | 'environment' | 'pattern'> & {
    kinds: readonly string[]
    names: readonly string[]
    keyPattern: string
    ids: readonly string[]
  },
  { runs: number; touches: number }
>({
  name: 'erase_runs',
  effect: 'within',
  text: `with gone as materialized (
      select id from unnest(:ids::text[]) as gone (id)
    ), names as materialized (
      select kind, value from unnest(:kinds::text[], :names::text[]) as n (kind, value)
    ), erased as (
      update run r set purged_at = coalesce(r.purged_at, clock_timestamp()), ${EMPTIED_RUN},
        idempotency_key = case when not ${KEY_NAMES} then r.idempotency_key end,
        send = (r.send #- '{basis,note}') || jsonb_build_object('recipients', (
          select coalesce(jsonb_agg(one order by place), '[]')
          from jsonb_array_elements(r.send -> 'recipients') with ordinality as e (one, place)
          where (one ->> 'kind', one ->> 'value') not in (select kind, value from names)
            and not ${mentions("one ->> 'value'")})),
        ${UNLINKED_RUN},
        metadata = (select jsonb_object_agg(p.key, p.value) from jsonb_each_text(r.metadata) p where not ${PAIR}),
        error = case when ${mentions('r.error::text')} then ${erasedError('r.error')} else r.error end
      from gone g where r.id = g.id
      returning r.id, r.send is not null as sends
    ), emptied as (
      update attempt a set ${emptiedAttempt('e.sends', `not ${mentions('value::text')}`)}
      from erased e where a.run_id = e.id
    ), ${FORGOTTEN_RUNS}, forgotten_pairs as (
      delete from run_metadata m using gone g, run r, jsonb_each_text(r.metadata) p
      where r.id = g.id and m.workspace_id = :workspaceId and m.environment = :environment
        and m.key = p.key and m.value = p.value and m.run_id = g.id and ${PAIR}
    ), forgotten_answers as (
      delete from saved_enrichment s using gone g
      where s.workspace_id = :workspaceId and s.environment = :environment and s.run_id = g.id
    ), untouched as (
      delete from touch t using gone g, names n where t.run_id = g.id and t.kind = n.kind and t.value = n.value
      returning t.run_id
    )
    select (select count(*)::integer from erased) as runs, (select count(*)::integer from untouched) as touches`,
})

export async function eraseRuns(
  tx: Queries,
  { values: { workspaceId, environment, pattern, after, limit }, ...batch }: Batch,
): Promise<ErasedBatch> {
  const { kinds, names, keyPattern, firstRunAfter, firstRowRunAfter, requestedAt, bytes } = batch
  const person = { pattern, kinds, names, keyPattern }
  const runs = { workspaceId, environment, after, limit, bytes, firstRunAfter, firstRowRunAfter, requestedAt }
  const { gone, unapproved, ...next } = onlyRow(await tx.query(JUDGE_RUNS, { ...person, ...runs }))
  const erased =
    gone.length === 0
      ? { runs: 0, touches: 0 }
      : onlyRow(await tx.query(ERASE_RUNS, { workspaceId, environment, ...person, ids: gone }))
  for (const runId of unapproved) await cancelRun(tx, runId, null)
  // Those runs have ended now: the same batch again erases them.
  const place = unapproved.length === 0 ? {} : { after, waiting: null }
  return { ...next, ...place, erased, cancelled: unapproved }
}
