import type { RoutedOffer } from '../../domain/routing/candidates.ts'
import type { OfferRecord } from '../../domain/routing/health.ts'
import type { ProviderManifest } from '../../domain/providers/manifest.ts'
import type { Environment } from '../../domain/runs/states.ts'
import { readOfferRecords } from '../attempts/records.ts'
import { type RoutableConnection, routableConnections } from '../connections/queries.ts'
import type { Database } from '../database.ts'
import { type AccountState, readAccounts } from '../provider-accounts/queries.ts'

/**
 * Every offer of a capability with its provider's account and record. The measured part is read at most
 * once in `maxAgeMs` and shared by all runs: routing needs the trend, not the last call, and a read per
 * run would cost more than the run. The workspace's own keys are read each time.
 */
export interface OfferBook {
  /** With a workspace, the offers that its connected keys serve as well; in the sandbox no real key is used. */
  offersFor(capability: string, environment: Environment, workspaceId?: string): Promise<RoutedOffer[]>
  /** The same of one raw endpoint: `target` is `METHOD /path`. */
  endpointState(provider: string, target: string, environment: Environment): Promise<Pick<RoutedOffer, 'unusable' | 'record'>>
  /** The workspace's own key for one provider, or null; in the sandbox no real key is used. */
  connectionFor(provider: string, scope: { readonly environment: Environment; readonly workspaceId: string }): Promise<string | null>
}

interface Measured {
  readonly readAtMs: number
  readonly records: ReadonlyMap<string, OfferRecord>
  readonly accounts: ReadonlyMap<string, AccountState>
}

const recordKey = (provider: string, capability: string): string => `${provider} ${capability}`

export function createOfferBook(deps: { db: Database; manifests: readonly ProviderManifest[]; now: () => number; maxAgeMs: number }): OfferBook {
  const latest = new Map<Environment, Promise<Measured>>()

  async function read(environment: Environment): Promise<Measured> {
    // What the sandbox's scenarios simulate says nothing about a provider, and its routing must be repeatable.
    const known = environment === 'live' ? readOfferRecords(deps.db, environment) : []
    const [records, accounts] = await Promise.all([known, readAccounts(deps.db)])
    return {
      readAtMs: deps.now(),
      records: new Map(records.map((record) => [recordKey(record.provider, record.capability), record])),
      accounts: new Map(accounts.map((account) => [account.provider, account])),
    }
  }

  /** One read at a time; a failed one is not kept, so the next run asks again. */
  async function measured(environment: Environment): Promise<Measured> {
    const held = latest.get(environment)
    if (held !== undefined) {
      const value = await held
      if (deps.now() - value.readAtMs < deps.maxAgeMs) return value
      if (latest.get(environment) !== held) return measured(environment)
    }
    const reading = read(environment)
    latest.set(environment, reading)
    reading.catch(() => {
      if (latest.get(environment) === reading) latest.delete(environment)
    })
    return reading
  }

  return {
    async endpointState(provider, target, environment) {
      const { records, accounts } = await measured(environment)
      return { unusable: unusable(accounts.get(provider)), record: records.get(recordKey(provider, target)) }
    },
    async connectionFor(provider, { environment, workspaceId }) {
      const connections = environment === 'live' ? await routableConnections(deps.db, workspaceId) : []
      return connections.find((connection) => connection.provider === provider)?.id ?? null
    },
    async offersFor(capability, environment, workspaceId) {
      const [{ records, accounts }, connections] = await Promise.all([
        measured(environment),
        workspaceId === undefined || environment !== 'live' ? [] : routableConnections(deps.db, workspaceId),
      ])
      const ownKeys = new Map(connections.map((connection) => [connection.provider, connection]))
      return deps.manifests
        .filter((manifest) => manifest.environment === environment)
        .flatMap((manifest) => manifest.offers
          .filter((offer) => offer.capability === capability)
          .flatMap((offer) => {
            const platform = {
              provider: manifest.slug,
              offer,
              unusable: unusable(accounts.get(manifest.slug)),
              record: records.get(recordKey(manifest.slug, capability)),
            }
            const own = manifest.credential === 'api_key' ? ownKeys.get(manifest.slug) : undefined
            return own === undefined ? [platform] : [platform, withOwnKey(platform, own)]
          }))
    },
  }
}

/** The same offer through the workspace's own key: the provider bills the workspace, and the service nobody. */
function withOwnKey(platform: RoutedOffer, { id, exhausted }: RoutableConnection): RoutedOffer {
  return {
    ...platform,
    offer: { ...platform.offer, pricing: { model: 'flat', amount: 0n }, priceNote: 'Your own key: not metered.', verified: true },
    connectionId: id,
    unusable: exhausted ? 'your own account there is used up or refuses its key for now' : null,
  }
}

function unusable(account: AccountState | undefined): string | null {
  if (account === undefined || !account.usable) return 'no platform account'
  return account.exhausted ? 'its platform account is used up for now' : null
}
