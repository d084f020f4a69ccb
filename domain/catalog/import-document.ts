import { memberOf, recordOf, textOf, type Unchecked } from './reading.ts'
import { endpointKey, type CatalogEndpoint } from './endpoint.ts'
import { importOperation, type Skipped } from './import-operation.ts'
import { credentialKey } from './parameters.ts'
import { unlistedProvider, type CatalogProvider } from './providers/provider.ts'
import { resolve, type ReferenceReading } from './references.ts'
import { serverOf } from './servers.ts'
import { templateShape } from './template.ts'

export interface ImportOptions {
  /** Facts of the provider, or only its slug if no facts are known yet. */
  readonly provider: CatalogProvider | string
  /**
   * The base of relative servers if neither the provider's facts nor the document has one; the document's own address
   * is sufficient.
   */
  readonly base?: string
  /** `keep`: summaries and descriptions are imported, cut to a bound. The shipped catalog has none. */
  readonly prose?: 'keep' | 'drop'
}

export interface Imported {
  readonly provider: CatalogProvider
  /** The document's title, which identifies the source of an endpoint. */
  readonly source: string
  readonly endpoints: readonly CatalogEndpoint[]
  readonly skipped: readonly Skipped[]
  readonly warnings: readonly string[]
}

/** The members of a path item that are no operations. */
const NO_OPERATION = new Set(['$ref', 'summary', 'description', 'servers', 'parameters', 'additionalOperations'])

/**
 * Reads a Swagger 2.0, OpenAPI 3.0 or 3.1 document as endpoints. Every operation becomes an endpoint or a
 * skipped one with its reason. An unreadable document has neither, and a warning with the reason.
 */
export function importDocument(document: unknown, options: ImportOptions): Imported {
  const root = recordOf(document) ?? {}
  const reading: ReferenceReading = { root, warnings: new Set() }
  const source = textOf(memberOf(recordOf(memberOf(root, 'info')), 'title')) ?? 'untitled'
  const provider =
    typeof options.provider === 'string'
      ? guessedProvider(options.provider, source, options.base ?? null, reading)
      : options.provider
  if (!isSupported(root)) {
    return {
      provider,
      source,
      endpoints: [],
      skipped: [],
      warnings: ['this is no Swagger 2.0 and no OpenAPI 3 document'],
    }
  }
  const context = {
    provider,
    source,
    reading,
    base: options.base ?? null,
    prose: options.prose ?? 'drop',
    credentials: credentialsOf(root, provider, reading),
  }
  const endpoints = new Map<string, CatalogEndpoint>()
  const skipped: Skipped[] = []
  for (const { path, item, method, operation } of operationsOf(root, reading)) {
    const outcome = importOperation({ path, item, method, operation }, context)
    if (outcome.kind === 'skipped') skipped.push(outcome.skipped)
    else endpoints.set(endpointKey(outcome.endpoint.method, path), outcome.endpoint)
  }
  noteShapes([...endpoints.values()], reading)
  noteUncalled(root, reading)
  return { provider, source, endpoints: [...endpoints.values()], skipped, warnings: [...reading.warnings] }
}

const isSupported = (root: Unchecked): boolean =>
  /^2(?:\.0)?$/.test(versionOf(root, 'swagger')) || /^3(?:\.\d+)*$/.test(versionOf(root, 'openapi').split('-')[0] ?? '')

/** YAML takes a version without quotes for a number: `2.0` is 2. */
const versionOf = (root: Unchecked, name: 'swagger' | 'openapi'): string => String(memberOf(root, name) ?? '')

export interface DocumentOperation {
  readonly path: string
  readonly item: Unchecked
  /** As the document spells it. */
  readonly method: string
  readonly operation: unknown
}

function operationsOf(root: Unchecked, reading: ReferenceReading): DocumentOperation[] {
  return Object.entries(recordOf(memberOf(root, 'paths')) ?? {}).flatMap(([path, node]) => {
    if (path.startsWith('x-')) return []
    const item = resolve(node, reading)
    if (item === null) return [{ path, item: {}, method: 'any', operation: null }]
    const further = Object.entries(recordOf(memberOf(item, 'additionalOperations')) ?? {})
    return [
      ...Object.entries(item).filter(([name]) => !NO_OPERATION.has(name) && !name.startsWith('x-')),
      ...further,
    ].map(([method, operation]) => ({ path, item, method, operation }))
  })
}

/** The names under which a key is sent: from the document's own schemes and from the provider's facts. */
function credentialsOf(root: Unchecked, provider: CatalogProvider, reading: ReferenceReading): Set<string> {
  const schemes =
    recordOf(memberOf(recordOf(memberOf(root, 'components')), 'securitySchemes')) ??
    recordOf(memberOf(root, 'securityDefinitions')) ??
    {}
  const keys = Object.values(schemes).flatMap((node) => {
    const scheme = resolve(node, reading)
    const [place, name] = [textOf(memberOf(scheme, 'in')), textOf(memberOf(scheme, 'name'))]
    return place === null || name === null ? [] : [credentialKey(place, name)]
  })
  const { auth } = provider
  return new Set(
    auth.scheme === 'query' || auth.scheme === 'header' ? [...keys, credentialKey(auth.scheme, auth.name)] : keys,
  )
}

function guessedProvider(slug: string, title: string, base: string | null, reading: ReferenceReading): CatalogProvider {
  const server = serverOf([], { root: reading.root, providerBase: base })
  reading.warnings.add(`nothing is known of ${slug}: a POST needs an own key unless its path shows that it only reads`)
  return unlistedProvider(slug, title, server.kind === 'at' ? server.baseUrl : (base ?? ''))
}

function noteShapes(endpoints: readonly CatalogEndpoint[], reading: ReferenceReading): void {
  const first = new Map<string, string>()
  for (const { endpoint } of endpoints) {
    const other = first.get(templateShape(endpoint))
    if (other === undefined) first.set(templateShape(endpoint), endpoint)
    else if (other !== endpoint)
      reading.warnings.add(`${other} and ${endpoint} are one shape under two names: both are kept`)
  }
}

function noteUncalled(root: Unchecked, reading: ReferenceReading): void {
  const webhooks = Object.keys(recordOf(memberOf(root, 'webhooks')) ?? {}).length
  if (webhooks > 0) reading.warnings.add(`${webhooks} webhooks are what the provider calls: no endpoints`)
}
