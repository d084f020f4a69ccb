import type { Database } from '../../../db/database.ts'
import { findUpload } from '../../../db/jobs/uploads.ts'
import { defineRoute } from '../../route/route.ts'
import { JobUpload, UploadParams } from '../../schemas/job-upload.ts'
import { existingUpload, presentUpload } from './present-upload.ts'

export const getJobUpload = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'getJobUpload',
    method: 'GET',
    path: '/v1/job-uploads/{upload_id}',
    summary: 'Retrieve an upload',
    description: 'Returns the columns, the number of rows and the first rows of an uploaded CSV file.',
    tags: ['Jobs'],
    spec: '4.13',
    access: 'read',
    params: UploadParams,
    responses: { 200: { description: 'The upload.', schema: JobUpload } },
    errors: ['not_found'],
    async handler({ params, principal, reply }) {
      return reply(200, presentUpload(existingUpload(await findUpload(deps.db, principal, params.upload_id))))
    },
  })
