import type { ProviderAdapter } from '../../domain/providers/manifest.ts'
import { createFindymailAdapter } from './findymail/adapter.ts'
import type { ProviderHttp } from './http.ts'
import { createHunterAdapter } from './hunter/adapter.ts'
import { createLeadmagicAdapter } from './leadmagic/adapter.ts'
import { findManifest, MANIFESTS } from './manifests.ts'
import { createSandboxAdapter } from './sandbox/adapter.ts'
import { SANDBOX_ALPHA, SANDBOX_BETA } from './sandbox/manifest.ts'
import { createSecAdapter } from './sec/adapter.ts'
import { createSerperAdapter } from './serper/adapter.ts'
import type { ProviderSetting, ProviderSettings } from './settings.ts'

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
  serper: createSerperAdapter,
  sec: ({ http, setting }) => createSecAdapter({ http, ...setting }),
  [SANDBOX_ALPHA]: () => createSandboxAdapter(SANDBOX_ALPHA),
  [SANDBOX_BETA]: () => createSandboxAdapter(SANDBOX_BETA),
}

/** The providers that can be called, by slug: those that need no credential, and those whose key is set. */
export function createAdapters({ http, settings }: AdapterDependencies): ReadonlyMap<string, ProviderAdapter> {
  const adapters = new Map<string, ProviderAdapter>()
  for (const { slug, credential } of MANIFESTS) {
    const apiKey = settings[slug]?.apiKey ?? (credential === 'none' ? '' : undefined)
    const adapter = apiKey === undefined ? null : createAdapter(slug, apiKey, { http, settings })
    if (adapter !== null) adapters.set(slug, adapter)
  }
  return adapters
}

/**
 * The adapter for an account of somebody's own: the same code and address as the platform's, with another key.
 * Adapters keep no state, so one is made for each call and a key lives no longer than its call. null: not wired.
 */
export function createAdapter(slug: string, apiKey: string, { http, settings }: AdapterDependencies): ProviderAdapter | null {
  const factory = Object.hasOwn(FACTORIES, slug) ? FACTORIES[slug] : undefined
  const manifest = findManifest(slug)
  if (factory === undefined || manifest === undefined) return null
  const setting = settings[slug] ?? {}
  return factory({ http, setting: { ...setting, apiKey }, apiKey, baseUrl: setting.baseUrl ?? manifest.baseUrl })
}
