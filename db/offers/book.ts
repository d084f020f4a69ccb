import { accountOf, platformAccountId } from '../../domain/providers/account.ts'
import type { Offer, ProviderManifest } from '../../domain/providers/manifest.ts'
import type { RoutedOffer } from '../../domain/routing/candidates.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { Database } from '../database.ts'
import type { HealthBook } from '../health/book.ts'
import { createLatest } from '../latest.ts'
import { type AccountState, readAccounts } from '../provider-accounts/queries.ts'

/**
 * Every offer of a capability with its provider's account and record. The measured part is read at most
 * once in `maxAgeMs` and shared by all runs: routing needs the trend, not the last call, and a read per
 * run would cost more than the run.
 */
export interface OfferBook {
  offersFor(capability: string, environment: Environment): Promise<RoutedOffer[]>
}

export interface OfferBookParts {
  readonly db: Database
  readonly health: HealthBook
  readonly manifests: readonly ProviderManifest[]
  readonly now: () => number
  readonly maxAgeMs: number
}

export function createOfferBook({ db, health, manifests, now, maxAgeMs }: OfferBookParts): OfferBook {
  const accounts = createLatest({ read: async () => new Map((await readAccounts(db)).map((account) => [account.id, account])), now, maxAgeMs })

  return {
    async offersFor(capability, environment) {
      // What the sandbox's scenarios simulate says nothing about a provider, and its routing must be repeatable.
      const [states, view] = await Promise.all([accounts.get(), environment === 'live' ? health.latest() : null])
      return manifests
        .filter((manifest) => manifest.environment === environment)
        .flatMap((manifest) => manifest.offers
          .filter((offer) => offer.capability === capability)
          .map((offer) => ({
            provider: manifest.slug,
            offer,
            unusable: unusable(manifest, offer, states),
            record: view?.record(manifest.slug, capability),
          })))
    },
  }
}

/** An account that is used up stops all that is called with it: the provider's all its offers, an offer's own that offer. */
function unusable(manifest: ProviderManifest, offer: Offer, states: ReadonlyMap<string, AccountState>): string | null {
  const own = [platformAccountId(manifest.slug), accountOf(manifest, offer).id].map((id) => states.get(id))
  if (own.some((state) => state === undefined || !state.usable)) return 'no platform account'
  return own.some((state) => state?.exhausted) ? 'its platform account is used up for now' : null
}
