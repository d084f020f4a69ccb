import { parseArgs } from 'node:util'
import { CATALOG_FOLDER } from '../activities/providers/catalogs/load.ts'
import { reportLines } from './catalog-import/report.ts'
import { runImport } from './catalog-import/run-import.ts'

/**
 * `npm run catalog:import -- <provider> <file or URL>...`: imports Swagger 2.0 and OpenAPI 3 documents, JSON or YAML,
 * as the provider's raw endpoints in activities/providers/catalogs. `--base <URL>` where a document's server is
 * relative, `--prose keep` for summaries and descriptions (the shipped catalog has none), `--into <folder>` for another
 * folder.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    base: { type: 'string' },
    prose: { type: 'string', default: 'drop' },
    into: { type: 'string', default: CATALOG_FOLDER },
  },
})
const [slug, ...places] = positionals
if (slug === undefined || places.length === 0)
  throw new Error('Which? npm run catalog:import -- <provider> <file or URL>...')
if (!/^[a-z][a-z0-9-]*$/.test(slug)) throw new Error(`"${slug}" is no provider: small letters, digits and dashes.`)
if (values.prose !== 'keep' && values.prose !== 'drop') throw new Error('--prose is keep or drop.')

try {
  const report = await runImport({ slug, places, folder: values.into, base: values.base ?? null, prose: values.prose })
  for (const line of reportLines(report)) console.log(line)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
