import type { ProviderSettings } from '../../activities/providers/settings.ts'
import type { Database } from '../../db/database.ts'
import { fixture } from '../fixtures/load.ts'
import { type ActorPlatform, startActorPlatform } from './actor-platform.ts'
import { type Simulator, startSimulator } from './http-simulator.ts'

/** Simulators of the providers of contact.find, of emails and of actors, speaking their contracts over HTTP. */
export interface LiveProviders {
  readonly hunter: Simulator
  readonly findymail: Simulator
  readonly leadmagic: Simulator
  /** For sends. */
  readonly resend: Simulator
  readonly agentmail: Simulator
  readonly apify: ActorPlatform
  readonly settings: ProviderSettings
  close(): Promise<void>
}

export async function startLiveProviders(): Promise<LiveProviders> {
  const [hunter, findymail, leadmagic, resend, agentmail, apify] = await Promise.all([
    startSimulator(),
    startSimulator(),
    startSimulator(),
    startSimulator(),
    startSimulator(),
    startActorPlatform(),
  ])
  hunter.script(fixture('hunter/found'))
  findymail.script(fixture('findymail/found'))
  leadmagic.script(fixture('leadmagic/found'))
  apify.script({ items: [{ url: 'https://example.com/1' }], cost: 0.01 })
  return {
    hunter,
    findymail,
    leadmagic,
    resend,
    agentmail,
    apify,
    settings: {
      hunter: { apiKey: 'hunter-key', baseUrl: hunter.url },
      findymail: { apiKey: 'findymail-key', baseUrl: findymail.url },
      leadmagic: { apiKey: 'leadmagic-key', baseUrl: leadmagic.url },
      resend: { apiKey: 'resend-key', baseUrl: resend.url },
      agentmail: { apiKey: 'agentmail-key', baseUrl: agentmail.url },
      apify: { apiKey: 'apify-key', baseUrl: apify.url },
    },
    close: async () => {
      const all = [hunter, findymail, leadmagic, resend, agentmail, apify]
      await Promise.all(all.map((provider) => provider.close()))
    },
  }
}

/** Takes every share of the provider's platform account: its bucket is empty for hours and every lease is taken. */
export async function occupyAccount(db: Database, provider: string): Promise<void> {
  await db.pool.query(
    `update provider_account set tokens = -1e6, refilled_at = clock_timestamp(),
       leases = (select jsonb_object_agg('taken:' || n, 9e15) from generate_series(1, 1000) n)
     where provider = $1`,
    [provider],
  )
}

/** Gives the shares back that `occupyAccount` has taken. */
export async function freeAccount(db: Database, provider: string): Promise<void> {
  await db.pool.query(
    `update provider_account set tokens = 1000, refilled_at = clock_timestamp(), leases = '{}' where provider = $1`,
    [provider],
  )
}

/** A live raw run of an actor. */
export const runActor = (more: Readonly<Record<string, unknown>> = {}) => ({
  provider: 'apify',
  endpoint: '/v2/actors/{actorId}/runs',
  path: { actorId: 'apify~instagram-scraper' },
  input: { search: 'shoes' },
  ...more,
})

/** A live request that only this provider serves. */
export const findThrough = (provider: string, more: Readonly<Record<string, unknown>> = {}) => ({
  capability: 'contact.find',
  input: { full_name: 'Ada Example', domain: 'example.com' },
  routing: { provider },
  ...more,
})
