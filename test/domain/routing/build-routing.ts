import type { Capability } from '../../../domain/capabilities/capability.ts'
import { contactFind } from '../../../domain/capabilities/contact-find.ts'
import { parseUsd } from '../../../domain/money/microdollars.ts'
import type { Offer } from '../../../domain/providers/manifest.ts'
import type { RoutedOffer } from '../../../domain/routing/candidates.ts'
import type { OfferRecord } from '../../../domain/routing/health.ts'
import type { Candidate, RoutingRequest } from '../../../domain/routing/plan.ts'
import { CIRCUIT_FAILURES } from '../../../domain/routing/thresholds.ts'

/** A capability for routing rules. It differs from a real one only in what they read. */
export const buildCapability = (more: Partial<Capability> = {}): Capability => ({
  ...contactFind,
  slug: 'test.lookup',
  ...more,
})

export const buildRouting = (more: Partial<RoutingRequest> = {}): RoutingRequest => ({
  provider: 'auto',
  strategy: 'cheapest',
  max_cost: null,
  allow_fallback: true,
  fresh: false,
  allow_repeat: false,
  ...more,
})

export interface OfferTerms extends Partial<Omit<Offer, 'pricing'>> {
  /** A flat price in USD. */
  readonly price?: string
  readonly pricing?: Offer['pricing']
  readonly unusable?: string | null
  readonly record?: OfferRecord | undefined
}

/** An offer that needs `domain`, costs 0.01, answers quickly and has no record. */
export function buildOffer(
  provider: string,
  { price = '0.01', unusable = null, record, ...more }: OfferTerms = {},
): RoutedOffer {
  return {
    provider,
    unusable,
    record,
    offer: {
      capability: 'test.lookup',
      pricing: { model: 'flat', amount: parseUsd(price) },
      priceNote: '',
      verified: false,
      requires: [['domain']],
      expectedLatencyMs: 500,
      deadlineMs: 10_000,
      repeat: 'free',
      ...more,
    },
  }
}

/** A record of `successes` out of `calls`, the latest call a success a minute ago. */
export const buildRecord = (more: Partial<OfferRecord> = {}): OfferRecord => ({
  provider: 'any',
  target: 'test.lookup',
  calls: 100,
  successes: 100,
  latencyMsP50: 500,
  latencyMsP95: 900,
  failuresInRow: 0,
  lastSuccessAgeMs: 60_000,
  lastFailureAgeMs: null,
  month: null,
  reported: null,
  ...more,
})

/** A record whose circuit is open: it failed several times in a row, a second ago. */
export const brokenRecord = (): OfferRecord =>
  buildRecord({ successes: 100 - CIRCUIT_FAILURES, failuresInRow: CIRCUIT_FAILURES, lastFailureAgeMs: 1_000 })

export const buildCandidate = (provider: string, more: Partial<Candidate> = {}): Candidate => ({
  provider,
  price: { model: 'flat', amount: '0.01' },
  max_charge: '0.01',
  lane: 'quick',
  deadline_ms: 10_000,
  health: 'unknown',
  ...more,
})
