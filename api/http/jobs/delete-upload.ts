import { changerOf } from '../../../domain/access/payer.ts'
import type { Database } from '../../../db/database.ts'
import { deleteUpload } from '../../../db/jobs/uploads.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { JobUpload, UploadParams } from '../../schemas/job-upload.ts'
import { existingUpload, presentUpload } from './present-upload.ts'

export const deleteJobUpload = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'deleteJobUpload',
    method: 'DELETE',
    path: '/v1/job-uploads/{upload_id}',
    summary: 'Delete an upload',
    description:
      'Deletes an uploaded CSV file with all its rows before it expires. A connected app, or an API key with limits or a budget, deletes only uploads that it has made.',
    tags: ['Jobs'],
    spec: '4.13',
    access: 'run',
    params: UploadParams,
    responses: { 200: { description: 'The deleted upload.', schema: JobUpload } },
    errors: ['forbidden', 'not_found'],
    async handler({ params, principal, log, reply }) {
      const deleted = await deleteUpload(deps.db, { ...principal, id: params.upload_id }, changerOf(principal))
      if (deleted.kind === 'forbidden') throw new Problem('forbidden', deleted.message)
      const upload = existingUpload(deleted.kind === 'deleted' ? deleted.upload : null)
      log.info({ upload_id: upload.id }, 'job_upload_deleted')
      return reply(200, presentUpload(upload))
    },
  })
