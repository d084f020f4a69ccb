import { type Health, shownHealth } from '../../domain/routing/health-shown.ts'
import type { OfferRecord } from '../../domain/routing/health.ts'
import { readOfferRecords } from '../attempts/records.ts'
import type { Database } from '../database.ts'
import { type AccountState, readAccounts } from './queries.ts'

/** What is measured of providers, as one moment saw it: for showing, not for routing. */
export interface Availability {
  /** The workers hold a credential for it that is not used up; false for providers that no worker announced. */
  isUsable(provider: string): boolean
  /** `target`: a capability, or a raw endpoint as `METHOD /path`. */
  healthOf(provider: string, target: string): Health
}

export type ReadAvailability = () => Promise<Availability>

/** The live environment's; read at most once in `maxAgeMs`, whoever asks. A failed read is not kept. */
export function createAvailability({ db, now, maxAgeMs }: { db: Database; now: () => number; maxAgeMs: number }): ReadAvailability {
  let latest: { readonly atMs: number; readonly read: Promise<Availability> } | null = null
  return () => {
    if (latest !== null && now() - latest.atMs < maxAgeMs) return latest.read
    const started = { atMs: now(), read: readAll(db) }
    latest = started
    started.read.catch(() => {
      if (latest === started) latest = null
    })
    return started.read
  }
}

async function readAll(db: Database): Promise<Availability> {
  const [accounts, records] = await Promise.all([readAccounts(db), readOfferRecords(db, 'live')])
  const byProvider = new Map<string, AccountState>(accounts.map((account) => [account.provider, account]))
  const byTarget = new Map<string, OfferRecord>(records.map((record) => [`${record.provider} ${record.capability}`, record]))
  return {
    isUsable(provider) {
      const account = byProvider.get(provider)
      return account !== undefined && account.usable && !account.exhausted
    },
    healthOf: (provider, target) => shownHealth(byTarget.get(`${provider} ${target}`)),
  }
}
