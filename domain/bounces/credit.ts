import { readSubject } from '../identity/read.ts'
import type { JsonObject } from '../json/json.ts'
import type { Microdollars } from '../money/microdollars.ts'

/** The capabilities that sell an email address, or the word that one is valid (decisions, "Bounce credit"). */
export const ADDRESS_CAPABILITIES = [
  'contact.find',
  'contact.find_by_profile',
  'contact.personal_email',
  'contact.verify',
] as const

/** How long after a run an address that it has sold may bounce, and the run is credited. */
export const BOUNCE_CREDIT_DAYS = 30

/** A send whose outcome is stored later than this after the report has lost its worker: its message's id is unknown. */
export const REPORT_WAIT_DAYS = 1

/** How long a charge for an address may be credited: a report of the last day waits for its send. */
export const CREDITABLE_DAYS = BOUNCE_CREDIT_DAYS + REPORT_WAIT_DAYS

/** What became of mail to a sold address. */
export const ADDRESS_OUTCOMES = ['delivered', 'bounced'] as const
export type AddressOutcome = (typeof ADDRESS_OUTCOMES)[number]

export interface AddressAnswer {
  readonly capability: string | null
  readonly input: JsonObject
  readonly output: JsonObject | null
}

/**
 * The address that an answer has sold, as suppressions name it; null: none. It is the one that the answer recommends:
 * further ones of a personal email come without a charge.
 */
export function soldAddress({ capability, input, output }: AddressAnswer): string | null {
  const address =
    capability !== 'contact.verify' ? output?.['email'] : output?.['status'] === 'valid' ? input['email'] : null
  return typeof address === 'string' ? (readSubject(address, 'email')?.value ?? null) : null
}

/**
 * Another run that has sold something to the same workspace, by the same capability and provider: in the 30 days before
 * this one, or later. Runs with a charge are compared with each other, and runs without one.
 */
export interface OtherSale {
  readonly address: string | null
  /** It has ended after this run. */
  readonly later: boolean
  readonly outcome: AddressOutcome | null
  /** The same report is not yet applied to it. */
  readonly waits: boolean
}

export interface ReportedAddress {
  /** What a provider reports. */
  readonly outcome: AddressOutcome
  /** The report has waited for so long that its send will not become known any more. */
  readonly expired: boolean
  readonly sold: {
    readonly address: string | null
    readonly at: Date
    /** Microdollars; null: nothing. */
    readonly charged: Microdollars | null
    /** Its final bill may still change the charge. */
    readonly billDue: boolean
    /** What was reported before. */
    readonly outcome: AddressOutcome | null
  }
  /** The workspace's own send, by the message's id; null: it is not known yet, or never was. */
  readonly send: { readonly at: Date; readonly recipients: readonly string[] } | null
  readonly others: readonly OtherSale[]
}

/**
 * `credit` is zero where nothing was charged. `counted`: the report counts for the provider; without it, another run
 * that has sold the address was credited and counted.
 */
export type AddressStep =
  | { readonly kind: 'wait' | 'ignore' }
  | { readonly kind: 'note'; readonly credit: Microdollars; readonly counted: boolean }

/**
 * What a report does to a run that has sold one of its addresses. Only a send of this address after the run counts, and
 * a bounce counts once: it replaces a delivery that a mail server had confirmed too early. Of several runs that have
 * sold the address, one counts and is credited in 30 days: the latest before the send.
 */
export function judgeReport({ outcome, expired, sold, send, others }: ReportedAddress): AddressStep {
  if (sold.address === null || sold.outcome === 'bounced' || sold.outcome === outcome) return { kind: 'ignore' }
  if (send === null || sold.billDue) return { kind: expired ? 'ignore' : 'wait' }
  if (!send.recipients.includes(sold.address) || send.at < sold.at) return { kind: 'ignore' }
  const same = others.filter(({ address }) => address === sold.address)
  if (same.some((one) => one.outcome === 'bounced' || one.outcome === outcome))
    return outcome === 'bounced' ? { kind: 'note', credit: 0n, counted: false } : { kind: 'ignore' }
  // The later one may turn out to be sold after the send, or to be deleted: then this one counts.
  if (same.some(({ later, waits }) => later && waits)) return { kind: 'wait' }
  return { kind: 'note', credit: outcome === 'bounced' ? (sold.charged ?? 0n) : 0n, counted: true }
}
