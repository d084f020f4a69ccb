import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCatalogFile, readFileWithAnswers } from '../../activities/providers/catalogs/load.ts'
import { shared } from '../../domain/catalog/answer-table.ts'
import type { CatalogProvider } from '../../domain/catalog/providers/provider.ts'
import type { StoredEndpoint } from '../../domain/catalog/stored.ts'

export const catalogPath = (folder: string, slug: string): string => join(folder, `${slug}.json`)

export function readEndpoints(folder: string, slug: string): readonly StoredEndpoint[] {
  const path = catalogPath(folder, slug)
  return existsSync(path) ? readFileWithAnswers(path, readCatalogFile(path)) : []
}

/**
 * One line per endpoint, and one per shared shape of answers, so that a diff of two states is readable. Written to a
 * separate file and renamed, so the file is never incomplete.
 */
export function writeEndpoints(folder: string, provider: CatalogProvider, endpoints: readonly StoredEndpoint[]): void {
  const { slug, title, baseUrl } = provider
  const { shapes, endpoints: lines } = shared(endpoints)
  const table = Object.entries(shapes).map(([name, shape]) => `${JSON.stringify(name)}:${JSON.stringify(shape)}`)
  const shapesTable = table.length === 0 ? '' : `"shapes":{\n${table.join(',\n')}\n},`
  const names = JSON.stringify({ provider: slug, title, baseUrl }).slice(1, -1)
  const head = `{${names},${shapesTable}"endpoints":[`
  const path = catalogPath(folder, slug)
  writeFileSync(`${path}.new`, `${head}\n${lines.map((one) => JSON.stringify(one)).join(',\n')}\n]}\n`)
  renameSync(`${path}.new`, path)
}
