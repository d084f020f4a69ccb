import { compare, type CatalogComparison } from '../../domain/catalog/compare.ts'
import { importDocument, type Imported } from '../../domain/catalog/import-document.ts'
import { findCatalogProvider } from '../../domain/catalog/providers/catalog-providers.ts'
import { toStored } from '../../domain/catalog/stored.ts'
import { readEndpoints, writeEndpoints } from './catalog-file.ts'
import { readSource } from './read-source.ts'

export interface ImportRequest {
  readonly slug: string
  /** Files and URLs: together they are the new state of their documents. */
  readonly places: readonly string[]
  readonly folder: string
  readonly base: string | null
  readonly prose: 'keep' | 'drop'
}

export interface ImportReport extends CatalogComparison {
  readonly slug: string
  readonly operations: number
  readonly ownKeyOnly: number
  readonly skipped: Imported['skipped']
  readonly warnings: readonly string[]
}

/** Reads the documents, merges them into the provider's catalog file, and writes it when something differs. */
export async function runImport({ slug, places, folder, base, prose }: ImportRequest): Promise<ImportReport> {
  const imports: Imported[] = []
  const warnings: string[] = []
  for (const place of places) {
    const source = await readSource(place)
    const given = base ?? source.url
    const imported = importDocument(source.value, {
      provider: findCatalogProvider(slug) ?? slug,
      prose,
      ...(given !== null && { base: given }),
    })
    if (imported.endpoints.length + imported.skipped.length === 0)
      throw new Error(`${place} has no operations: ${imported.warnings.join('; ') || 'its paths are empty'}`)
    imports.push(imported)
    warnings.push(...[...source.warnings, ...imported.warnings].map((warning) => `${imported.source}: ${warning}`))
  }
  const provider = imports[0]?.provider
  if (provider === undefined) throw new Error('No document was named.')
  const endpoints = imports.flatMap((one) => one.endpoints)
  const before = readEndpoints(folder, slug)
  const comparison = compare(
    before,
    endpoints.map((one) => toStored(one, provider)),
    new Set(imports.map((one) => one.source)),
  )
  if (comparison.added.length + comparison.changed.length + comparison.removed.length > 0)
    writeEndpoints(folder, provider, comparison.endpoints)
  const skipped = imports.flatMap((one) => one.skipped)
  return {
    ...comparison,
    slug,
    operations: endpoints.length + skipped.length,
    ownKeyOnly: endpoints.filter((one) => one.requires_byok).length,
    skipped,
    warnings,
  }
}
