import type { ListKind } from '../../domain/do-not-process/lists.ts'
import { ERASED_TEXT } from '../../domain/erasures/stages.ts'
import type { Json } from '../../domain/json/json.ts'
import type { Queries } from '../database.ts'
import { FORGOTTEN_RUNS, UNLINKED_RUN } from './forgotten-runs.ts'
import { EMPTIED_RUN, emptiedAttempt } from '../runs/payloads.ts'
import { statement } from '../statement.ts'
import { onlyRow, SIZED_BATCH } from './batch.ts'
import type { ListedBatchValues } from './listed-rows.ts'

type Owned = Pick<ListedBatchValues, 'workspaceId' | 'environment'>

/** Runs that were under way when a list switched, and may not have seen it. */
export const HAS_OPEN_RUNS = statement<Owned & { switchedAt: string }, { open: boolean }>({
  name: 'has_open_runs_of_before',
  effect: false,
  text: `select exists (select from run where workspace_id = :workspaceId and environment = :environment
      and status in ('created', 'reserved', 'queued', 'running')
      and created_at <= :switchedAt::timestamptz) as open`,
})

/** The next values of one kind that runs of the history name, in their order. */
export const READ_SUBJECTS_TO_MATCH = statement<
  Owned & { kind: string; after: string; limit: number },
  { value: string }
>({
  name: 'read_subjects_to_match',
  effect: false,
  text: `select distinct value from run_subject
    where workspace_id = :workspaceId and environment = :environment and kind = :kind and value > :after
    order by value limit :limit`,
})

/** Runs that name one of the values. One that waits for its final bill is not emptied yet. */
export const READ_RUNS_OF_SUBJECTS = statement<
  Owned & { kind: string; values: readonly string[]; limit: number },
  { ids: string[]; waits: boolean }
>({
  name: 'read_runs_of_subjects',
  effect: false,
  text: `with named as materialized (
      select distinct s.run_id, r.final_bill_due_at is not null as waits
      from run_subject s join run r on r.id = s.run_id
      where s.workspace_id = :workspaceId and s.environment = :environment and s.kind = :kind
        and s.value = any(:values::text[])
    )
    select array(select run_id from named where not waits order by run_id limit :limit) as ids,
      exists (select from named where waits) as waits`,
})

/** Subjects of a long list, each as kind and value. A place is a run, or a block of it. */
export interface BlockToMatch {
  readonly runId: string
  readonly place: string
  readonly found: readonly string[]
}

const RUNS_AT_ONCE = 500

export const READ_BLOCKS_TO_MATCH = statement<
  Owned & { after: string; limit: number },
  { lastRun: string | null; blocks: readonly BlockToMatch[] }
>({
  name: 'read_blocks_to_match',
  effect: false,
  text: `with runs as materialized (
      select id from run where workspace_id = :workspaceId and environment = :environment
        and id >= split_part(:after, ' ', 1) and id || ' ~' > :after collate "C" order by id limit ${RUNS_AT_ONCE}
    ), blocks as materialized (
      select b.run_id, b.found, b.run_id || ' ' || b.place || ' ' || lpad(b.number::text, 6, '0') as place
      from runs r join run_subject_block b on b.run_id = r.id
      where b.run_id || ' ' || b.place || ' ' || lpad(b.number::text, 6, '0') > :after collate "C"
      order by b.run_id, b.place, b.number limit :limit
    )
    select (select max(id) from runs) as "lastRun", (
      select coalesce(jsonb_agg(jsonb_build_object('runId', run_id, 'place', place, 'found', found)
        order by place collate "C"), '[]')
      from blocks) as blocks`,
})

export interface RunToMatch {
  readonly id: string
  readonly payloads: Json
}

export const READ_PAYLOADS_TO_MATCH = statement<
  ListedBatchValues,
  { after: string | null; runs: readonly RunToMatch[] }
>({
  name: 'read_payloads_to_match',
  effect: false,
  text: `with candidates as materialized (
      select r.id, r.id as place, pg_column_size(r.input) + (
        select coalesce(sum(coalesce(pg_column_size(a.output), 0) + coalesce(pg_column_size(a.payload), 0)), 0)
        from attempt a where a.run_id = r.id) as size
      from run r where r.workspace_id = :workspaceId and r.environment = :environment and r.id > :after
      order by r.id limit :limit
    ), ${SIZED_BATCH}
    select (select after from next), (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'payloads', jsonb_build_array(r.input, (
        select jsonb_agg(jsonb_build_array(a.output, a.payload)) from attempt a where a.run_id = r.id)))), '[]')
      from batch b join run r on r.id = b.id where r.purged_at is null) as runs`,
})

export interface ForgottenRuns {
  readonly runs: number
  readonly saved_answers: number
  readonly touches: number
  /** One of them has not ended, or waits for its final bill. */
  readonly waits: boolean
}

/**
 * Runs about someone on a list lose what an erasure takes of a run (`runs.ts`): payloads, subjects, saved answers, and
 * the touches of these names. Billing, states, times and metadata stay.
 */
export const FORGET_RUNS = statement<
  Owned & { ids: readonly string[]; kinds: readonly string[]; values: readonly string[] },
  ForgottenRuns
>({
  name: 'forget_listed_runs',
  effect: 'within',
  text: `with meant as materialized (
      select id, finished_at is not null and final_bill_due_at is null as ended from run
      where id = any(:ids::text[]) and workspace_id = :workspaceId and environment = :environment
    ), gone as materialized (
      select id from meant where ended
    ), names as materialized (
      select kind, value from unnest(:kinds::text[], :values::text[]) as n (kind, value)
    ), erased as (
      update run r set purged_at = coalesce(r.purged_at, clock_timestamp()), ${EMPTIED_RUN},
        send = r.send || jsonb_build_object('recipients', (
          select coalesce(jsonb_agg(one order by place), '[]')
          from jsonb_array_elements(r.send -> 'recipients') with ordinality as e (one, place)
          where (one ->> 'kind', one ->> 'value') not in (select kind, value from names))),
        ${UNLINKED_RUN},
        error = case when r.error ? 'recipient'
          then jsonb_build_object('code', r.error -> 'code', 'message', '${ERASED_TEXT}'::text) else r.error end
      from gone g where r.id = g.id
      returning r.id, r.send is not null as sends
    ), emptied as (
      update attempt a set ${emptiedAttempt('e.sends')} from erased e where a.run_id = e.id
    ), ${FORGOTTEN_RUNS}, forgotten_answers as (
      delete from saved_enrichment s using gone g
      where s.workspace_id = :workspaceId and s.environment = :environment and s.run_id = g.id
      returning 1
    ), untouched as (
      delete from touch t using gone g, names n where t.run_id = g.id and t.kind = n.kind and t.value = n.value
      returning 1
    )
    select (select count(*)::integer from erased) as runs,
      (select count(*)::integer from forgotten_answers) as saved_answers,
      (select count(*)::integer from untouched) as touches,
      exists (select from meant where not ended) as waits`,
})

const NOTHING: ForgottenRuns = { runs: 0, saved_answers: 0, touches: 0, waits: false }

export async function forgetRuns(
  tx: Queries,
  { workspaceId, environment }: Owned,
  {
    ids,
    kind,
    values,
  }: { readonly ids: readonly string[]; readonly kind: ListKind; readonly values: readonly string[] },
): Promise<ForgottenRuns> {
  if (ids.length === 0) return NOTHING
  const kinds = values.map(() => kind)
  return onlyRow(await tx.query(FORGET_RUNS, { workspaceId, environment, ids, kinds, values }))
}
