import Type, { type Static } from 'typebox'
import {
  AI_DISCLOSURES,
  COUNTRIES_MAX,
  DECLINED,
  FOOTERS,
  NOTICE_LINKS,
  UNKNOWN_COUNTRIES,
} from '../../domain/law/policy.ts'
import { changesOf, closed, nullable, oneOf } from './common.ts'
import { named } from './named.ts'

/** Company registers allow names of this length. */
const NAME_LENGTH_MAX = 200
/** A postal address of several lines. */
const ADDRESS_LENGTH_MAX = 500
const URL_LENGTH_MAX = 2_000

const line = (maxLength: number, description: string, example: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', description, examples: [example] })

const country = (description: string) => Type.String({ pattern: '^[A-Za-z]{2}$', description, examples: ['DE'] })

const profile = {
  legal_name: line(NAME_LENGTH_MAX, 'The name under which the sender does business.', 'Example GmbH'),
  postal_address: line(ADDRESS_LENGTH_MAX, 'Where mail reaches the sender.', 'Musterweg 1, 10115 Berlin, Germany'),
  country: country('The country of the sender, ISO 3166-1 alpha-2.'),
  contact: line(NAME_LENGTH_MAX, 'An email address, a phone number or a page for questions.', 'privacy@example.com'),
  privacy_url: Type.String({
    format: 'uri',
    pattern: '^https?://',
    maxLength: URL_LENGTH_MAX,
    description: 'The privacy notice of the sender.',
    examples: ['https://example.com/privacy'],
  }),
}

/** Who a workspace is when it writes to people (decisions, "Law by construction"). */
export const SenderProfile = named(
  'SenderProfile',
  closed({
    legal_name: nullable(profile.legal_name),
    postal_address: nullable(profile.postal_address),
    country: nullable(profile.country),
    contact: nullable(profile.contact),
    privacy_url: nullable(profile.privacy_url),
    missing: Type.Array(Type.String(), {
      description: 'The members without which the profile is not complete.',
      examples: [['contact']],
    }),
  }),
)
export type SenderProfile = Static<typeof SenderProfile>

/** The body of `PUT /v1/sender-profile`. */
export const SenderProfileUpdate = named('SenderProfileUpdate', closed(changesOf(profile)))

const policy = {
  footer: oneOf(FOOTERS, {
    description:
      '`append`: an email to one recipient ends with the name and postal address of the sender and an unsubscribe link, in text and HTML. Replies and `transactional` emails are left alone.',
  }),
  require_basis_for: Type.Array(country('ISO 3166-1 alpha-2.'), {
    maxItems: COUNTRIES_MAX,
    uniqueItems: true,
    description: 'A send to a person in one of these countries needs `basis` in its input.',
    examples: [['CA', 'DE']],
  }),
  unknown_country: oneOf(UNKNOWN_COUNTRIES, {
    description:
      'What a send without `basis` does where the country of a recipient is unknown and `require_basis_for` names some: it passes with a hint, or is `blocked`.',
  }),
  require_profile: Type.Boolean({ description: 'No send without a complete sender profile.' }),
  ai_disclosure: oneOf(AI_DISCLOSURES, {
    description: '`line`: a message with `ai_generated` states so, in a line and, as an email, in a header.',
  }),
  notice_link: oneOf(NOTICE_LINKS, {
    description:
      "`first_message`: a first message has a link to the recipient's page, which shows what you hold, and takes objections and requests to erase.",
  }),
  not_interested: oneOf(DECLINED, {
    description: '`suppress`: a received message of the class `not_interested` suppresses its sender.',
  }),
}

/** What a workspace requires of its messages, and adds to them (decisions, "Law by construction"). */
export const OutreachPolicy = named('OutreachPolicy', closed(policy))
export type OutreachPolicy = Static<typeof OutreachPolicy>

/** The body of `PUT /v1/outreach-policy`. */
export const OutreachPolicyUpdate = named('OutreachPolicyUpdate', closed(changesOf(policy)))
