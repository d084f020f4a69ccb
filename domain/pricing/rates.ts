import { parseUsd, USD_PATTERN, type Microdollars } from '../money/microdollars.ts'
import { type Multiplier, parseMultiplier } from '../money/multiplier.ts'
import type { PlanName } from '../tables/limits.ts'

/** The facts that decide a workspace's prices: its plan, and its negotiated rates by target. */
export interface Rates {
  readonly plan: PlanName
  readonly negotiated: Readonly<Record<string, string>>
}

/** The rates for a client without a key. */
export const LIST_RATES: Rates = { plan: 'pay_per_call', negotiated: {} }

/** The maximum of rates for a workspace: they are read with every run. */
export const NEGOTIATED_MAX = 200

/**
 * The target of a rate: `contact.find`, `contact.find@hunter`, or `raw:hunter` for every raw endpoint of a provider.
 */
export type RateTarget =
  | { readonly kind: 'capability'; readonly capability: string }
  | { readonly kind: 'offer'; readonly capability: string; readonly provider: string }
  | { readonly kind: 'raw'; readonly provider: string }

export const capabilityTarget = (capability: string): string => capability
export const offerTarget = (capability: string, provider: string): string => `${capability}@${provider}`
export const rawTarget = (provider: string): string => `raw:${provider}`

/** null: the text is none of the three. It does not check whether the names exist. */
export function parseTarget(text: string): RateTarget | null {
  const raw = /^raw:([a-z0-9-]+)$/.exec(text)
  if (raw?.[1] !== undefined) return { kind: 'raw', provider: raw[1] }
  const routed = /^([a-z]+\.[a-z_]+)(?:@([a-z0-9-]+))?$/.exec(text)
  if (routed?.[1] === undefined) return null
  return routed[2] === undefined
    ? { kind: 'capability', capability: routed[1] }
    : { kind: 'offer', capability: routed[1], provider: routed[2] }
}

/**
 * `0.02`: this many USD for a call, whatever it delivers. `85%`: this share of the list price; it may exceed 100%.
 * `x1.2`: the multiplier of raw calls in place of the platform rate.
 */
export type RateTerms =
  | { readonly kind: 'amount'; readonly amount: Microdollars }
  | { readonly kind: 'percent'; readonly hundredths: bigint }
  | { readonly kind: 'multiplier'; readonly multiplier: Multiplier }

const amount = new RegExp(USD_PATTERN)
const HUNDREDTHS = 100n
/** Beyond these bounds a number is more likely a slip than a price: from 1 % to ten times the list price. */
const PERCENT_MIN = 1n * HUNDREDTHS
const PERCENT_MAX = 1_000n * HUNDREDTHS
const MULTIPLIER_MIN: Multiplier = 10_000n
const MULTIPLIER_MAX: Multiplier = 10_000_000n

/** null: the text has none of the three forms, or is out of bounds. */
export function parseTerms(text: string): RateTerms | null {
  if (amount.test(text)) return { kind: 'amount', amount: parseUsd(text) }
  const percent = /^(\d{1,4})(?:\.(\d{1,2}))?%$/.exec(text)
  if (percent?.[1] !== undefined) {
    const hundredths = BigInt(percent[1]) * HUNDREDTHS + BigInt((percent[2] ?? '').padEnd(2, '0'))
    return hundredths >= PERCENT_MIN && hundredths <= PERCENT_MAX ? { kind: 'percent', hundredths } : null
  }
  if (!/^x\d{1,3}(\.\d{1,6})?$/.test(text)) return null
  const multiplier = parseMultiplier(text.slice(1))
  return multiplier >= MULTIPLIER_MIN && multiplier <= MULTIPLIER_MAX ? { kind: 'multiplier', multiplier } : null
}

/** A provider's cost never decides the price of a capability call, and always that of a raw call (Spec 1.2). */
export const fits = (target: RateTarget, terms: RateTerms): boolean =>
  terms.kind === 'percent' || (target.kind === 'raw') === (terms.kind === 'multiplier')
