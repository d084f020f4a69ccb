import type { EndpointCaller } from '../../domain/providers/endpoint-call.ts'
import type { ProviderAdapter } from '../../domain/providers/manifest.ts'
import { callerOf, type EndpointDependencies } from './endpoints.ts'
import { createAdapter } from './registry.ts'
import { type OwnAccount, ownSetting } from './settings.ts'

/** How to call one account of a provider; null where this build has no caller. */
export interface ProviderAccount {
  readonly adapter: ProviderAdapter | null
  readonly endpoints: EndpointCaller | null
}

/** Adapters and callers keep no state, so they are built for each call, and a key lives no longer than its call. */
export const accountWith =
  (deps: EndpointDependencies) =>
  (slug: string, own: OwnAccount): ProviderAccount => {
    const provider = deps.catalog.provider(slug)
    const manifest = deps.manifests.find((one) => one.slug === slug)
    const setting = ownSetting(deps.settings[slug], own)
    const callable = provider !== undefined && provider.status !== 'excluded' && manifest !== undefined
    return {
      adapter: createAdapter(slug, own, deps),
      endpoints: callable ? callerOf({ provider, manifest, setting, http: deps.http }) : null,
    }
  }
