import type { JsonObject } from '../../../domain/json/json.ts'
import type { HttpAnswer, HttpClient } from '../../support/http.ts'

/** Objects of another key of the workspace, on which a case may act. */
export interface OfAnother {
  watch(): Promise<string>
  /** A job that has ended with a failed row. */
  failedJob(): Promise<string>
  pausedJob(): Promise<string>
  /** A job that waits for its approval after the pilot. */
  waitingJob(): Promise<string>
  /** A run that waits for an approval. */
  waitingRun(): Promise<string>
  upload(): Promise<string>
  /** The name of a table. */
  table(): Promise<string>
}

const VERIFY = { capability: 'contact.verify', input: { email: 'ada@example.com' } }
export const VERIFY_ROWS = { capability: 'contact.verify', input: { email: '{{email}}' }, ceiling: '1.00' }
export const FAILING_ROWS = { ...VERIFY_ROWS, rows: { items: [{ email: 'ada+error@example.com' }] } }
export const ROWS = { ...VERIFY_ROWS, rows: { items: [{ email: 'ada@example.com' }, { email: 'bob@example.com' }] } }
export const WATCH = { capability: 'company.jobs', input: { domain: 'example.com' }, every: '1h' }

type RouteCase = (client: HttpClient, other: OfAnother) => Promise<HttpAnswer>

/** Each route that begins, continues or ends something, called where it can on an object of another key. */
export const ROUTE_CASES: Readonly<Record<string, RouteCase>> = {
  createRun: (client) => client.post('/v1/run', { ...VERIFY, wait_seconds: 60 }),
  createJob: (client) => client.post('/v1/jobs', ROWS),
  retryJob: async (client, other) => client.post(`/v1/jobs/${await other.failedJob()}/retry`, { only: 'errors' }),
  createWatch: (client) => client.post('/v1/watch', WATCH),
  refreshWatch: async (client, other) => client.post(`/v1/watch/${await other.watch()}/refresh?wait_seconds=60`),
  resumeJob: async (client, other) => client.post(`/v1/jobs/${await other.pausedJob()}/resume`),
  approveJob: async (client, other) => client.post(`/v1/jobs/${await other.waitingJob()}/approve`),
  updateJob: async (client, other) => client.patch(`/v1/jobs/${await other.pausedJob()}`, { ceiling: '2.00' }),
  approveRun: async (client, other) => client.post(`/v1/runs/${await other.waitingRun()}/approve`),
  cancelRun: async (client, other) => client.post(`/v1/runs/${await other.waitingRun()}/cancel`),
  cancelJob: async (client, other) => client.post(`/v1/jobs/${await other.waitingJob()}/cancel`),
  deleteJobUpload: async (client, other) => client.delete(`/v1/job-uploads/${await other.upload()}`),
  deleteWatch: async (client, other) => client.delete(`/v1/watch/${await other.watch()}`),
  editTable: async (client, other) => client.patch(`/v1/tables/${await other.table()}`, { columns: [] }),
  deleteTable: async (client, other) => client.delete(`/v1/tables/${await other.table()}?confirm=true`),
}

/** Each tool that begins, continues or ends something, with the calls of one case for each of its operations. */
export const TOOL_CASES: Readonly<Record<string, readonly ((other: OfAnother) => Promise<ToolCase>)[]>> = {
  run: [async () => ({ operation: 'createRun', args: { ...VERIFY, wait_seconds: 60 } })],
  batch_run: [
    async () => ({ operation: 'createRun', args: { capability: VERIFY.capability, items: [{ input: VERIFY.input }] } }),
  ],
  create_job: [async () => ({ operation: 'createJob', args: ROWS })],
  change_job: [
    async (other) => change('retryJob', { action: 'retry', job_id: await other.failedJob(), only: 'errors' }),
    async (other) => change('resumeJob', { action: 'resume', job_id: await other.pausedJob() }),
    async (other) => change('approveJob', { action: 'approve', job_id: await other.waitingJob() }),
    async (other) => change('updateJob', { action: 'edit', job_id: await other.pausedJob(), ceiling: '2.00' }),
    async (other) => change('cancelJob', { action: 'cancel', job_id: await other.waitingJob() }),
  ],
  table_write: [
    async (other) => change('editTable', { action: 'edit', table: await other.table(), title: 'Mine' }),
    async (other) => change('deleteTable', { action: 'drop', table: await other.table(), confirm: true }),
  ],
}

interface ToolCase {
  readonly operation: string
  readonly args: JsonObject
}

const change = (operation: string, args: JsonObject): ToolCase => ({ operation, args })
