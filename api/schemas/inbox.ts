import Type from 'typebox'
import { MAIL_NAME_PATTERN } from '../../domain/identity/shown-name.ts'
import { EMAIL_DOMAIN_STATUSES, USERNAME_LENGTH_MAX, USERNAME_PATTERN } from '../../domain/senders/inbox-address.ts'
import { INBOX_STATUSES } from '../../domain/senders/sender.ts'
import { closed, oneOf } from './common.ts'
import { named } from './named.ts'

/** Spec 4.13; decisions, "email inboxes". */
export const EmailInbox = named(
  'EmailInbox',
  closed({
    inbox_id: Type.String({ description: 'Send from it with `inbox_id`.' }),
    address: Type.String(),
    domain: Type.String(),
    status: oneOf(INBOX_STATUSES, { description: '`pending`: the provider has not answered yet. Repeat the request.' }),
    simulated: Type.Optional(Type.Literal(true, { description: 'A sandbox inbox: no mail is sent or received.' })),
  }),
)

export const EmailInboxList = closed({
  domains: Type.Array(closed({ domain: Type.String(), status: oneOf(EMAIL_DOMAIN_STATUSES) }), {
    description: "The domains for new inboxes: the provider's domain and your own.",
  }),
  items: Type.Array(EmailInbox),
  registered_domains: Type.Array(Type.String(), {
    description: 'Purchased domains that are not connected for mail yet.',
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
      pattern: MAIL_NAME_PATTERN,
      description: 'The name that recipients see beside the address.',
    }),
  ),
})
