import { verifyLedger } from '../../db/money/wallets/verify.ts'
import type { ProviderManifest } from '../../domain/providers/manifest.ts'
import { ownKeyOf } from '../twins/kit/credential.ts'
import { at, membersOf } from '../support/http.ts'
import { type Newcomer, succeeded } from './newcomer.ts'
import { type Journey, LIVE, nameOf, NOT_CONNECTABLE, oneEach, UNREACHABLE } from './offers.ts'
import { buy, holdsOf, inBatches, play, type Played, tableOf } from './play.ts'
import { bodyKinds, rawCalls } from './raw.ts'
import { HOSTS } from './round.ts'
import type { Senders } from './senders.ts'
import type { Stage } from '../support/stage.ts'

/** Plays journeys on the platform's accounts, prints the table, and answers the names of those that went wrong. */
export async function walk(
  customer: Newcomer,
  senders: Senders,
  journeys: readonly Journey[],
): Promise<readonly string[]> {
  const played = await inBatches(journeys, (journey) => play(customer, journey, senders))
  print(played)
  process.stdout.write(`${holdsOf(played)}\n\n`)
  // What cannot be reached yet must not be reached: then its line in the list is to go.
  return played.filter(({ name, delivered }) => delivered === name in UNREACHABLE).map(problem)
}

/** The names of all offers that the API shows as wired, one for each platform. */
export async function offersListed({ live }: Newcomer): Promise<readonly string[]> {
  const listed = succeeded(await live.get('/v1/catalog/capabilities?limit=100'))
  if (listed.at('next_cursor') !== null) throw new Error('a page holds less than all capabilities')
  const names = membersOf(listed.at('items')).map(([, one]) => String(at(one, 'capability')))
  const offers = await inBatches(names, async (capability) => {
    const inspected = succeeded(await live.post('/v1/inspect', { capability }))
    return membersOf(inspected.at('offers')).map(([, offer]) => ({ capability, offer }))
  })
  return offers
    .flat()
    .filter(({ offer }) => at(offer, 'wired') === true)
    .flatMap(({ capability, offer }) => {
      const platforms = membersOf(at(offer, 'platforms')).map(([, platform]) => String(platform))
      const provider = String(at(offer, 'provider'))
      return (platforms.length === 0 ? [null] : platforms).map((platform) => nameOf({ capability, provider, platform }))
    })
}

const problem = ({ name, delivered, why }: Played): string =>
  delivered ? `${name} is reached: take it from UNREACHABLE` : `${name}: ${why}`

function print(played: readonly Played[]): void {
  process.stdout.write(`${tableOf(played)}\n\n`)
}

/** Providers whose own account a customer can connect. */
export const ownProviders = (): readonly ProviderManifest[] => LIVE.filter(({ credential }) => credential === 'api_key')

/**
 * Connects an account of the customer's own at each provider, and answers those that went otherwise than
 * `NOT_CONNECTABLE` states.
 */
export async function connectAll({ session }: Newcomer, { twins }: Stage): Promise<readonly string[]> {
  const connected = await inBatches(ownProviders(), async ({ slug }) => {
    const api_key = ownKeyOf(slug, 'own', twins.world.twins.get(slug)?.auth)
    const account = slug in HOSTS ? { account: HOSTS[slug] } : {}
    const { status, text } = await session.post(`/v1/connections/${slug}`, { api_key, ...account })
    return { slug, isConnected: status === 200, text }
  })
  return connected
    .filter(({ slug, isConnected }) => isConnected === slug in NOT_CONNECTABLE)
    .map(({ slug, isConnected, text }) => (isConnected ? `${slug}: take it from NOT_CONNECTABLE` : `${slug}: ${text}`))
}

/** Plays a lookup a provider on the customer's own accounts: each is free of charge and billed to that account. */
export async function walkOwn(
  customer: Newcomer,
  { twins }: Stage,
  journeys: readonly Journey[],
): Promise<readonly string[]> {
  const own = new Set(ownProviders().map(({ slug }) => slug))
  const lookups = oneEach(journeys.filter(({ provider, sends }) => own.has(provider) && !sends))
  const played = await inBatches(lookups, (journey) => play(customer, journey, null))
  print(played)
  const called = new Set(twins.world.calls.filter(({ account }) => /_own(?::|$)/.test(account)).map(({ twin }) => twin))
  return [
    ...played.filter(({ delivered, funded, charged }) => !delivered || funded || Number(charged) !== 0).map(problem),
    ...lookups.filter(({ provider }) => !called.has(provider)).map(({ provider }) => `${provider} was not called`),
  ]
}

/** Calls an endpoint of each kind of body at each provider. */
export async function walkRaw(customer: Newcomer, { own }: { readonly own: boolean }): Promise<readonly string[]> {
  const played = await inBatches(rawCalls(own), ({ name, request }) => buy(customer, name, request))
  print(played)
  return played.filter(({ delivered }) => !delivered).map(problem)
}

/** Kinds of bodies that neither the platform's calls nor those with an own key show. */
export const kindsNotCalled = (): readonly string[] => {
  const called = [...rawCalls(false), ...rawCalls(true)].map(({ name }) => /\(([^()]+)\)$/.exec(name)?.[1])
  return [...bodyKinds()].filter((kind) => !called.includes(kind))
}

/** What the ledger cannot prove. */
export const driftsOf = async ({ service }: Stage): Promise<readonly unknown[]> =>
  (await verifyLedger(service.db)).drifts
