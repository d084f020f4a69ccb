import type { ProviderSettings } from '../../activities/providers/settings.ts'
import type { Database } from '../../db/database.ts'
import type { ListedCall } from '../twins/kit/calls.ts'
import type { Twins } from '../twins/kit/host.ts'
import type { Mode, ModeName } from '../twins/kit/mode.ts'
import { twinSettings } from '../twins/kit/settings.ts'
import { startTwins } from '../twins/twins.ts'
import { httpClient } from './http.ts'

/** The twins of live providers, for a service that calls them. */
export interface LiveProviders {
  readonly twins: Twins
  readonly settings: ProviderSettings
  /** Lets something happen at a provider: a mail arrives, a person signs in. */
  happen(twin: string, happening: string, what?: object): Promise<Record<string, unknown>>
  /** The calls of a twin so far, or those of one of its endpoints (`POST /emails`). */
  calls(twin: string, route?: string): readonly ListedCall[]
  /** How a twin behaves from now on. */
  set(twin: string, mode: ModeName, more?: Partial<Mode>): void
  /** The owner of an account revokes its key. */
  revoke(twin: string, account: string): Promise<void>
  /** Every twin behaves as usual, and its calls so far are forgotten. */
  calm(): void
  /** The same, and the accounts at the providers are forgotten with what they hold. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** Those of contact.find, of emails and of actors. */
export const SEVERAL = ['hunter', 'findymail', 'leadmagic', 'resend', 'agentmail', 'apify'] as const

/** `slugs`: those whose settings the service gets; all, where it is null. */
export async function startLiveProviders(slugs: readonly string[] | null = SEVERAL): Promise<LiveProviders> {
  const twins = await startTwins()
  const { world } = twins
  const control = httpClient(twins.url)
  return {
    twins,
    settings: twinSettings(world, slugs ?? undefined),
    async happen(twin, happening, what = {}) {
      const answer = await control.post('/_twin/happen', { twin, happening, ...what })
      if (answer.status !== 200) throw new Error(`${happening} at ${twin}: ${answer.text}`)
      return Object.assign({}, answer.body)
    },
    calls: (twin, route) =>
      world.calls.filter((call) => call.twin === twin && (route === undefined || call.route === route)),
    set: (twin, mode, more = {}) => void world.modes.set(twin, { mode, ms: 0, times: null, ...more }),
    async revoke(twin, account) {
      await control.post('/_twin/revoke', { twin, account })
    },
    calm() {
      world.modes.clear()
      world.calls.length = 0
    },
    async reset() {
      await control.post('/_twin/reset')
    },
    close: twins.close,
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
