import { at } from '../../support/http.ts'
import type { Step } from './step.ts'

const contact =
  (name: string, more: object = {}) =>
  () => ({ capability: 'contact.find', input: { full_name: name, domain: 'example.com' }, ...more })

/** A file for a job. */
export const UPLOADS: readonly Step[] = [
  { operation: 'createJobUpload', status: 201, example: 'people', learn: { upload: 'upload_id' } },
  { operation: 'getJobUpload', status: 200, params: { upload_id: 'upload' } },
  { operation: 'deleteJobUpload', status: 200, params: { upload_id: 'upload' } },
]

const jobOf = (emails: readonly string[], more: object) => () => ({
  capability: 'contact.verify',
  rows: { items: emails.map((email) => ({ email })) },
  input: { email: '{{email}}' },
  ceiling: '1.00',
  ...more,
})

export const JOBS: readonly Step[] = [
  {
    operation: 'createJob',
    status: 200,
    body: jobOf(['ada@example.com', 'alan@example.org', 'no address'], { dry_run: true }),
  },
  { operation: 'createJob', status: 202, example: 'items', learn: { job: 'job_id' } },
  { operation: 'getJob', status: 200, params: { job_id: 'job' }, query: '?wait=60' },
  { operation: 'listJobItems', status: 200, params: { job_id: 'job' } },
  { operation: 'getJobResults', status: 200, params: { job_id: 'job' } },
  { operation: 'createJob', status: 202, example: 'table', learn: { table_job: 'job_id' } },
  { operation: 'getJob', status: 200, params: { job_id: 'table_job' }, query: '?wait=60' },
  {
    operation: 'createJob',
    status: 202,
    body: jobOf(['ada@example.com', 'alan+error@example.org'], { pilot: 1, approve: 'manual' }),
    learn: { approved_job: 'job_id' },
  },
  { operation: 'getJob', status: 200, params: { job_id: 'approved_job' }, query: '?wait=60' },
  { operation: 'approveJob', status: 200, params: { job_id: 'approved_job' } },
  { operation: 'getJob', status: 200, params: { job_id: 'approved_job' }, query: '?wait=60' },
  { operation: 'retryJob', status: 202, example: 'errors', params: { job_id: 'approved_job' } },
  {
    operation: 'createJob',
    status: 202,
    body: jobOf(['ada+slow-2@example.com', 'alan+slow-2@example.org', 'erin+slow-2@example.net'], {
      pilot: 0,
      concurrency: 1,
    }),
    learn: { paused_job: 'job_id' },
  },
  { operation: 'pauseJob', status: 200, params: { job_id: 'paused_job' } },
  { operation: 'updateJob', status: 200, example: 'ceiling', params: { job_id: 'paused_job' } },
  { operation: 'resumeJob', status: 200, params: { job_id: 'paused_job' } },
  { operation: 'cancelJob', status: 200, params: { job_id: 'paused_job' } },
  { operation: 'getJob', status: 200, params: { job_id: 'paused_job' }, query: '?wait=60' },
  { operation: 'listJobs', status: 200, query: '?limit=2' },
]

/** What can be read before anything is run. */
export const LOOKING: readonly Step[] = [
  { operation: 'getHealth', status: 200, as: 'anonymous' },
  { operation: 'getReadiness', status: 200, as: 'anonymous' },
  { operation: 'listErrors', status: 200, as: 'anonymous' },
  { operation: 'getOpenApi', status: 200, as: 'anonymous' },
  { operation: 'showLlms', status: 200, as: 'anonymous' },
  { operation: 'getAuthorizationServerMetadata', status: 200, as: 'anonymous' },
  { operation: 'getProtectedResourceMetadata', status: 200, as: 'anonymous' },
  { operation: 'discover', status: 200, as: 'anonymous', example: 'email' },
  { operation: 'listCapabilities', status: 200, as: 'anonymous' },
  { operation: 'listProviders', status: 200, as: 'anonymous' },
  { operation: 'listProviderHealth', status: 200, as: 'anonymous' },
  { operation: 'getProvider', status: 200, as: 'anonymous' },
  { operation: 'listEndpoints', status: 200, as: 'anonymous' },
  { operation: 'discoverFeedback', status: 200, as: 'anonymous' },
  { operation: 'sendFeedback', status: 202, as: 'anonymous', example: 'missing' },
  { operation: 'sendFeedback', status: 202, as: 'anonymous', example: 'error' },
  {
    operation: 'signUp',
    status: 200,
    as: 'anonymous',
    example: 'person',
    learn: { session: 'session_token', workspace: 'workspace.id' },
  },
  { operation: 'whoAmI', status: 200 },
  { operation: 'inspect', status: 200, example: 'capability' },
  { operation: 'inspect', status: 200, example: 'endpoint' },
]

export const TABLES: readonly Step[] = [
  { operation: 'getRetention', status: 200 },
  { operation: 'updateRetention', status: 200, example: 'shorter' },
  { operation: 'getFeatures', status: 200 },
  { operation: 'updateFeatures', status: 200, example: 'on' },
  { operation: 'createTable', status: 200, example: 'leads' },
  { operation: 'writeRows', status: 200, example: 'people' },
  { operation: 'importRows', status: 200, example: 'people' },
  { operation: 'listTables', status: 200 },
  { operation: 'getTable', status: 200 },
  { operation: 'listRows', status: 200 },
  { operation: 'queryRows', status: 200, example: 'hot' },
  { operation: 'exportRows', status: 200 },
  { operation: 'updateRows', status: 200, example: 'claim' },
  { operation: 'listRowChanges', status: 200 },
  {
    operation: 'writeRows',
    status: 200,
    body: () => ({
      rows: [
        { email: 'ada@example.com', phone: '+14155550132' },
        { phone: '+14155550132', city: 'London' },
      ],
    }),
  },
  { operation: 'unmergeRow', status: 200, example: 'newest' },
  { operation: 'updateRows', status: 200, example: 'follow_up' },
]

/** After everything that writes into the table. */
export const TABLES_END: readonly Step[] = [
  { operation: 'deleteRows', status: 200, example: 'lost' },
  { operation: 'deleteRow', status: 200 },
  { operation: 'editTable', status: 200, example: 'rename' },
  {
    operation: 'deleteTable',
    status: 200,
    params: { name: 'table' },
    query: '?confirm=true',
    first: async ({ known }) => {
      known.set('table', 'leads-2026')
    },
  },
]

/** A run that waits for an approval; a run of these people without one is under no policy. */
const waitingRun = (name: string): Step => ({
  operation: 'createRun',
  status: 202,
  body: contact('Ada Example', { approval: 'required', routing: { fresh: true } }),
  learn: { [name]: 'run_id' },
})

export const RUNS: readonly Step[] = [
  { operation: 'createRun', status: 200, example: 'sandbox', learn: { run: 'run_id' } },
  { operation: 'createRun', status: 200, example: 'record' },
  { operation: 'createRun', status: 200, example: 'metadata' },
  { operation: 'createRun', status: 200, example: 'into' },
  { operation: 'createRun', status: 200, example: 'raw' },
  { operation: 'createRun', status: 404, body: contact('Ada +no-match') },
  { operation: 'createRun', status: 502, body: contact('Ada +error') },
  { operation: 'createRun', status: 504, body: contact('Ada +timeout') },
  { operation: 'createRun', status: 402, body: contact('Ada Example', { routing: { max_cost: '0.000001' } }) },
  { operation: 'getRoutingPolicy', status: 200 },
  { operation: 'updateRoutingPolicy', status: 200, example: 'european' },
  { operation: 'getApprovalPolicy', status: 200 },
  { operation: 'updateApprovalPolicy', status: 200, example: 'cautious' },
  waitingRun('approved'),
  { operation: 'approveRun', status: 200, example: 'note', params: { run_id: 'approved' } },
  waitingRun('rejected'),
  { operation: 'rejectRun', status: 200, example: 'note', params: { run_id: 'rejected' } },
  // Without a worker a run stays accepted, and can be cancelled.
  {
    operation: 'createRun',
    status: 202,
    body: contact('Ada Example', { async: true, routing: { fresh: true } }),
    learn: { waiting: 'run_id' },
    first: ({ service }) => service.stopWorker(),
  },
  { operation: 'cancelRun', status: 200, params: { run_id: 'waiting' } },
  {
    operation: 'getRun',
    status: 200,
    params: { run_id: 'run' },
    first: async ({ service }) => {
      await service.startWorker()
    },
  },
  { operation: 'listRuns', status: 200, query: '?limit=2' },
  { operation: 'readHistory', status: 200 },
  { operation: 'readHistoryOfMany', status: 200, example: 'people' },
]

export const WATCHES: readonly Step[] = [
  { operation: 'createWatch', status: 200, example: 'posts', learn: { watch: 'id' } },
  { operation: 'createWatch', status: 200, example: 'jobs' },
  { operation: 'createWatch', status: 200, example: 'raw' },
  { operation: 'refreshWatch', status: 200, params: { watch_id: 'watch' }, learn: { refresh: 'refresh_id' } },
  { operation: 'refreshWatch', status: 202, params: { watch_id: 'watch' }, query: '?wait_seconds=0' },
  { operation: 'getWatchRefresh', status: 200, params: { watch_id: 'watch', refresh_id: 'refresh' } },
  {
    operation: 'getWatch',
    status: 200,
    params: { watch_id: 'watch' },
    // Both refreshes: the second begins after its answer.
    until: (body) => ['0', '1'].every((place) => at(body, 'refreshes', place, 'state') === 'done'),
  },
  { operation: 'listWatches', status: 200 },
  {
    operation: 'createDoNotProcessList',
    status: 201,
    example: 'emails',
    learn: { doNotProcess: 'list_id' },
  },
  { operation: 'createDoNotProcessList', status: 201, example: 'hashes' },
  { operation: 'putDoNotProcessEntries', status: 200, example: 'emails', params: { list_id: 'doNotProcess' } },
  { operation: 'getDoNotProcessList', status: 200, params: { list_id: 'doNotProcess' } },
  { operation: 'listDoNotProcessLists', status: 200 },
  {
    operation: 'listDoNotProcessReceipts',
    status: 200,
    params: { list_id: 'doNotProcess' },
    until: (body) => at(body, 'items', '0', 'status') === 'finished',
  },
  { operation: 'deleteDoNotProcessList', status: 200, params: { list_id: 'doNotProcess' } },
  { operation: 'previewErasure', status: 200, example: 'person' },
  { operation: 'createErasure', status: 200, example: 'person', learn: { erasure: 'erasure_id' } },
  { operation: 'createErasure', status: 200, example: 'forgotten' },
  {
    operation: 'getErasure',
    status: 200,
    params: { erasure_id: 'erasure' },
    until: (body) => at(body, 'status') === 'finished',
  },
  { operation: 'listErasures', status: 200 },
  { operation: 'deleteWatch', status: 200, params: { watch_id: 'watch' } },
]
