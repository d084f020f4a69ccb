import Type, { type Static } from 'typebox'
import { idPattern } from '../../domain/ids/ids.ts'
import { REFUSED_LINES_LISTED_MAX, UPLOAD_SAMPLE_ROWS } from '../../domain/jobs/uploads.ts'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'
import { anyObject, closed, nullable, oneOf, Timestamp } from './common.ts'
import { FileReading } from './file.ts'
import { named } from './named.ts'
import { LineNumber } from './rows.ts'

const UploadId = Type.String({
  pattern: idPattern('upl'),
  description: 'The id of an upload.',
  examples: ['upl_06es3q8k1t8h4bqj5x2v7w9zkc'],
})

export const UploadParams = closed({ upload_id: UploadId })

/** A file whose rows a job can run. */
export const JobUpload = named(
  'JobUpload',
  closed({
    upload_id: UploadId,
    environment: oneOf(ENVIRONMENTS),
    columns: Type.Array(Type.String(), { description: 'The names of the columns, in the order of the file.' }),
    rows: Type.Integer({ description: 'The number of rows, without the column names.' }),
    duplicates: Type.Integer({
      description: 'The number of rows that equal an earlier row. They are kept, and a job runs them once.',
    }),
    invalid: Type.Integer({ description: 'The number of rows that do not fit the columns. A job does not run them.' }),
    refused: Type.Array(closed({ line: LineNumber, reason: Type.String() }), {
      description: `The first ${REFUSED_LINES_LISTED_MAX} of them, with their lines in the file.`,
    }),
    sample: Type.Array(anyObject(), {
      description: `The first ${UPLOAD_SAMPLE_ROWS} rows that fit the columns. Empty cells are left out.`,
    }),
    file: nullable(FileReading, {
      description: 'How the file was read; null for uploads from before the service stored it.',
    }),
    created_by: Type.String({ description: 'The id of the API key, connected app or person.' }),
    created_at: Timestamp,
    expires_at: Type.String({ format: 'date-time', description: 'When the upload is deleted.' }),
  }),
)
export type JobUpload = Static<typeof JobUpload>
