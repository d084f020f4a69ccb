import type { Capability } from '../../../domain/capabilities/capability.ts'
import type { Catalog } from '../../../domain/catalog/catalog.ts'
import type { CatalogEndpoint } from '../../../domain/catalog/endpoint.ts'
import type { CatalogProvider } from '../../../domain/catalog/providers/provider.ts'
import type { Rates } from '../../../domain/pricing/rates.ts'
import type { ProviderManifest } from '../../../domain/providers/manifest.ts'
import type { Wrappers } from '../../../domain/providers/offering.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { OfferCatalog } from '../../../db/catalog/offers/catalog.ts'
import type { Availability, ReadAvailability } from '../../../db/catalog/provider-accounts/availability.ts'

/** The providers whose keys a workspace has connected (Spec 2.6). */
export type ConnectedProviders = (workspaceId: string, environment: Environment) => Promise<ReadonlySet<string>>

/** A shared cache keeps the answers of a public route apart by what selects their environment. */
export const BY_ENVIRONMENT = { Vary: 'Authorization, Service-Environment' } as const

/** The parts that discover, inspect and the catalog are made from. */
export interface Listing {
  readonly capabilities: readonly Capability[]
  readonly manifests: readonly ProviderManifest[]
  readonly catalog: Catalog
  readonly offers: OfferCatalog
  readonly readAvailability: ReadAvailability
  readonly connectedProviders: ConnectedProviders
  /** The workspace's own, for inspect; discover and the catalog show list prices (Spec 2.2). */
  readonly readRates: (workspaceId: string) => Promise<Rates>
  readonly wrappers: Wrappers
}

/** Whether a provider's raw endpoints can be called now with the platform's account, or simulated in the sandbox. */
export function endpointsStatus(provider: CatalogProvider, available: Availability): 'live' | 'ready' | 'excluded' {
  if (provider.status === 'excluded') return 'excluded'
  return needsNoAccount(provider) || available.isUsable(provider.slug) ? 'live' : 'ready'
}

/** Why the endpoints of a provider are excluded; null where they can be called raw. */
export function exclusionOf(
  slug: string,
  { catalog, manifests }: Pick<Listing, 'catalog' | 'manifests'>,
): string | null {
  const raw = catalog.providers.find((one) => one.slug === slug)
  if (raw !== undefined) return raw.status === 'excluded' ? (raw.reason ?? '') : null
  const manifest = manifests.find((one) => one.slug === slug && one.environment === 'live')
  return manifest?.rawExclusion ?? 'The provider is called through its capabilities alone.'
}

/** The refusal of a raw call of a known provider that has none; null: it can be called raw, or is not known. */
export function rawRefusalOf(slug: string, known: Pick<Listing, 'catalog' | 'manifests'>): string | null {
  const named = [...known.catalog.providers, ...known.manifests].find((one) => one.slug === slug)
  const reason = named === undefined ? null : exclusionOf(slug, known)
  return reason === null ? null : `${named?.title ?? slug} cannot be called raw: ${reason}`
}

function needsNoAccount({ auth }: CatalogProvider): boolean {
  return auth.scheme === 'none' || ((auth.scheme === 'header' || auth.scheme === 'query') && !auth.required)
}

export const NO_PROVIDERS: ReadonlySet<string> = new Set()

/** The same for one endpoint: where only a workspace's own key may call it, a connection decides. The sandbox
 * uses no key. */
export function endpointStatus(
  endpoint: CatalogEndpoint,
  of: { provider: CatalogProvider; available: Availability; connected: ReadonlySet<string> },
) {
  const status = endpointsStatus(of.provider, of.available)
  if (status === 'excluded') return status
  if (of.connected.has(endpoint.provider)) return 'live'
  return endpoint.requires_byok && of.available.environment === 'live' ? 'ready' : status
}

export function catalogProviderOf({ catalog }: Listing, slug: string): CatalogProvider {
  const provider = catalog.providers.find((one) => one.slug === slug)
  if (provider === undefined) throw new RangeError(`the catalog has no provider ${slug}`)
  return provider
}
