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
    status: oneOf(INBOX_STATUSES, { description: '`pending`: the provider has not answered yet; ask for it again.' }),
    simulated: Type.Optional(
      Type.Literal(true, { description: 'An inbox of the sandbox: no mail leaves or arrives.' }),
    ),
  }),
)

export const EmailInboxList = closed({
  domains: Type.Array(closed({ domain: Type.String(), status: oneOf(EMAIL_DOMAIN_STATUSES) }), {
    description: "What inboxes can be made under: the provider's domain and your own.",
  }),
  items: Type.Array(EmailInbox),
  registered_domains: Type.Array(Type.String(), {
    description: 'Domains that were bought and are not connected for mail yet.',
  }),
})

export const EmailInboxCreate = closed({
  username: Type.String({
    pattern: USERNAME_PATTERN,
    maxLength: USERNAME_LENGTH_MAX,
    description: 'What stands before the sign: letters and digits, with single `.`, `_`, `+` or `-` between them.',
    examples: ['sales'],
  }),
  domain: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 253,
      description: "One of your active domains; the provider's own when it is left out.",
      examples: ['agentmail.to'],
    }),
  ),
  display_name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: MAIL_NAME_PATTERN,
      description: 'What recipients see beside the address.',
    }),
  ),
})
