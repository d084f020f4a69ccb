import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

/** What each heading of a file became; null: the column was left out. */
export type FileMapping = Readonly<Record<string, string | null>>

/** Many more kinds of files than a team imports; the oldest goes when another one comes. */
const MAPPINGS_KEPT_MAX = 200

interface MappedHeadings {
  readonly workspaceId: string
  /** The digest of the file's headings. */
  readonly headings: string
}

export const READ_MAPPING = statement<{ workspaceId: string; headings: string }, { fields: FileMapping }>({
  name: 'read_file_mapping',
  effect: false,
  text: `select fields from file_mapping where workspace_id = :workspaceId and headings = :headings`,
})

/** null: the workspace has imported no file with these headings. */
export async function readFileMapping(
  queries: Queries,
  { workspaceId, headings }: MappedHeadings,
): Promise<FileMapping | null> {
  return (await queries.query(READ_MAPPING, { workspaceId, headings }))[0]?.fields ?? null
}

export const WRITE_MAPPING = statement<{ workspaceId: string; headings: string; fields: string }>({
  name: 'write_file_mapping',
  effect: 'within',
  text: `insert into file_mapping (workspace_id, headings, fields) values (:workspaceId, :headings, :fields::jsonb)
    on conflict (workspace_id, headings) do update set fields = excluded.fields, used_at = clock_timestamp()`,
})

export const FORGET_OLDEST = statement<{ workspaceId: string }>({
  name: 'forget_oldest_file_mappings',
  effect: 'within',
  text: `delete from file_mapping where workspace_id = :workspaceId and headings in (
      select headings from file_mapping where workspace_id = :workspaceId
      order by used_at desc, headings offset ${MAPPINGS_KEPT_MAX}
    )`,
})

/** Remembers what the columns of a file became, for the next file with the same headings. */
export async function writeFileMapping(
  tx: Queries,
  { workspaceId, headings }: MappedHeadings,
  fields: FileMapping,
): Promise<void> {
  await tx.query(WRITE_MAPPING, { workspaceId, headings, fields: JSON.stringify(fields) })
  await tx.query(FORGET_OLDEST, { workspaceId })
}
