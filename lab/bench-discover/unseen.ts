import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { entryOf, loadCatalog } from '../../activities/providers/catalogs/load.ts'
import { catalogOf, type Catalog } from '../../domain/catalog/catalog.ts'
import type { CatalogEndpoint } from '../../domain/catalog/endpoint.ts'

/** Documents that do not ship, and the labelled queries over them, one of each for a subject. */
const FOLDER = fileURLToPath(new URL('../../test/discover/unseen/', import.meta.url))

export const HALVES = ['locked', 'open'] as const
export type Half = (typeof HALVES)[number]

/** The subjects: films, music, payments and others. */
export const unseenSubjects = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => /^[a-z]+\.json$/.test(name))
    .map((name) => name.replace('.json', ''))
    .toSorted()

export const unseenQueries = (subject: string, half: Half): string => join(FOLDER, `${subject}-${half}.json`)

/** The shipped catalog with the document of a subject. */
export function withUnseen(subject: string): { readonly catalog: Catalog; readonly provider: string } {
  const entry = entryOf(join(FOLDER, `${subject}.json`))
  return { catalog: catalogOf([...shippedEntries(), entry]), provider: entry.provider.slug }
}

function shippedEntries() {
  const shipped = loadCatalog()
  return shipped.providers.map((provider) => ({ provider, endpoints: shipped.ofProvider(provider.slug) }))
}

/** A catalog of at least this number of endpoints: the documents again and again, under other names of providers. */
export function multiplied(endpointsMin: number): Catalog {
  const unseen = unseenSubjects().map((subject) => entryOf(join(FOLDER, `${subject}.json`)))
  const entries = [...shippedEntries(), ...unseen]
  const total = entries.reduce((sum, { endpoints }) => sum + endpoints.length, 0)
  const copies = Array.from({ length: Math.ceil(endpointsMin / total) }, (_, copy) => copy)
  return catalogOf(
    copies.flatMap((copy) =>
      entries.map(({ provider, endpoints }) => {
        const slug = copy === 0 ? provider.slug : `${provider.slug}-${copy}`
        const own = (endpoint: CatalogEndpoint): CatalogEndpoint => ({ ...endpoint, provider: slug })
        return { provider: { ...provider, slug }, endpoints: endpoints.map(own) }
      }),
    ),
  )
}

const goals = Compile(Type.Object({ queries: Type.Array(Type.String({ minLength: 1 })) }))

/** Goals that nothing in the product serves. */
export function nothingQueries(half: Half): readonly string[] {
  const path = fileURLToPath(new URL(`../../test/discover/nothing-${half}.json`, import.meta.url))
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (!goals.Check(value)) throw new Error(`${path} holds no queries.`)
  return value.queries
}
