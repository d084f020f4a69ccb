import { hash } from 'node:crypto'
import Type from 'typebox'
import { UPLOAD_KEPT_HOURS, UPLOAD_ROWS_MAX } from '../../../domain/jobs/uploads.ts'
import { sentenceOf } from '../../../domain/plans/quotas.ts'
import { writerOf } from '../../../domain/rows/change-cause.ts'
import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import { storeUpload, uploadsFull, type UploadsFull } from '../../../db/jobs/uploads.ts'
import { BODY_BYTES } from '../../body/limits.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { JobUpload } from '../../schemas/job-upload.ts'
import { presentUpload } from './present-upload.ts'
import { readUpload } from './upload-reader.ts'

/** The file is read whole before the first statement, so that a slow or refused one holds no transaction. */
export const createJobUpload = (deps: { db: Database; cipher: SecretCipher }) =>
  defineRoute({
    operationId: 'createJobUpload',
    method: 'POST',
    path: '/v1/jobs/uploads',
    summary: 'Upload a CSV file for a job',
    description: `The first line names the columns. Commas, semicolons or tabs separate the cells, by the first line. A file with a line that does not fit is refused as a whole, with the lines. Duplicate rows are kept and counted. Cells with a JSON list or object are parsed; other cells are text. The upload is deleted after ${UPLOAD_KEPT_HOURS} hours.`,
    tags: ['Jobs'],
    spec: '4.13',
    access: 'run',
    maxBodyBytes: BODY_BYTES.rows,
    writesMany: true,
    // A digest, so that ten megabytes are not written once more.
    idempotent: { store: deps, identity: ({ body }) => [hash('sha256', body, 'base64')] },
    bodyType: 'text/csv',
    body: Type.String({ minLength: 1, description: `CSV of at most 10 MB and ${UPLOAD_ROWS_MAX} rows, in UTF-8.` }),
    bodyExamples: {
      people: {
        summary: 'Two people',
        value: 'full_name,domain\nAda Example,example.com\nRobin Sample,example.org\n',
      },
    },
    responses: { 201: { description: 'The upload.', schema: JobUpload } },
    errors: ['limit_reached'],
    async handler({ body, principal, log, saveResponse, reply }) {
      const bytes = Buffer.byteLength(body)
      requireRoom(await uploadsFull(deps.db, principal, bytes))
      const { workspaceId, environment } = principal
      const upload = await storeUpload(
        deps.db,
        {
          ...(await readUpload(body)),
          id: newId('upl'),
          workspaceId,
          environment,
          bytes,
          createdBy: writerOf(principal),
        },
        (tx, stored) => saveResponse(tx, presentUpload(stored)),
      )
      const stored = requireRoom(upload)
      log.info({ upload_id: stored.id, rows: stored.rows }, 'job_upload_stored')
      return reply(201, presentUpload(stored))
    },
  })

function requireRoom<Upload extends object | null>(upload: Upload | UploadsFull): Upload {
  if (isFull(upload)) {
    const { oldest, reached } = upload
    const which = oldest === null ? '' : ` The oldest is ${oldest.id} and expires at ${oldest.expiresAt.toISOString()}.`
    throw new Problem('limit_reached', `${sentenceOf(reached)}${which}`)
  }
  return upload
}

const isFull = (upload: object | null): upload is UploadsFull =>
  upload !== null && 'kind' in upload && upload.kind === 'uploads full'
