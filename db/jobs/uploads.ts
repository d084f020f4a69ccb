import { type Changer, refusalOfOthers } from '../../domain/access/payer.ts'
import type { JsonObject } from '../../domain/json/json.ts'
import {
  UPLOAD_KEPT_HOURS,
  UPLOAD_SAMPLE_ROWS,
  type UploadLine,
  type UploadRow,
  uploadRow,
} from '../../domain/jobs/uploads.ts'
import type { StoredReading } from '../../domain/files/form.ts'
import { type QuotaClass, type QuotaReached, quotaReached } from '../../domain/plans/quotas.ts'
import type { Database, Queries } from '../database.ts'
import type { StreamOwner } from '../delivery/events/write.ts'
import { statement } from '../statement.ts'
import { readQuotaClass } from '../access/workspaces/quota-class.ts'

/** A file whose rows a job can run. */
export interface StoredUpload extends StreamOwner {
  readonly id: string
  readonly columns: readonly string[]
  readonly rows: number
  /** Rows that an earlier row equals. */
  readonly duplicates: number
  /** The id of an API key, connected app or person. */
  readonly createdBy: string
  /** How the file was read; null for uploads from before this was stored. */
  readonly reading: StoredReading | null
  readonly createdAt: Date
  readonly expiresAt: Date
  /** Its first rows. */
  readonly sample: readonly JsonObject[]
}

/** An upload without its sample, and the rows of its first part that the sample is made of. */
interface UploadColumns extends Omit<StoredUpload, 'sample'> {
  readonly first: readonly UploadLine[]
}

const COLUMNS = `u.id, u.workspace_id as "workspaceId", u.environment, u.columns, u.rows, u.duplicates,
  u.created_by as "createdBy", u.reading, u.created_at as "createdAt", u.expires_at as "expiresAt"`
/** Of the lines that fit the columns. */
const SAMPLE = `(select jsonb_path_query_array(jsonb_path_query_array(p.rows, 'strict $[*] ? (@[1].type() != "null")'),
    '$[0 to ${UPLOAD_SAMPLE_ROWS - 1}]') from job_upload_part p
  where p.upload_id = u.id order by p.last_number limit 1) as first`

const sampled = ({ first, ...upload }: UploadColumns): StoredUpload => ({
  ...upload,
  sample: first.map((row, index) => uploadRow(upload.columns, row, index + 1).data),
})

/** The workspace keeps as much as it may. */
export interface UploadsFull {
  readonly kind: 'uploads full'
  readonly reached: QuotaReached
  /** null: it keeps none. */
  readonly oldest: Pick<StoredUpload, 'id' | 'expiresAt'> | null
}

type OwnerValues = { workspaceId: string; environment: string }
const KEPT = 'workspace_id = :workspaceId and environment = :environment and expires_at > clock_timestamp()'

export const COUNT_UPLOADS = statement<
  OwnerValues & { besides: string },
  { uploads: number; upload_bytes: number; id: string; expiresAt: Date }
>({
  name: 'count_job_uploads',
  effect: false,
  text: `select count(*) over ()::integer as uploads, (sum(bytes) over ())::double precision as upload_bytes, id,
      expires_at as "expiresAt"
    from job_upload where ${KEPT} and id <> :besides order by id limit 1`,
})

/** Whether the workspace may keep one more upload of this size, besides that of an id; null: it may. */
export async function uploadsFull(
  queries: Queries,
  { workspaceId, environment }: StreamOwner,
  bytes: number,
): Promise<UploadsFull | null> {
  const quotaClass = await readQuotaClass(queries, workspaceId)
  return fullOf(queries, { workspaceId, environment, besides: '' }, { quotaClass, bytes })
}

export async function fullOf(
  queries: Queries,
  values: OwnerValues & { besides: string },
  { quotaClass, bytes }: { readonly quotaClass: QuotaClass; readonly bytes: number },
): Promise<UploadsFull | null> {
  const [used] = await queries.query(COUNT_UPLOADS, values)
  const reached = quotaReached(quotaClass, { used: used ?? {}, added: { uploads: 1, upload_bytes: bytes } })
  if (reached === null) return null
  return {
    kind: 'uploads full',
    reached,
    oldest: used === undefined ? null : { id: used.id, expiresAt: used.expiresAt },
  }
}

export const INSERT_UPLOAD = statement<
  OwnerValues & {
    id: string
    columns: readonly string[]
    rows: number
    duplicates: number
    bytes: number
    createdBy: string
    reading: string | null
  }
>({
  name: 'insert_job_upload',
  effect: 'within',
  text: `insert into job_upload (id, workspace_id, environment, columns, rows, duplicates, bytes, created_by,
      reading, expires_at)
    values (:id, :workspaceId, :environment, :columns, :rows, :duplicates, :bytes, :createdBy, :reading::jsonb,
      clock_timestamp() + interval '${UPLOAD_KEPT_HOURS} hours')`,
})

export const INSERT_PART = statement<{ uploadId: string; firstNumber: number; lastNumber: number; rows: string }>({
  name: 'insert_job_upload_part',
  effect: 'within',
  text: `insert into job_upload_part (upload_id, first_number, last_number, rows)
    values (:uploadId, :firstNumber, :lastNumber, :rows)`,
})

export const FIND_UPLOAD = statement<OwnerValues & { id: string }, UploadColumns>({
  name: 'find_job_upload',
  effect: false,
  neverNull: { 'an upload has a part': ['first'] },
  text: `select ${COLUMNS}, ${SAMPLE} from job_upload u where id = :id and ${KEPT}`,
})

/** null: the workspace keeps no such upload in this environment. */
export async function findUpload(
  queries: Queries,
  { workspaceId, environment }: StreamOwner,
  id: string,
): Promise<StoredUpload | null> {
  const [upload] = await queries.query(FIND_UPLOAD, { workspaceId, environment, id })
  return upload === undefined ? null : sampled(upload)
}

export const READ_PARTS = statement<
  { uploadId: string; after: number; limit: number },
  { columns: readonly string[]; firstNumber: number; rows: readonly UploadLine[] }
>({
  name: 'read_job_upload_parts',
  effect: false,
  text: `select u.columns, p.first_number as "firstNumber", p.rows
    from job_upload u join job_upload_part p on p.upload_id = u.id
    where u.id = :uploadId and p.last_number > :after and p.first_number <= :after::integer + :limit
    order by p.last_number`,
})

/**
 * The next rows of an upload in the order of the file, at most `limit`: those with numbers above `after`. A deleted
 * upload has none.
 */
export async function readUploadRows(
  queries: Queries,
  uploadId: string,
  after: number,
  limit: number,
): Promise<UploadRow[]> {
  const parts = await queries.query(READ_PARTS, { uploadId, after, limit })
  return parts.flatMap(({ columns, firstNumber, rows }) => {
    const from = Math.max(0, after + 1 - firstNumber)
    return rows
      .slice(from, after + limit + 1 - firstNumber)
      .map((row, index) => uploadRow(columns, row, firstNumber + from + index))
  })
}

export const DELETE_UPLOAD = statement<OwnerValues & { id: string }, UploadColumns>({
  name: 'delete_job_upload',
  effect: true,
  neverNull: { 'an upload has a part': ['first'] },
  text: `delete from job_upload u where id = :id and ${KEPT} returning ${COLUMNS}, ${SAMPLE}`,
})

export type DeletedUpload =
  /** The upload as it was. */
  | { readonly kind: 'deleted'; readonly upload: StoredUpload }
  /** Another has made it, and the caller is limited. */
  | { readonly kind: 'forbidden'; readonly message: string }
  | { readonly kind: 'missing' }

/** Deletes an upload with its rows. */
export async function deleteUpload(
  db: Database,
  { workspaceId, environment, id }: StreamOwner & { readonly id: string },
  caller: Changer,
): Promise<DeletedUpload> {
  const found = await findUpload(db, { workspaceId, environment }, id)
  if (found === null) return { kind: 'missing' }
  const message = refusalOfOthers('upload', found.createdBy, caller)
  if (message !== null) return { kind: 'forbidden', message }
  const [upload] = await db.query(DELETE_UPLOAD, { workspaceId, environment, id })
  return upload === undefined ? { kind: 'missing' } : { kind: 'deleted', upload: sampled(upload) }
}

export const PURGE_UPLOADS = statement<{ at: Date; limit: number }>({
  name: 'purge_job_uploads',
  effect: true,
  text: `delete from job_upload where id in (
      select id from job_upload where expires_at <= :at::timestamptz order by expires_at limit :limit
        for update skip locked
    ) returning id`,
})

/** Deletes uploads that have expired, with their rows; returns how many. */
export const purgeUploads = async (
  db: Database,
  { at, limit }: { readonly at: number; readonly limit: number },
): Promise<number> => (await db.query(PURGE_UPLOADS, { at: new Date(at), limit })).length
