import type { RoutingRequest } from '../../domain/routing/plan.ts'
import type { Environment } from '../../domain/runs/states.ts'
import { type AnswerSource, ENRICHMENT_REUSE_DAYS, type EnrichmentSubject } from '../../domain/tables/enrichment.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'

/** A result that is saved in a row: its place, the attempt that delivered it, and who sold it. */
export interface SavedResult {
  /** null: the run that bought it names none. */
  readonly provider: string | null
  readonly source: AnswerSource
  readonly attempt: number
}

/**
 * Results within the window that were saved into a row for the same enrichment of the same subject (Spec 4.6): of each
 * provider the newest, the newest first. The rules of the run decide which of them serves it
 * (`domain/routing/served-answer.ts`). A result is found by the earlier input's subject, or by any identity of the row
 * that holds it, as long as the earlier run was about that row: a row may hold a manager's email, or may by now be
 * about another person. A profile on one network does not answer a request for another network. One list, null when
 * there is none; `run` and `workspace` are aliases of the current run and its workspace. There is none for a run that
 * wants a fresh answer or pins its provider, or while tables are off; a result whose payload was deleted, or whose
 * address has bounced, answers nothing.
 */
export const savedAnswers = (run: string, workspace: string): string => `case
    when ${run}.enrichment is not null and ${run}.status = 'created' and ${workspace}.tables_enabled_at is not null
      and ${run}.routing ->> 'provider' = 'auto' and (${run}.routing -> 'fresh') is distinct from 'true'::jsonb
    then (
      select jsonb_agg(answer.result order by answer.saved_at desc, answer.row_id)
      from (
      select distinct on (bought.provider) s.saved_at, s.row_id,
        jsonb_build_object('provider', bought.provider, 'attempt', bought.delivered_attempt,
          'source', jsonb_build_object('table', t.name, 'key', o.key, 'run_id', bought.id, 'saved_at', s.saved_at)
        ) as result
      from (
        select e.row_id, e.run_id, e.saved_at
        from jsonb_to_recordset(${run}.enrichment) requested (kind text, value text, lookup boolean)
        join saved_enrichment e on e.workspace_id = ${run}.workspace_id and e.environment = ${run}.environment
          and e.capability = ${run}.capability and e.kind = requested.kind and e.value = requested.value
        where requested.lookup
        union all
        select e.row_id, e.run_id, e.saved_at
        from jsonb_to_recordset(${run}.enrichment) requested (kind text, value text, lookup boolean)
        join row_identity i on i.workspace_id = ${run}.workspace_id and i.environment = ${run}.environment
          and i.kind = requested.kind and i.value = requested.value
        join saved_enrichment e on e.row_id = i.row_id and e.capability = ${run}.capability
        where requested.lookup and e.capability <> 'social.profile' and exists (
          select from row_identity j
          join run_subject u on u.workspace_id = j.workspace_id and u.environment = j.environment
            and u.kind = j.kind and u.value = j.value and u.run_id = e.run_id and u.exact
          where j.row_id = e.row_id
            and (j.kind = 'domain'
              or (j.kind = 'linkedin' and j.value like 'company/%')) = (e.capability like 'company.%')
        )
      ) s
      join table_row o on o.id = s.row_id
      join workspace_table t on t.id = o.table_id
      join run bought on bought.id = s.run_id and bought.purged_at is null
        and bought.address_outcome is distinct from 'bounced'
      where s.saved_at > now() - interval '${ENRICHMENT_REUSE_DAYS} days'
      order by bought.provider, s.saved_at desc, s.row_id
      ) answer
    ) end`

export const READ_SAVED_ANSWERS = statement<
  { workspaceId: string; environment: Environment; capability: string; enrichment: string; routing: string },
  { saved: readonly SavedResult[] | null }
>({
  name: 'read_saved_answers',
  effect: false,
  text: `select ${savedAnswers('r', 'w')} as saved
    from (select :workspaceId::text as workspace_id, :environment::text as environment, :capability::text as capability,
      :enrichment::jsonb as enrichment, :routing::jsonb as routing, 'created' as status) r
    join workspace w on w.id = r.workspace_id`,
})

/** The results in rows that would answer a request that is no run yet: such a request needs no provider. */
export async function readSavedAnswers(
  queries: Queries,
  requested: {
    readonly workspaceId: string
    readonly environment: Environment
    readonly capability: string
    readonly enrichment: readonly EnrichmentSubject[]
    readonly routing: RoutingRequest
  },
): Promise<readonly SavedResult[]> {
  const [row] = await queries.query(READ_SAVED_ANSWERS, {
    workspaceId: requested.workspaceId,
    environment: requested.environment,
    capability: requested.capability,
    enrichment: JSON.stringify(requested.enrichment),
    routing: JSON.stringify(requested.routing),
  })
  return row?.saved ?? []
}

/** Records that a run's result is saved in a row. A saved answer that is saved again keeps its age. */
export const SAVE_ENRICHMENT = statement<{
  runId: string
  rowIds: readonly string[]
  sourceRunId: string | null
  savedAt: string | null
}>({
  name: 'save_enrichment',
  effect: 'within',
  text: `insert into saved_enrichment (workspace_id, environment, capability, kind, value, row_id, run_id, saved_at)
    select distinct r.workspace_id, r.environment, r.capability, requested.kind, requested.value, saved.row_id,
      coalesce(:sourceRunId, r.id), coalesce(:savedAt::timestamptz, now())
    from run r, jsonb_to_recordset(r.enrichment) requested (kind text, value text),
      unnest(:rowIds::bigint[]) saved (row_id)
    where r.id = :runId
    on conflict (workspace_id, environment, capability, kind, value, row_id) do update
      set run_id = excluded.run_id, saved_at = excluded.saved_at where saved_enrichment.saved_at <= excluded.saved_at`,
})

/** Called inside the transaction that writes the rows. `source`: the saved row that the answer itself came from. */
export async function saveEnrichment(
  tx: Queries,
  saved: { readonly runId: string; readonly rowIds: readonly bigint[]; readonly source: AnswerSource | null },
): Promise<void> {
  await tx.query(SAVE_ENRICHMENT, {
    runId: saved.runId,
    rowIds: saved.rowIds.map(String),
    sourceRunId: saved.source?.run_id ?? null,
    savedAt: saved.source?.saved_at ?? null,
  })
}
