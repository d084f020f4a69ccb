import type { Catalog } from '../../domain/catalog/catalog.ts'
import { type CatalogProvider, reservedQueryOf } from '../../domain/catalog/providers/provider.ts'
import type { EndpointCaller } from '../../domain/providers/endpoint-call.ts'
import type { ProviderManifest } from '../../domain/providers/manifest.ts'
import { createActorCaller } from './apify/actors.ts'
import { createEndpointCaller } from './endpoint-caller.ts'
import type { ProviderHttp } from './http.ts'
import { RAW_RULES } from './raw-rules.ts'
import { baseUrlOf, configuredCredential, type ProviderSetting, type ProviderSettings } from './settings.ts'

export interface EndpointDependencies {
  readonly http: ProviderHttp
  readonly settings: ProviderSettings
  readonly catalog: Catalog
  readonly manifests: readonly ProviderManifest[]
}

/**
 * The callers of raw endpoints through the platform's account, by provider: providers that need no credential, and
 * those whose key is set.
 */
export function createEndpointCallers(deps: EndpointDependencies): ReadonlyMap<string, EndpointCaller> {
  const callers = new Map<string, EndpointCaller>()
  for (const provider of deps.catalog.providers) {
    const manifest = deps.manifests.find(({ slug }) => slug === provider.slug)
    const setting = deps.settings[provider.slug] ?? {}
    if (provider.status === 'excluded' || manifest === undefined || lacksKey(manifest, setting)) continue
    callers.set(provider.slug, callerOf({ provider, manifest, setting, http: deps.http }))
  }
  return callers
}

const lacksKey = (manifest: ProviderManifest, setting: ProviderSetting): boolean =>
  manifest.credential === 'api_key' && configuredCredential(setting) === undefined

export interface CallerParts {
  readonly provider: CatalogProvider
  readonly manifest: ProviderManifest
  readonly setting: ProviderSetting
  readonly http: ProviderHttp
}

/** The operator's or the account's URL of the provider; null: the catalog's. */
const baseOf = (setting: ProviderSetting, manifest: ProviderManifest): string | null =>
  setting.baseUrl ?? (manifest.baseUrl.includes('{') ? (baseUrlOf(setting, manifest) ?? null) : null)

/**
 * The calls of one account, the platform's or a workspace's own. Actor runs are started and awaited; everything else is
 * one request.
 */
export function callerOf({ provider, manifest, setting, http }: CallerParts): EndpointCaller {
  const account = {
    provider,
    manifest,
    http,
    rules: RAW_RULES[provider.slug],
    apiKey: configuredCredential(setting) ?? '',
    baseUrl: baseOf(setting, manifest),
    contact: setting.contact,
  }
  const plain = createEndpointCaller(account)
  if (provider.kind !== 'actors') return plain
  const actors = createActorCaller(
    { http, apiKey: account.apiKey, baseUrl: account.baseUrl ?? provider.baseUrl },
    reservedQueryOf(provider),
  )
  return {
    call: (call) => (call.endpoint.bodyType === 'actor_input' ? actors.call(call) : plain.call(call)),
    readBill: (call) => actors.readBill(call),
  }
}
