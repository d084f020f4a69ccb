import type { Accuracy } from '../../domain/bounces/accuracy.ts'
import { platformAccountId } from '../../domain/providers/account.ts'
import type { Health } from '../../domain/routing/health-shown.ts'
import type { Database } from '../database.ts'
import type { ProviderHealth } from '../health/provider-health.ts'
import { createCachedValue } from '../cached-value.ts'
import { readAccounts } from './queries.ts'

/** The measurements of providers at one moment: for display, not for routing. */
export interface Availability {
  /** The workers hold a credential for it whose quota is not used up; false for providers that no worker announced. */
  isUsable(provider: string): boolean
  /** `target`: a capability, or a raw endpoint as `METHOD /path`. */
  healthOf(provider: string, target: string): Health
  accuracyOf(provider: string): Accuracy
}

export type ReadAvailability = () => Promise<Availability>

export interface AvailabilityParts {
  readonly db: Database
  readonly health: ProviderHealth
  readonly now: () => number
  readonly maxAgeMs: number
}

/**
 * The measurements of the live environment, read at most once in `maxAgeMs` for all callers. A failed read is not kept.
 */
export function createAvailability({ db, health, now, maxAgeMs }: AvailabilityParts): ReadAvailability {
  const usable = createCachedValue({ read: () => readUsable(db), now, maxAgeMs })
  return async () => {
    const [accounts, view] = await Promise.all([usable.get(), health.latest()])
    const { healthOf, accuracyOf } = view
    return { isUsable: (provider) => accounts.has(platformAccountId(provider)), healthOf, accuracyOf }
  }
}

const readUsable = async (db: Database): Promise<ReadonlySet<string>> =>
  new Set((await readAccounts(db)).filter(({ usable, exhausted }) => usable && !exhausted).map(({ id }) => id))
