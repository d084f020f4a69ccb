import type { Database } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import { createJob } from '../../../usecases/jobs/create-job.ts'
import type { JobRef } from '../../../db/jobs/jobs.ts'
import { storeUpload } from '../../../usecases/jobs/store-upload.ts'
import type { StoredUpload } from '../../../db/jobs/uploads.ts'
import { PartBuilder } from '../../../domain/jobs/uploads.ts'
import type { Changer, Payer } from '../../../domain/access/payer.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import type { RoutingRequest } from '../../../domain/routing/plan.ts'
import type { Owner } from '../build.ts'

/** An upload whose rows begin on line 2. */
export async function buildUpload(
  db: Database,
  { workspaceId, environment }: Owner,
  { columns, rows }: { readonly columns: readonly string[]; readonly rows: readonly (readonly Json[])[] },
): Promise<StoredUpload> {
  const parts = new PartBuilder()
  for (const [index, cells] of rows.entries()) parts.add(index + 2, cells.map((cell) => JSON.stringify(cell)).join(','))
  const stored = await storeUpload(
    db,
    {
      id: newId('upl'),
      workspaceId,
      environment,
      columns,
      rows: rows.length,
      duplicates: 0,
      bytes: 1,
      createdBy: newId('key'),
      parts: parts.finish(),
    },
    async () => undefined,
  )
  if ('kind' in stored) throw new Error('the workspace has room')
  return stored
}

const ROUTING: RoutingRequest = {
  provider: 'auto',
  strategy: 'best_value',
  max_cost: null,
  allow_fallback: true,
  fresh: false,
  allow_repeat: false,
}

const estimateOf = (rows: number) => ({
  rows,
  runnable: rows,
  already_saved: 0,
  suppressed: 0,
  invalid: 0,
  repeated: 0,
  max_cost: '0.00',
  expected_cost: '0.00',
  expected_found: 0,
  hold_max: 0,
})

/** A job without a pilot, whose rows have these inputs; ten of them may be under way. */
export async function buildJobOf(
  db: Database,
  owner: Owner,
  {
    inputs,
    ceiling,
    cells = [],
  }: {
    readonly inputs: readonly JsonObject[]
    readonly ceiling: bigint
    /** What an uploaded file has in the rows. */
    readonly cells?: readonly JsonObject[]
  },
): Promise<JobRef> {
  const request = { raw: null, subjects: [], send: null, enrichment: null, record: null }
  const created = await createJob(
    db,
    {
      ...owner,
      id: newId('job'),
      apiKeyId: null,
      connectedAppId: null,
      requestId: newId('req'),
      capability: 'contact.find',
      raw: null,
      request: {},
      routing: ROUTING,
      status: 'running',
      reason: null,
      pilotUntil: null,
      approve: 'auto',
      concurrency: 10,
      ceiling,
      metadata: null,
      callbackUrl: null,
      retryOf: null,
      estimate: estimateOf(inputs.length),
    },
    {
      rows: inputs.map((input, index) => ({
        number: index + 1,
        key: null,
        request: { ...request, input },
        error: null,
        cells: cells[index] ?? null,
      })),
      events: () => [],
      saveResponse: () => Promise.resolve(),
    },
  )
  if (created.kind !== 'created') throw new Error('the job was not created')
  return { id: created.job.id, ...owner }
}

/** A caller who may change every job. */
export const BY_A_PERSON: { readonly caller: Changer; readonly payer: Payer } = {
  caller: { id: null, isLimited: false, isApprover: true },
  payer: { apiKeyId: null, connectedAppId: null },
}
