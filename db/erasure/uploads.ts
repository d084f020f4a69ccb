import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import {
  type Batch,
  type BatchValues,
  type ErasedBatch,
  mentions,
  NEXT_CURSOR,
  oneParent,
  onlyRow,
  SIZED_BATCH,
} from './batch.ts'

/** Parts compress to a third, and the names of the columns are put to their cells before they are matched. */
const SHARE_OF_BATCH = 4

/**
 * An upload goes entirely: it is a copy of a customer's file, which can be uploaded again without the person. A place
 * is an upload and the number of a row in it. Rows are matched as objects, because a handle is the person's only with
 * its network.
 */
export const ERASE_UPLOADS = statement<BatchValues & { bytes: number }, { after: string | null; uploads: number }>({
  name: 'erase_job_uploads',
  effect: 'within',
  text: `with ${oneParent('job_upload')}, candidates as materialized (
      select r.last_number::text as id, r.last_number as place, pg_column_size(r.rows) as size
      from parent p join job_upload_part r on r.upload_id = p.id
        and r.last_number > coalesce(nullif(p.child, ''), '0')::integer
      order by r.last_number limit :limit
    ), ${SIZED_BATCH}, gone as (
      delete from job_upload u using parent p where u.id = p.id and u.created_at <= :upTo::timestamptz
        and (${mentions(`array_to_string(u.columns, ' ')`)} or exists (
          select from batch b join job_upload_part r on r.upload_id = p.id and r.last_number = b.place
          cross join jsonb_array_elements(r.rows) as l (line)
          where ${mentions(`(select jsonb_object_agg(u.columns[c.ord - 1], c.cell)
            from jsonb_array_elements(l.line) with ordinality as c (cell, ord) where c.ord > 1)::text`)}))
      returning 1
    )
    select ${NEXT_CURSOR} as after, (select count(*)::integer from gone) as uploads`,
})

export async function eraseUploads(tx: Queries, { values, bytes }: Batch): Promise<ErasedBatch> {
  const size = Math.ceil(bytes / SHARE_OF_BATCH)
  const { after, uploads } = onlyRow(await tx.query(ERASE_UPLOADS, { ...values, bytes: size }))
  return { after, erased: { uploads } }
}
