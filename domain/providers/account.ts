import type { Environment } from '../runs/states.ts'
import type { AccountLimits, Offer, ProviderManifest } from './manifest.ts'

/** The platform's own account at a provider; a workspace's connection has a separate account. */
export const platformAccountId = (provider: string): string => `platform:${provider}`

/** The account behind a connected key, with its own turns and its own exhaustion. Created on connect, never removed. */
export const connectionAccountId = (connectionId: string): string => `connection:${connectionId}`

/** Simulated calls reach no provider, so they take no turn of any account there. */
export const SANDBOX_ACCOUNT_ID = 'sandbox'

/** The account that serves a run without a connected key. */
export const accountIdIn = (environment: Environment, provider: string): string =>
  environment === 'test' ? SANDBOX_ACCOUNT_ID : platformAccountId(provider)

/** The account at which calls of one offer take their turn. */
export interface CallAccount {
  readonly id: string
  readonly limits: AccountLimits
}

/**
 * The account whose turns an offer's calls take: the provider's, or a separate one for the offer if the provider limits
 * that method separately. Such calls do not count against the provider's other limits, just as at the provider.
 */
export function accountOf(
  manifest: Pick<ProviderManifest, 'slug' | 'limits'>,
  offer: Pick<Offer, 'capability' | 'limits'> | undefined,
): CallAccount {
  const id = platformAccountId(manifest.slug)
  return offer?.limits === undefined
    ? { id, limits: manifest.limits }
    : { id: `${id}:${offer.capability}`, limits: offer.limits }
}

/** Every account of a provider at which calls take turns: its own, and those of offers with separate limits. */
export function accountsOf(manifest: Pick<ProviderManifest, 'slug' | 'limits' | 'offers'>): CallAccount[] {
  const own = manifest.offers.filter(({ limits }) => limits !== undefined).map((offer) => accountOf(manifest, offer))
  return [accountOf(manifest, undefined), ...own]
}
