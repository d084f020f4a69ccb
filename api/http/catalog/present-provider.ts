import { endpointKey } from '../../../domain/catalog/endpoint.ts'
import type { CatalogProvider } from '../../../domain/catalog/providers/provider.ts'
import { NOT_STATED } from '../../../domain/providers/facts.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'
import { bestHealth } from '../../../domain/routing/health-shown.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Availability } from '../../../db/catalog/provider-accounts/availability.ts'
import type { ProviderItem } from '../../schemas/catalog.ts'
import { endpointsStatus, exclusionOf, type Listing } from './listing.ts'

/** For a provider without raw endpoints, the category of its first capability gives its kind. */
const KIND_OF_CATEGORY: Readonly<Record<string, CatalogProvider['kind']>> = {
  contact: 'contact_data',
  person: 'contact_data',
  company: 'company_data',
  web: 'web_search',
  seo: 'search_data',
  social: 'actors',
  outreach: 'email',
}

const SIMULATED = 'simulated'

/** The providers of an environment, in the order of the catalog, then those that serve capabilities alone. */
export function providerSlugs({ catalog, manifests }: Listing, shown: Environment): string[] {
  const offering = manifests.filter(({ environment }) => environment === shown).map(({ slug }) => slug)
  return [...new Set([...catalog.providers.map(({ slug }) => slug), ...offering])]
}

/**
 * Spec 2.3, provider listing; null for an unknown slug. In the sandbox the providers of capabilities are simulated
 * ones, and the real ones have their raw endpoints, which it simulates.
 */
export function providerItem(slug: string, listing: Listing, available: Availability): ProviderItem | null {
  const raw = listing.catalog.providers.find((one) => one.slug === slug)
  const manifest = listing.manifests.find((one) => one.slug === slug && one.environment === available.environment)
  if (raw === undefined && manifest === undefined) return null
  const status = raw === undefined ? manifestStatus(manifest, available) : endpointsStatus(raw, available)
  const reason = exclusionOf(slug, listing)
  const capabilities = (manifest?.offers ?? []).map(({ capability }) => capability)
  const targets = [
    ...capabilities,
    ...listing.catalog.ofProvider(slug).map(({ method, endpoint }) => endpointKey(method, endpoint)),
  ]
  return {
    provider: slug,
    title: raw?.title ?? manifest?.title ?? slug,
    kind: raw?.kind ?? (manifest?.environment === 'test' ? SIMULATED : kindOf(capabilities[0], listing)),
    status,
    ...(reason !== null && { reason }),
    endpoints: { count: listing.catalog.ofProvider(slug).length, status: reason === null ? status : 'excluded' },
    capabilities,
    facts: { ...(manifest?.facts ?? NOT_STATED) },
    health: bestHealth(targets.map((target) => available.healthOf(slug, target))),
    accuracy: available.accuracyOf(slug),
  }
}

function manifestStatus(manifest: ProviderManifest | undefined, available: Availability): 'live' | 'ready' {
  return manifest !== undefined && available.isUsable(manifest.slug) ? 'live' : 'ready'
}

const kindOf = (capability: string | undefined, { capabilities }: Listing): CatalogProvider['kind'] =>
  KIND_OF_CATEGORY[capabilities.find(({ slug }) => slug === capability)?.category ?? ''] ?? 'company_data'
