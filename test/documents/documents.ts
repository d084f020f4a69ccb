import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseText } from '../../dev/catalog-import/parse-document.ts'

/**
 * Real documents of real providers. They are not part of this repository, so `npm run test:documents` runs the tests of
 * this folder and `npm test` does not. Without the documents they fail. SHARED_DIR names the folder, else `../shared`
 * next to the checkout.
 */
const SHARED = process.env['SHARED_DIR'] ?? join(import.meta.dirname, '../../../shared')
export const CATALOGS = join(SHARED, 'catalogs')

if (!existsSync(CATALOGS))
  throw new Error(
    `There is no folder ${CATALOGS}. The tests of test/documents read providers' OpenAPI documents, which are not in ` +
      'this repository. Set SHARED_DIR to the folder that holds catalogs/, as in ' +
      '`SHARED_DIR=/path npm run test:documents`.',
  )

export const readDocument = (file: string) => parseText(readFileSync(join(CATALOGS, file), 'utf8'))

/** The provider whose document it is. */
export const slugOf = (file: string): string => {
  const name = file.split('/')[0]?.replace(/\.\w+$/, '') ?? file
  return { 'sec-edgar': 'sec', 'nhtsa-vpic': 'vpic' }[name] ?? name
}
