import { hash } from 'node:crypto'
import { UPLOAD_KEPT_HOURS, UPLOAD_ROWS_MAX } from '../../../domain/jobs/uploads.ts'
import { sentenceOf } from '../../../domain/plans/quotas.ts'
import { writerOf } from '../../../domain/rows/change-cause.ts'
import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import { storeUpload } from '../../../usecases/jobs/store-upload.ts'
import { uploadsFull, type UploadsFull } from '../../../db/jobs/uploads.ts'
import { BODY_BYTES } from '../../body/limits.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { rememberedForJob } from '../../files/remembered.ts'
import { closed } from '../../schemas/common.ts'
import { correctionsOf, fileBody, fileQueryMembers } from '../../schemas/file.ts'
import { JobUpload } from '../../schemas/job-upload.ts'
import { presentUpload } from './present-upload.ts'
import { type ReadUpload, readUpload } from './upload-reader.ts'

/** The file is read completely before the first statement, so that a slow or refused one holds no transaction. */
export const createJobUpload = (deps: { db: Database; cipher: SecretCipher }) =>
  defineRoute({
    operationId: 'createJobUpload',
    method: 'POST',
    path: '/v1/jobs/uploads',
    summary: 'Upload a file for a job',
    description: `Takes a CSV file or an Excel workbook (.xlsx). A line names the columns. Separator, encoding and lines above the column names are detected, and \`file\` states how the file was read. A line that does not fit the columns is a row that no job runs, and \`refused\` states why. Duplicate rows are kept and counted. Cells with a JSON list or object are parsed; other cells are text. The upload is deleted after ${UPLOAD_KEPT_HOURS} hours.`,
    tags: ['Jobs'],
    spec: '4.13',
    access: 'run',
    maxBodyBytes: BODY_BYTES.rows,
    writesMany: true,
    // A digest, so that ten megabytes are not written once more.
    idempotent: {
      store: deps,
      identity: ({ query, body }) => [
        hash('sha256', body, 'base64'),
        ...(Object.keys(query).length === 0 ? [] : [JSON.stringify(query)]),
      ],
    },
    bodyType: 'text/csv',
    bodyBytes: true,
    query: closed(fileQueryMembers),
    body: fileBody(`A CSV file or an Excel workbook (.xlsx) of at most 10 MB and ${UPLOAD_ROWS_MAX} rows.`),
    bodyExamples: {
      people: {
        summary: 'Two people',
        value: 'full_name,domain\nAda Example,example.com\nRobin Sample,example.org\n',
      },
    },
    responses: { 201: { description: 'The upload.', schema: JobUpload } },
    errors: ['limit_reached'],
    async handler({ query, body, principal, log, saveResponse, reply }) {
      requireUploadQuota(await uploadsFull(deps.db, principal, body.length))
      const { workspaceId, environment } = principal
      const read = await readUpload(body, {
        corrections: correctionsOf(query),
        remembered: (header) => rememberedForJob(deps.db, workspaceId, header),
      })
      const upload = await storeUpload(
        deps.db,
        {
          ...read,
          id: newId('upl'),
          workspaceId,
          environment,
          bytes: read.reading.format === 'csv' ? body.length : unpackedBytes(read),
          createdBy: writerOf(principal),
        },
        (tx, stored) => saveResponse(tx, presentUpload(stored)),
      )
      const stored = requireUploadQuota(upload)
      log.info({ upload_id: stored.id, rows: stored.rows }, 'job_upload_stored')
      return reply(201, presentUpload(stored))
    },
  })

/** A workbook is packed: what is kept of it is larger. */
const unpackedBytes = ({ parts }: ReadUpload): number =>
  parts.reduce((bytes, { rows }) => bytes + Buffer.byteLength(rows), 0)

function requireUploadQuota<Upload extends object | null>(upload: Upload | UploadsFull): Upload {
  if (isFull(upload)) {
    const { oldest, reached } = upload
    const which = oldest === null ? '' : ` The oldest is ${oldest.id} and expires at ${oldest.expiresAt.toISOString()}.`
    throw new Problem('limit_reached', `${sentenceOf(reached)}${which}`)
  }
  return upload
}

const isFull = (upload: object | null): upload is UploadsFull =>
  upload !== null && 'kind' in upload && upload.kind === 'uploads full'
