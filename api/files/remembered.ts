import { hash } from 'node:crypto'
import { plainHeading } from '../../domain/files/heading.ts'
import type { Queries } from '../../db/database.ts'
import { type FileMapping, readFileMapping, writeFileMapping } from '../../db/jobs/files/mappings.ts'
import { NO_HEADER_LINE } from '../../domain/files/layout.ts'
import type { ColumnMap, FileHeader } from './header.ts'

/** Imports and jobs fill other things from the same columns: each remembers its own. */
type Filled = 'table' | 'job'

/** Names a set of headings, in whatever order and spelling of marks they are. */
function headingsDigest(headings: readonly string[], filled: Filled): string {
  const plain = headings.map(plainHeading).toSorted()
  return hash('sha256', JSON.stringify(filled === 'table' ? plain : { [filled]: plain }), 'base64url')
}

const headingsOf = ({ columns }: FileHeader): string[] => columns.map(({ heading }) => heading)

/** By the headings of this file, which may be spelt otherwise than those of the last one. */
function mapOf({ columns }: FileHeader, fields: FileMapping): Map<string, string | null> {
  const exact = new Map(Object.entries(fields))
  const byPlain = new Map([...exact].map(([heading, field]) => [plainHeading(heading), field]))
  return new Map(
    columns.flatMap(({ heading }) => {
      const plain = plainHeading(heading)
      // A heading of marks alone has nothing else to be known by.
      const field = exact.has(heading) || plain === '' ? exact.get(heading) : byPlain.get(plain)
      return field === undefined ? [] : [[heading, field] as const]
    }),
  )
}

/** What the columns of the workspace's last file with these headings filled; null: there was none. */
async function lastMap(
  queries: Queries,
  workspaceId: string,
  { header, filled }: { readonly header: FileHeader; readonly filled: Filled },
): Promise<ColumnMap | null> {
  // The columns of two files without names may be called alike, and mean nothing alike.
  if (header.line === NO_HEADER_LINE) return null
  const fields = await readFileMapping(queries, { workspaceId, headings: headingsDigest(headingsOf(header), filled) })
  return fields === null ? null : mapOf(header, fields)
}

/** What the columns of the last imported file became. */
export const rememberedMap = (queries: Queries, workspaceId: string, header: FileHeader): Promise<ColumnMap | null> =>
  lastMap(queries, workspaceId, { header, filled: 'table' })

/** The same for a job: what its last job used a column for comes before what an import made of it. */
export async function rememberedForJob(
  queries: Queries,
  workspaceId: string,
  header: FileHeader,
): Promise<ColumnMap | null> {
  const imported = await rememberedMap(queries, workspaceId, header)
  const used = await lastMap(queries, workspaceId, { header, filled: 'job' })
  return used === null ? imported : new Map([...(imported ?? []), ...used])
}

/** Remembers what the columns of a file have become. */
export async function rememberMap(tx: Queries, workspaceId: string, header: FileHeader): Promise<void> {
  if (header.line === NO_HEADER_LINE) return
  await writeFileMapping(
    tx,
    { workspaceId, headings: headingsDigest(headingsOf(header), 'table') },
    Object.fromEntries(header.columns.map(({ heading, name }) => [heading, name])),
  )
}

/** Which members of a run the columns of an uploaded file fill. */
export interface UsedColumns {
  readonly columns: readonly string[]
  /** Column to member. */
  readonly used: Readonly<Record<string, string>>
}

/** Remembers what a job uses the columns of its file for. */
export const rememberForJob = (tx: Queries, workspaceId: string, { columns, used }: UsedColumns): Promise<void> =>
  writeFileMapping(tx, { workspaceId, headings: headingsDigest(columns, 'job') }, used)
