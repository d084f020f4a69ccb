import type { ProviderAdapter, ProviderManifest } from '../../domain/providers/manifest.ts'
import { createAgentmailAdapter } from './agentmail/adapter.ts'
import { createApifyAdapter } from './apify/adapter.ts'
import { createApolloAdapter } from './apollo/adapter.ts'
import { createBraveAdapter } from './brave/adapter.ts'
import { createBuiltwithAdapter } from './builtwith/adapter.ts'
import { createCrunchbaseAdapter } from './crunchbase/adapter.ts'
import { createDataforseoAdapter } from './dataforseo/adapter.ts'
import { createFindymailAdapter } from './findymail/adapter.ts'
import type { ProviderHttp } from './http.ts'
import { createHunterAdapter } from './hunter/adapter.ts'
import { createLeadmagicAdapter } from './leadmagic/adapter.ts'
import { findManifest, MANIFESTS } from './manifests.ts'
import { createPeopledatalabsAdapter } from './peopledatalabs/adapter.ts'
import { createProspeoAdapter } from './prospeo/adapter.ts'
import { createResendAdapter } from './resend/adapter.ts'
import { createSandboxAdapter } from './sandbox/adapter.ts'
import type { ReportSimulated } from './sandbox/mail-reports.ts'
import { SANDBOX_ALPHA, SANDBOX_BETA } from './sandbox/manifest.ts'
import { createSecAdapter } from './sec/adapter.ts'
import { createSerperAdapter } from './serper/adapter.ts'
import {
  baseUrlOf,
  configuredCredential,
  ownSetting,
  type OwnAccount,
  type ProviderSetting,
  type ProviderSettings,
} from './settings.ts'
import { createTavilyAdapter } from './tavily/adapter.ts'
import { createThecompaniesapiAdapter } from './thecompaniesapi/adapter.ts'
import { createUnipileAdapter } from './unipile/adapter.ts'
import { createWappalyzerAdapter } from './wappalyzer/adapter.ts'

export interface AdapterDependencies {
  readonly http: ProviderHttp
  readonly settings: ProviderSettings
}

interface Account {
  readonly http: ProviderHttp
  readonly setting: ProviderSetting
  /** The provider's key; empty only for providers that need none. */
  readonly apiKey: string
  readonly baseUrl: string
}

const FACTORIES: Readonly<Record<string, (account: Account) => ProviderAdapter>> = {
  hunter: createHunterAdapter,
  findymail: createFindymailAdapter,
  leadmagic: createLeadmagicAdapter,
  prospeo: createProspeoAdapter,
  peopledatalabs: createPeopledatalabsAdapter,
  apollo: createApolloAdapter,
  thecompaniesapi: createThecompaniesapiAdapter,
  builtwith: createBuiltwithAdapter,
  wappalyzer: createWappalyzerAdapter,
  crunchbase: createCrunchbaseAdapter,
  serper: createSerperAdapter,
  brave: createBraveAdapter,
  tavily: createTavilyAdapter,
  dataforseo: createDataforseoAdapter,
  agentmail: createAgentmailAdapter,
  resend: createResendAdapter,
  unipile: createUnipileAdapter,
  apify: createApifyAdapter,
  sec: ({ http, setting }) => createSecAdapter({ http, ...setting }),
}

/**
 * The callable providers by slug: those that need no credential, and those whose key (and account, where one is needed)
 * is set.
 */
export function createAdapters({
  http,
  settings,
  reportSimulated,
}: AdapterDependencies & { readonly reportSimulated: ReportSimulated }): ReadonlyMap<string, ProviderAdapter> {
  const adapters = new Map<string, ProviderAdapter>()
  for (const manifest of MANIFESTS) {
    const adapter = adapterOf(manifest, settings[manifest.slug] ?? {}, http)
    if (adapter !== null) adapters.set(manifest.slug, adapter)
  }
  for (const slug of [SANDBOX_ALPHA, SANDBOX_BETA]) adapters.set(slug, createSandboxAdapter(slug, reportSimulated))
  return adapters
}

/** The adapter for a customer's own account: the same code and address with another key. null: this build has none. */
export function createAdapter(
  slug: string,
  own: OwnAccount,
  { http, settings }: AdapterDependencies,
): ProviderAdapter | null {
  const manifest = findManifest(slug)
  return manifest === undefined ? null : adapterOf(manifest, ownSetting(settings[slug], own), http)
}

function adapterOf(manifest: ProviderManifest, setting: ProviderSetting, http: ProviderHttp): ProviderAdapter | null {
  const factory = FACTORIES[manifest.slug]
  const apiKey = configuredCredential(setting)
  const baseUrl = baseUrlOf(setting, manifest)
  if (factory === undefined || baseUrl === undefined || (manifest.credential === 'api_key' && apiKey === undefined))
    return null
  return factory({ http, setting, apiKey: apiKey ?? '', baseUrl })
}
