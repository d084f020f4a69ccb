export const FOOTERS = ['off', 'append'] as const
export const AI_DISCLOSURES = ['off', 'line'] as const
export const NOTICE_LINKS = ['off', 'first_message'] as const
export const DECLINED = ['off', 'suppress'] as const
export const UNKNOWN_COUNTRIES = ['pass', 'block'] as const
/** ISO 3166-1 has 249 countries. */
export const COUNTRIES_MAX = 249

/** What a workspace requires of its messages, and adds to them. */
export interface OutreachRules {
  /** `append`: name, postal address and unsubscribe link end an email to one recipient. */
  readonly footer: (typeof FOOTERS)[number]
  /** The countries, ISO 3166-1 alpha-2, whose people are written to only with a stated basis. */
  readonly require_basis_for: readonly string[]
  /** What a send without a basis does where the recipient's country is unknown. */
  readonly unknown_country: (typeof UNKNOWN_COUNTRIES)[number]
  readonly require_profile: boolean
  /** `line`: a message that a model wrote states so. */
  readonly ai_disclosure: (typeof AI_DISCLOSURES)[number]
  /** `first_message`: a first message has the link of the person's page. */
  readonly notice_link: (typeof NOTICE_LINKS)[number]
  /** `suppress`: a message of the class `not_interested` suppresses its sender, as an objection does. */
  readonly not_interested: (typeof DECLINED)[number]
}

/** The policy of a workspace that has set none: nothing is required, and nothing is added. */
export const NO_OUTREACH_POLICY: OutreachRules = {
  footer: 'off',
  require_basis_for: [],
  unknown_country: 'pass',
  require_profile: false,
  ai_disclosure: 'off',
  notice_link: 'off',
  not_interested: 'off',
}
