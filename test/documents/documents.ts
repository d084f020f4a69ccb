import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseText } from '../../ops/catalog-import/parse-document.ts'

/**
 * Real documents of real providers. They are not part of this repository, so the tests of this folder run from .ci/run
 * and not from `npm test`; without the documents they fail. SHARED_DIR names the folder, else `../shared` beside the
 * checkout.
 */
const SHARED = process.env['SHARED_DIR'] ?? join(import.meta.dirname, '../../../shared')
export const CATALOGS = join(SHARED, 'catalogs')

export function demandDocuments(): void {
  if (!existsSync(CATALOGS))
    throw new Error(`${CATALOGS} is missing. Set SHARED_DIR to the folder that holds catalogs/.`)
}

export const readDocument = (file: string) => parseText(readFileSync(join(CATALOGS, file), 'utf8'))

/** The provider whose document it is. */
export const slugOf = (file: string): string => {
  const name = file.split('/')[0]?.replace(/\.\w+$/, '') ?? file
  return { 'sec-edgar': 'sec', 'nhtsa-vpic': 'vpic' }[name] ?? name
}
