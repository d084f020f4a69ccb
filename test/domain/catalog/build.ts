import { importDocument, type Imported, type ImportOptions } from '../../../domain/catalog/import-document.ts'
import type { CatalogEndpoint } from '../../../domain/catalog/endpoint.ts'
import { unlistedProvider, type CatalogProvider } from '../../../domain/catalog/providers/provider.ts'

export const providerOf = (facts: Partial<CatalogProvider> = {}): CatalogProvider => ({
  ...unlistedProvider('sample', 'Sample', 'https://api.sample.example'),
  tenancy: 'data',
  ...facts,
})

/** An OpenAPI 3.0 document around these paths. */
export const documentOf = (paths: unknown, rest: object = {}) => ({
  openapi: '3.0.3',
  info: { title: 'Sample', version: '1' },
  paths,
  ...rest,
})

export const imported = (paths: unknown, rest: object = {}, options: Partial<ImportOptions> = {}): Imported =>
  importDocument(documentOf(paths, rest), { provider: providerOf(), ...options })

/** The only endpoint of a document. */
export function only(result: Imported): CatalogEndpoint {
  const [endpoint, ...others] = result.endpoints
  if (endpoint === undefined || others.length > 0)
    throw new Error(`${result.endpoints.length} endpoints, ${JSON.stringify(result.skipped)}`)
  return endpoint
}

export const jsonBody = (schema: unknown, rest: object = {}) => ({
  requestBody: { content: { 'application/json': { schema } }, ...rest },
})
