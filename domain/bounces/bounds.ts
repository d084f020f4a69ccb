import { domainsOf } from '../identity/covers.ts'
import { isPublicMailDomain } from '../identity/shared-hosts.ts'
import type { Microdollars } from '../money/microdollars.ts'

/** The days in which credits are counted against their bounds. */
export const CREDIT_WINDOW_DAYS = 30

/**
 * Credits for addresses of one domain that need no person: its owner can let every invented address bounce. An honest
 * buyer of three dead addresses of one company has a reason to talk to the operator.
 */
export const CREDITS_OF_DOMAIN_MAX = 3

/** In credits of a window, whatever was charged: some thirty finds, so that a newcomer's bad first list comes back. */
export const CREDITED_FREELY_MAX: Microdollars = 1_000_000n

/** Beyond that, this part of the window's charges: the worst finders bounce at about a tenth. */
export const CREDITED_PART_OF_CHARGES = 4n

/** Why a credit waits for an operator. */
export const HELD_REASONS = ['domain', 'share'] as const
export type HeldReason = (typeof HELD_REASONS)[number]

/** What a workspace was credited and charged in the window. */
export interface CreditedSoFar {
  /** Credits for addresses of the same domain; those that wait for an operator count too. */
  readonly ofDomain: number
  readonly credited: Microdollars
  /** For addresses. */
  readonly charged: Microdollars
}

/** The registered domain whose owner decides what bounces; null: a public mail service, which many people share. */
export function bouncingDomain(address: string): string | null {
  const host = address.slice(address.lastIndexOf('@') + 1)
  return isPublicMailDomain(host) ? null : (domainsOf({ kind: 'email', value: address }).at(-1) ?? host)
}

/** Why a credit for a bounce is held back for an operator's decision; null: it is given. */
export function heldReason(amount: Microdollars, { ofDomain, credited, charged }: CreditedSoFar): HeldReason | null {
  if (ofDomain >= CREDITS_OF_DOMAIN_MAX) return 'domain'
  const allowed = charged / CREDITED_PART_OF_CHARGES
  return credited + amount > (allowed > CREDITED_FREELY_MAX ? allowed : CREDITED_FREELY_MAX) ? 'share' : null
}
