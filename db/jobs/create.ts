import { statement } from '../statement.ts'

export const INSERT_JOB = statement<
  {
    id: string
    workspaceId: string
    environment: string
    apiKeyId: string | null
    connectedAppId: string | null
    requestId: string
    capability: string | null
    raw: string | null
    request: string
    routing: string
    status: string
    reason: string | null
    pilotUntil: number | null
    approve: string
    concurrency: number
    estimate: string
    rows: number
    invalid: number
    repeated: number
    retryOf: string | null
    metadata: string | null
    callbackUrl: string | null
    file: string | null
    bytes: number
  },
  { id: string }
>({
  name: 'insert_job',
  effect: 'within',
  text: `insert into job (id, workspace_id, environment, api_key_id, connected_app_id, request_id, capability,
      raw_request, request, routing, status, reason, pilot_until, approve, concurrency, estimate, row_count, invalid,
      repeated, retry_of, metadata, callback_url, kept_rows, kept_bytes, file, sweep_at)
    select :id, :workspaceId, :environment, :apiKeyId, :connectedAppId, :requestId, :capability, :raw::jsonb,
      :request::jsonb, :routing::jsonb, :status, :reason,
      :pilotUntil::integer, :approve, :concurrency::integer, :estimate::jsonb, :rows::integer, :invalid::integer,
      :repeated::integer, :retryOf, :metadata::jsonb, :callbackUrl, :rows::integer, :bytes::bigint, :file::jsonb,
      case when :status::text <> 'awaiting_approval' then clock_timestamp() + interval '30 seconds' end
    on conflict (retry_of) do nothing
    returning id`,
})

export const INSERT_ROWS = statement<{
  jobId: string
  numbers: readonly number[]
  keys: readonly (string | null)[]
  requests: readonly (string | null)[]
  errors: readonly (string | null)[]
  sameAs: readonly (number | null)[]
}>({
  name: 'insert_job_rows',
  effect: 'within',
  text: `insert into job_row (job_id, number, key, request, error, same_as, outcome)
    select :jobId, number, key, request::jsonb, error::jsonb, same_as,
      case when same_as is not null then 'repeated' when request is null then 'invalid' end
    from unnest(:numbers::integer[], :keys::text[], :requests::text[], :errors::text[], :sameAs::integer[])
      r (number, key, request, error, same_as)`,
})
