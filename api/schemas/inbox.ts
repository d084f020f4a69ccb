import Type from 'typebox'
import { EMAIL_DISPLAY_NAME_PATTERN } from '../../domain/words/display-name.ts'
import { EMAIL_DOMAIN_STATUSES, USERNAME_LENGTH_MAX, USERNAME_PATTERN } from '../../domain/senders/inbox-address.ts'
import { ALIGNED, DMARC_POLICIES, DNS_TYPES, PROOFS, RECORD_STATES } from '../../domain/senders/mail-authentication.ts'
import { INBOX_STATUSES } from '../../domain/senders/sender.ts'
import { closed, nullable, oneOf, Timestamp } from './common.ts'
import { named } from './named.ts'

export const MailAccount = oneOf(['platform', 'own'], {
  description:
    'The account at the provider: the platform’s, or your own, whose key is connected. Sends use this account.',
})

/** Spec 4.13; decisions, "email inboxes". */
export const EmailInbox = named(
  'EmailInbox',
  closed({
    inbox_id: Type.String({ description: 'Send from it with `inbox_id`.' }),
    address: Type.String(),
    domain: Type.String(),
    status: oneOf(INBOX_STATUSES, {
      description:
        '`pending`: the provider has not answered yet; repeat the request. `disabled`: it is in your own account at the provider, which is not connected.',
    }),
    account: MailAccount,
    simulated: Type.Optional(Type.Literal(true, { description: 'A sandbox inbox: no mail is sent or received.' })),
  }),
)

const Record = closed({
  type: Type.String({ examples: ['TXT'] }),
  name: Type.String({ description: 'The name of the record, as the provider writes it.' }),
  value: Type.String(),
  priority: Type.Optional(Type.Integer({ description: 'Only of an MX record.' })),
  ttl: Type.Optional(Type.String()),
  purpose: Type.Optional(Type.String({ description: 'What it is for, such as SPF or DKIM.' })),
  status: Type.Optional(Type.String({ description: 'Whether the provider has found it: `verified` if it has.' })),
})

const CheckedRecord = closed({
  proof: oneOf(PROOFS),
  type: oneOf(DNS_TYPES),
  name: Type.String({ description: 'The full name.' }),
  expected: Type.String(),
  found: Type.Array(Type.String(), { description: 'What the DNS has under this name, of this kind.' }),
  state: oneOf(RECORD_STATES),
  hint: Type.Optional(Type.String({ description: 'What to do. Absent where nothing is to be done.' })),
})

/** Decisions, "Mail authentication". */
const Authentication = closed({
  state: oneOf(['proven', 'unproven', 'unknown'], {
    description:
      '`proven`: receivers find a DMARC record, and SPF or DKIM that is aligned with the domain. `unknown`: it has not been looked up, or no name server has answered yet.',
  }),
  checked_at: nullable(Timestamp),
  records: Type.Array(CheckedRecord, { description: 'Each record as it should be, and as it was found.' }),
  dmarc: nullable(
    closed({
      policy: oneOf(DMARC_POLICIES, { description: 'What receivers do with mail that does not prove itself.' }),
      name: Type.String({ description: 'The name that has the record.' }),
      aligned: Type.Array(oneOf(ALIGNED)),
    }),
  ),
})

/** Decisions, "sending domains". */
export const EmailDomain = named(
  'EmailDomain',
  closed({
    domain: Type.String({ examples: ['mail.example.com'] }),
    status: oneOf([...EMAIL_DOMAIN_STATUSES, 'removed'], {
      description:
        '`pending`: publish the records, then check. `active`: mail can be sent. `failed`: the provider did not find the records.',
    }),
    records: Type.Array(Record, {
      description: 'The DNS records to publish. Empty while the provider has not answered: repeat the request.',
    }),
    authentication: Type.Object(Authentication.properties, {
      additionalProperties: false,
      description: 'How mail of this domain proves itself to receivers, looked up with each check and once a day.',
    }),
    provider: Type.String({ description: 'The provider that verifies the domain and sends its mail.' }),
    account: MailAccount,
    created_at: Timestamp,
    simulated: Type.Optional(Type.Literal(true, { description: 'A sandbox domain: a check verifies it.' })),
  }),
)

export const EmailDomainList = closed({ items: Type.Array(EmailDomain) })

const DomainName = Type.String({
  minLength: 1,
  maxLength: 253,
  description: 'A domain or subdomain whose DNS records you can publish.',
  examples: ['mail.example.com'],
})

export const EmailDomainAdd = closed({ domain: DomainName })
export const EmailDomainParams = closed({ domain: DomainName })

export const EmailInboxList = closed({
  domains: Type.Array(closed({ domain: Type.String(), status: oneOf(EMAIL_DOMAIN_STATUSES) }), {
    description: "The provider's domain, where it can be used, and your own; new inboxes need an `active` one.",
  }),
  items: Type.Array(EmailInbox),
  registered_domains: Type.Array(Type.String(), {
    description: 'Your domains that are not connected for mail yet: their records are not verified.',
  }),
})

export const EmailInboxCreate = closed({
  username: Type.String({
    pattern: USERNAME_PATTERN,
    maxLength: USERNAME_LENGTH_MAX,
    description: 'The part before the @: letters and digits, with single `.`, `_`, `+` or `-` between them.',
    examples: ['sales'],
  }),
  domain: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 253,
      description: 'One of your active domains; the domain of the provider if omitted.',
      examples: ['agentmail.to'],
    }),
  ),
  display_name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: EMAIL_DISPLAY_NAME_PATTERN,
      description: 'The name that recipients see next to the address.',
    }),
  ),
})
