import type { Database } from '../../../db/database.ts'
import { findTable } from '../../../db/tables/tables.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import type { FileCorrections } from '../../../domain/files/form.ts'
import type { KeyMode } from '../../../domain/tables/keys.ts'
import type { ColumnMap } from '../../files/header.ts'
import { presentFile } from '../../files/present-file.ts'
import { rememberedMap } from '../../files/remembered.ts'
import type { FileReading } from '../../schemas/file.ts'
import { mapHints, requireKnown, suggestedMap } from './column-map.ts'
import { withFurtherContacts } from './further-contacts.ts'
import { hasKey, type ImportedFile, readImport } from './import-file.ts'

export interface NamedFile {
  readonly file: ImportedFile
  readonly reading: FileReading
  /** As the answer has it. */
  readonly mapped: Record<string, string | null> | null
  readonly hints: readonly string[]
}

interface FileToName {
  /** The name of the table that the file is for. */
  readonly name: string
  readonly bytes: Uint8Array
  readonly corrections: FileCorrections
  readonly map: ColumnMap | null
  readonly samplesShown: number
}

/**
 * A file with the fields that its columns become: by the request's map, or where it has none by their own names. If no
 * line has an identity under these, the suggestions are taken if one has an identity under them (decisions, "import
 * without a map").
 */
export async function readNamedFile(db: Database, principal: Principal, toName: FileToName): Promise<NamedFile> {
  // First of all: a file that cannot be read costs the database nothing.
  const read = await readImport(toName.bytes, toName)
  requireKnown(toName.map, read.header)
  const keyMode = (await findTable(db, principal, toName.name))?.keyMode ?? 'auto'
  const named = await withNames(db, principal, { ...toName, file: read, keyMode })
  const file = await withFurtherContacts(named.file, keyMode)
  return { ...named, file, hints: [...named.hints, ...file.hints] }
}

interface FileAsRead extends FileToName {
  readonly file: ImportedFile
  readonly keyMode: KeyMode
}

async function withNames(
  db: Database,
  principal: Principal,
  { file, keyMode, bytes, corrections, map, samplesShown }: FileAsRead,
): Promise<NamedFile> {
  const remembered = await rememberedMap(db, principal.workspaceId, file.header)
  const reading = presentFile(file, { samples: file.samples, remembered, samplesShown })
  if (map !== null) return { file, reading, mapped: Object.fromEntries(map), hints: [] }
  const suggested = suggestedMap(reading, file.samples)
  const kept = { file, reading, mapped: null, hints: mapHints(suggested, 'kept') }
  if (suggested.size === 0 || file.header.exported || (await hasKey(file, keyMode))) return kept
  const renamed = await readImport(bytes, { corrections, map: suggested })
  if (!(await hasKey(renamed, keyMode))) return kept
  return { file: renamed, reading, mapped: Object.fromEntries(suggested), hints: mapHints(suggested, 'suggested') }
}
