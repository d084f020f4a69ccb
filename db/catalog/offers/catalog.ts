import type { ActorPrice } from '../../../domain/catalog/rate.ts'
import { accountOf, platformAccountId } from '../../../domain/providers/account.ts'
import type { Offer, ProviderManifest } from '../../../domain/providers/manifest.ts'
import { identifyingFields, type RoutedOffer } from '../../../domain/routing/candidates.ts'
import { shapeOf } from '../../../domain/routing/shape.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import { type RoutableConnection, routableConnections } from '../../access/connections/queries.ts'
import { findActorSchema } from '../actor-schemas/queries.ts'
import type { Database } from '../../database.ts'
import type { ProviderHealth, HealthView } from '../health/provider-health.ts'
import { createCachedValue } from '../../cached-value.ts'
import { readSenderPlaces } from '../../outreach/senders/places.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { canSendAt, noSenderReason, type SenderAccount } from '../../../domain/senders/places.ts'
import { kindsOfSend, namedSenders, replyOf, type SenderKind } from '../../../domain/senders/sender.ts'
import { type AccountHealth, readAccounts } from '../provider-accounts/queries.ts'

/**
 * Every offer of a capability with its provider's account and record. The measured part is read at most once in
 * `maxAgeMs` and shared by all runs: routing needs the trend, not the last call, and a read per run would cost more
 * than the run. The workspace's own connections are read each time.
 */
export interface OfferCatalog {
  /**
   * Given a workspace, includes the offers that its connections serve. Offers of a send are usable only where one of
   * its senders can send (of those that the input names, if it is given). The sandbox uses no real key.
   */
  offersFor(
    capability: string,
    environment: Environment,
    workspaceId?: string,
    input?: JsonObject,
  ): Promise<RoutedOffer[]>
  /** The same for one raw endpoint: `target` is `METHOD /path`. */
  endpointState(
    provider: string,
    target: string,
    environment: Environment,
  ): Promise<Pick<RoutedOffer, 'unusable' | 'record'>>
  /** The price that an actor published when it was last inspected; null: it is not known. */
  actorPrice(provider: string, actorId: string): Promise<ActorPrice | null>
  /** The workspace's own connection with one provider, or null. The sandbox uses no real key. */
  connectionFor(
    provider: string,
    scope: { readonly environment: Environment; readonly workspaceId: string },
  ): Promise<string | null>
}

export interface OfferBookParts {
  readonly db: Database
  readonly health: ProviderHealth
  readonly manifests: readonly ProviderManifest[]
  readonly now: () => number
  readonly maxAgeMs: number
}

type Accounts = ReadonlyMap<string, AccountHealth>

export function createOfferCatalog({ db, health, manifests, now, maxAgeMs }: OfferBookParts): OfferCatalog {
  const latest = createCachedValue<Accounts>({
    read: async () => new Map((await readAccounts(db)).map((account) => [account.id, account])),
    now,
    maxAgeMs,
  })
  const measured = async (environment: Environment): Promise<{ accounts: Accounts; view: HealthView | null }> => {
    // The sandbox's simulated scenarios state nothing about a provider, and its routing must be repeatable.
    const [accounts, view] = await Promise.all([latest.get(), environment === 'live' ? health.latest() : null])
    return { accounts, view }
  }

  return {
    async endpointState(provider, target, environment) {
      const { accounts, view } = await measured(environment)
      return { unusable: unusable([accounts.get(platformAccountId(provider))]), record: view?.record(provider, target) }
    },
    async actorPrice(provider, actorId) {
      return (await findActorSchema(db, { provider, actorId }))?.price ?? null
    },
    async connectionFor(provider, { environment, workspaceId }) {
      const connections = environment === 'live' ? await routableConnections(db, workspaceId) : []
      return connections.find((connection) => connection.provider === provider)?.id ?? null
    },
    async offersFor(capability, environment, workspaceId, input) {
      const workspace = workspaceId === undefined || environment !== 'live' ? null : { workspaceId, environment }
      const kinds = kindsOfSend(capability, input)
      const [{ accounts, view }, connections, places] = await Promise.all([
        measured(environment),
        workspace === null ? [] : routableConnections(db, workspace.workspaceId),
        workspace === null || kinds.length === 0
          ? null
          : readSenderPlaces(db, workspace, { kinds, named: namedSenders(input ?? {}), answers: replyOf(input ?? {}) }),
      ])
      const all = manifests
        .filter((manifest) => manifest.environment === environment)
        .flatMap((manifest) =>
          manifest.offers.filter((offer) => offer.capability === capability).map((offer) => ({ manifest, offer })),
        )
      const shape = shapeOf(input ?? {}, identifyingFields(all))
      const ownKeys = new Map(connections.map((connection) => [connection.provider, connection]))
      return all.flatMap(({ manifest, offer }) => {
        const platform = {
          provider: manifest.slug,
          offer,
          unusable: unusable(accountsFor(manifest, offer).map((id) => accounts.get(id))),
          record: view?.record(manifest.slug, capability),
          dataRegion: manifest.facts.data_region,
          ...(view === null ? {} : { hits: view.hits(manifest.slug, capability, shape) }),
        }
        const own = manifest.credential === 'api_key' ? ownKeys.get(manifest.slug) : undefined
        const offers = own === undefined ? [platform] : [platform, withOwnKey(platform, own)]
        return places === null ? offers : ofSenders(offers, places, kinds)
      })
    },
  }
}

/**
 * A send leaves from the account that holds its sender: the offers of one provider through the platform's account
 * and through the workspace's own, without the own one where only the platform's account has a sender.
 */
function ofSenders(
  offers: readonly RoutedOffer[],
  places: readonly SenderAccount[],
  kinds: readonly SenderKind[],
): RoutedOffer[] {
  const isOwn = ({ connectionId }: RoutedOffer): boolean => connectionId !== undefined
  const left = offers.filter(
    (offer) =>
      !isOwn(offer) ||
      canSendAt(places, { provider: offer.provider, own: true }) ||
      !canSendAt(places, { provider: offer.provider, own: false }),
  )
  return left.map((offer) => ({
    ...offer,
    unusable: offer.unusable ?? noSenderReason(places, { provider: offer.provider, own: isOwn(offer) }, kinds),
  }))
}

/** The provider's account stops all its offers; an offer's separate account stops only that offer. */
const accountsFor = (manifest: ProviderManifest, offer: Offer): string[] => [
  platformAccountId(manifest.slug),
  accountOf(manifest, offer).id,
]

/**
 * The same offer through the workspace's own connection: the provider bills the workspace, and the service charges
 * nothing.
 */
function withOwnKey(platform: RoutedOffer, { id, exhausted, rejectedReason }: RoutableConnection): RoutedOffer {
  return {
    ...platform,
    offer: {
      ...platform.offer,
      pricing: { model: 'flat', amount: 0n },
      priceNote: 'Your own key: not metered.',
      verified: true,
    },
    connectionId: id,
    ...(exhausted && rejectedReason !== null ? { keyRejected: true as const } : {}),
    unusable: exhausted ? unusableOwn(rejectedReason) : null,
  }
}

const unusableOwn = (rejectedReason: string | null): string =>
  rejectedReason === null
    ? 'your own account there is used up or refuses its key for now'
    : `your own key there is rejected (${rejectedReason}): connect a new one`

/** This deployment has no account there. */
export const NO_ACCOUNT = 'no platform account'

function unusable(accounts: readonly (AccountHealth | undefined)[]): string | null {
  if (accounts.some((account) => account === undefined || !account.usable)) return NO_ACCOUNT
  return accounts.some((account) => account?.exhausted) ? 'its platform account is used up for now' : null
}
