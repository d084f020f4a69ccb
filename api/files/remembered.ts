import { hash } from 'node:crypto'
import { plainHeading } from '../../domain/files/heading.ts'
import type { Queries } from '../../db/database.ts'
import { readFileMapping, writeFileMapping } from '../../db/files/mappings.ts'
import { NO_HEADER_LINE } from '../../domain/files/layout.ts'
import type { ColumnMap, FileHeader } from './header.ts'

/** Names a set of headings, in whatever order and spelling of marks they are. */
const headingsDigest = ({ columns }: FileHeader): string =>
  hash('sha256', JSON.stringify(columns.map(({ heading }) => plainHeading(heading)).toSorted()), 'base64url')

/** What the columns of the workspace's last file with these headings became; null: there was none. */
export async function rememberedMap(
  queries: Queries,
  workspaceId: string,
  header: FileHeader,
): Promise<ColumnMap | null> {
  // The columns of two files without names may be called alike, and mean nothing alike.
  if (header.line === NO_HEADER_LINE) return null
  const fields = await readFileMapping(queries, { workspaceId, headings: headingsDigest(header) })
  return fields === null ? null : new Map(Object.entries(fields))
}

/** Remembers what the columns of a file have become. */
export async function rememberMap(tx: Queries, workspaceId: string, header: FileHeader): Promise<void> {
  if (header.line === NO_HEADER_LINE) return
  await writeFileMapping(
    tx,
    { workspaceId, headings: headingsDigest(header) },
    Object.fromEntries(header.columns.map(({ heading, name }) => [heading, name])),
  )
}
