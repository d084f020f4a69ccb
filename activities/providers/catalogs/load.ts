import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Compile } from 'typebox/compile'
import { withAnswers } from '../../../domain/catalog/answer-table.ts'
import { catalogOf, type Catalog } from '../../../domain/catalog/catalog.ts'
import type { CatalogEndpoint } from '../../../domain/catalog/endpoint.ts'
import { knownActors } from '../../../domain/catalog/known-actors.ts'
import { unlistedProvider, type CatalogProvider } from '../../../domain/catalog/providers/provider.ts'
import { findCatalogProvider } from '../../../domain/catalog/providers/catalog-providers.ts'
import {
  fromStored,
  StoredCatalogSchema,
  type StoredCatalog,
  type StoredEndpoint,
} from '../../../domain/catalog/stored.ts'

/** The folder of this build's catalog: `<provider>.json`, one endpoint a line, written by `npm run catalog:import`. */
export const CATALOG_FOLDER = fileURLToPath(new URL('.', import.meta.url))

/** Takes some milliseconds, once. */
const schema = Compile(StoredCatalogSchema)

/**
 * The catalog of raw endpoints. It is read at the first use, and this build's own once for the process: every file is
 * read and checked. An Error names the file and the place that does not match the importer's format.
 */
export function loadCatalog(folder: string = CATALOG_FOLDER): Catalog {
  let loaded: Catalog | null = null
  const catalog = (): Catalog => (loaded ??= folder === CATALOG_FOLDER ? ofBuild() : readFolder(folder))
  return {
    get providers() {
      return catalog().providers
    },
    provider: (slug) => catalog().provider(slug),
    find: (provider, endpoint, method) => catalog().find(provider, endpoint, method),
    methodsOf: (provider, endpoint) => catalog().methodsOf(provider, endpoint),
    ofProvider: (provider) => catalog().ofProvider(provider),
    all: () => catalog().all(),
  }
}

const readFolder = (folder: string): Catalog => catalogOf(catalogFiles(folder).map(entryOf))

/** The catalog of this build: no file of it changes while the process runs. */
let build: Catalog | null = null
const ofBuild = (): Catalog => (build ??= readFolder(CATALOG_FOLDER))

const catalogFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => join(folder, name))

/** A checked catalog file. */
export function readCatalogFile(path: string): StoredCatalog {
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (schema.Check(value)) return value
  const [error] = schema.Errors(value)
  throw new Error(`${path} is no catalog: ${error?.instancePath ?? ''} ${error?.message ?? ''}`)
}

/** One provider of a catalog file. */
export function entryOf(path: string): { provider: CatalogProvider; endpoints: CatalogEndpoint[] } {
  const file = readCatalogFile(path)
  const { provider: slug, title, baseUrl } = file
  const provider = findCatalogProvider(slug) ?? unlistedProvider(slug, title, baseUrl)
  const stored = readFileWithAnswers(path, file).map((one) => fromStored(one, provider))
  return { provider, endpoints: [...stored, ...knownActors(provider, stored)] }
}

/** The endpoints of a file with their complete answers. */
export function readFileWithAnswers(path: string, file: StoredCatalog): readonly StoredEndpoint[] {
  try {
    return withAnswers(file)
  } catch (error) {
    throw new Error(`${path} is no catalog: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
