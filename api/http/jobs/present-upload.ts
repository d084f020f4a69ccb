import type { StoredUpload } from '../../../db/jobs/uploads.ts'
import { presentStoredReading } from '../../files/present-file.ts'
import type { JobUpload } from '../../schemas/job-upload.ts'
import { Problem } from '../../errors/problem.ts'

export const presentUpload = (upload: StoredUpload): JobUpload => ({
  upload_id: upload.id,
  environment: upload.environment,
  columns: [...upload.columns],
  rows: upload.rows,
  duplicates: upload.duplicates,
  invalid: upload.reading?.refused?.rows ?? 0,
  refused: [...(upload.reading?.refused?.lines ?? [])],
  sample: [...upload.sample],
  file: upload.reading === null ? null : presentStoredReading(upload.reading),
  created_by: upload.createdBy,
  created_at: upload.createdAt.toISOString(),
  expires_at: upload.expiresAt.toISOString(),
})

/** Uploads of another workspace or environment do not exist for the caller, nor those that have expired. */
export function existingUpload(upload: StoredUpload | null): StoredUpload {
  if (upload === null) throw new Problem('not_found', 'There is no upload with this id.', { param: '/upload_id' })
  return upload
}
