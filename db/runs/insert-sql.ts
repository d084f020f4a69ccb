/**
 * The columns of a run as it is accepted. A new column is a line here, and then each of the statements that insert runs
 * must name its value: the one of a request (`accept.ts`) and the one of a job's rows (`db/jobs/begin-rows.ts`).
 */
const COLUMNS = {
  id: 'id',
  workspaceId: 'workspace_id',
  environment: 'environment',
  apiKeyId: 'api_key_id',
  connectedAppId: 'connected_app_id',
  requestId: 'request_id',
  kind: 'kind',
  capability: 'capability',
  endpoint: 'endpoint',
  rawRequest: 'raw_request',
  input: 'input',
  routing: 'routing',
  includeRaw: 'include_raw',
  idempotencyKey: 'idempotency_key',
  requestHash: 'request_hash',
  subjects: 'subjects',
  send: 'send',
  enrichment: 'enrichment',
  record: 'record',
  landing: 'landing',
  metadata: 'metadata',
  callbackUrl: 'callback_url',
  jobId: 'job_id',
  sweepAt: 'sweep_at',
} as const

type Column = keyof typeof COLUMNS
const NAMES = Object.keys(COLUMNS) as Column[]

/**
 * The CTE `inserted` of a statement that inserts runs, and the one that lists their metadata, by which runs are found.
 * `values`: SQL for each column; `rows` makes rows of the list of these values.
 */
export const insertRunsSql = (values: Readonly<Record<Column, string>>, rows: (list: string) => string): string =>
  `inserted as (
      insert into run (${NAMES.map((name) => COLUMNS[name]).join(', ')})
      ${rows(NAMES.map((name) => values[name]).join(', '))}
      returning id, workspace_id, environment, metadata
    ), noted as (
      insert into run_metadata (workspace_id, environment, key, value, run_id)
      select i.workspace_id, i.environment, p.key, p.value, i.id from inserted i, jsonb_each_text(i.metadata) p
    )`
