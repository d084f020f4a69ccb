/** Who a workspace is when it writes to people. A member that is null is not known. */
export interface KnownSender {
  readonly legal_name: string | null
  readonly postal_address: string | null
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
  /** An email address, a phone number or a URL. */
  readonly contact: string | null
  readonly privacy_url: string | null
}

/** The profile of a workspace that has set none. */
export const NO_PROFILE: KnownSender = {
  legal_name: null,
  postal_address: null,
  country: null,
  contact: null,
  privacy_url: null,
}

/** What the laws of the United States, Canada and the EU require of every commercial message about its sender. */
const REQUIRED = ['legal_name', 'postal_address', 'contact'] as const

/** The members without which a profile is not complete. */
export const missingOf = (profile: KnownSender): readonly (typeof REQUIRED)[number][] =>
  REQUIRED.filter((member) => profile[member] === null)
