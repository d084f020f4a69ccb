import { insertRunsSql } from '../runs/insert-sql.ts'
import { statement } from '../statement.ts'

/**
 * How long a run of a job may take to be started by a worker before the sweeper starts it: less than a single run, as
 * the runs that a dead worker has begun and not started keep other rows from beginning.
 */
export const SWEEP_RUN_AFTER_SECONDS = 10

/** The runs of the `numbered` rows of job `:jobId`. */
const INSERTED_SQL = insertRunsSql(
  {
    id: 'n.id',
    workspaceId: 'j.workspace_id',
    environment: 'j.environment',
    apiKeyId: 'j.api_key_id',
    connectedAppId: 'j.connected_app_id',
    requestId: 'j.request_id',
    kind: `case when j.capability is null then 'endpoint' else 'capability' end`,
    capability: 'j.capability',
    endpoint: `n.request -> 'raw' ->> 'endpoint'`,
    rawRequest: `nullif(n.request -> 'raw', 'null')`,
    input: `n.request -> 'input'`,
    routing: ':routing::jsonb',
    includeRaw: 'false',
    idempotencyKey: 'null',
    requestHash: `sha256(convert_to(n.request::text, 'UTF8'))`,
    subjects: `n.request -> 'subjects'`,
    send: `nullif(n.request -> 'send', 'null')`,
    enrichment: `nullif(n.request -> 'enrichment', 'null')`,
    record: `nullif(n.request -> 'record', 'null')`,
    landing: 'null',
    metadata: 'j.metadata',
    callbackUrl: 'null',
    jobId: 'j.id',
    sweepAt: `clock_timestamp() + interval '${SWEEP_RUN_AFTER_SECONDS} seconds'`,
  },
  (list) => `select ${list} from numbered n cross join job j where j.id = :jobId`,
)

/** The rows that begin, as ordinary runs of the job's maker: a row has one run at a time. */
export const BEGIN_ROWS = statement<
  { jobId: string; runIds: readonly string[]; until: number | null; routing: string },
  { runId: string }
>({
  name: 'begin_job_rows',
  effect: 'within',
  text: `with next as materialized (
      select w.number, w.request, row_number() over (order by w.number) as ord
      from job_row w
      where w.job_id = :jobId and w.outcome is null and w.run_id is null
        and (:until::integer is null or w.number <= :until::integer)
      order by w.number limit cardinality(:runIds::text[])
    ), numbered as materialized (
      select n.*, i.id from next n join unnest(:runIds::text[]) with ordinality i(id, ord) on i.ord = n.ord
    ), begun as (
      update job_row w set run_id = n.id from numbered n where w.job_id = :jobId and w.number = n.number
    ), ${INSERTED_SQL}
    select id as "runId" from inserted`,
})
