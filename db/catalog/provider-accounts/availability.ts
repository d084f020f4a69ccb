import { type Accuracy, shownAccuracy } from '../../../domain/bounces/accuracy.ts'
import { platformAccountId } from '../../../domain/providers/account.ts'
import { type Health, shownHealth } from '../../../domain/routing/health-shown.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Database } from '../../database.ts'
import type { ProviderHealth } from '../health/provider-health.ts'
import { createCachedValue } from '../../cached-value.ts'
import { readAccounts } from './queries.ts'

/** The measurements of providers in one environment at one moment: for display, not for routing. */
export interface Availability {
  readonly environment: Environment
  /** The workers hold a credential for it whose quota is not used up; false for providers that no worker announced. */
  isUsable(provider: string): boolean
  /** `target`: a capability, or a raw endpoint as `METHOD /path`. */
  healthOf(provider: string, target: string): Health
  accuracyOf(provider: string): Accuracy
}

export type ReadAvailability = (environment: Environment) => Promise<Availability>

export interface AvailabilityParts {
  readonly db: Database
  readonly health: ProviderHealth
  readonly now: () => number
  readonly maxAgeMs: number
}

/** The sandbox simulates every provider, with no account, and its scenarios state nothing about health. */
const SANDBOX: Availability = {
  environment: 'test',
  isUsable: () => true,
  healthOf: () => shownHealth(undefined),
  accuracyOf: () => shownAccuracy(),
}

/**
 * The measurements of the live environment are read at most once in `maxAgeMs` for all callers. A failed read is not
 * kept.
 */
export function createAvailability({ db, health, now, maxAgeMs }: AvailabilityParts): ReadAvailability {
  const usable = createCachedValue({ read: () => readUsable(db), now, maxAgeMs })
  return async (environment) => {
    if (environment === 'test') return SANDBOX
    const [accounts, view] = await Promise.all([usable.get(), health.latest()])
    const { healthOf, accuracyOf } = view
    return { environment, isUsable: (provider) => accounts.has(platformAccountId(provider)), healthOf, accuracyOf }
  }
}

const readUsable = async (db: Database): Promise<ReadonlySet<string>> =>
  new Set((await readAccounts(db)).filter(({ usable, exhausted }) => usable && !exhausted).map(({ id }) => id))
