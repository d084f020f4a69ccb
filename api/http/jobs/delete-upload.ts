import type { Database } from '../../../db/database.ts'
import { deleteUpload } from '../../../db/jobs/uploads.ts'
import { defineRoute } from '../../route/route.ts'
import { JobUpload, UploadParams } from '../../schemas/job-upload.ts'
import { existingUpload, presentUpload } from './present-upload.ts'

export const deleteJobUpload = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'deleteJobUpload',
    method: 'DELETE',
    path: '/v1/job-uploads/{upload_id}',
    summary: 'Delete an upload',
    description: 'Deletes an uploaded CSV file with all its rows before it expires.',
    tags: ['Jobs'],
    spec: '4.13',
    access: 'run',
    params: UploadParams,
    responses: { 200: { description: 'The deleted upload.', schema: JobUpload } },
    errors: ['not_found'],
    async handler({ params, principal, log, reply }) {
      const upload = existingUpload(await deleteUpload(deps.db, principal, params.upload_id))
      log.info({ upload_id: upload.id }, 'job_upload_deleted')
      return reply(200, presentUpload(upload))
    },
  })
