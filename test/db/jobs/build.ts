import type { Database } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import { storeUpload, type StoredUpload } from '../../../db/jobs/uploads.ts'
import { PartBuilder } from '../../../domain/jobs/uploads.ts'
import type { Json } from '../../../domain/json/json.ts'
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
