import Type from 'typebox'
import { MESSAGING_ACCOUNT_STATUSES } from '../../domain/senders/sender.ts'
import { closed, nullable, oneOf, Timestamp } from './common.ts'
import { MailAccount } from './inbox.ts'
import { named } from './named.ts'

/** Spec 4.13; decisions, "accounts". */
export const MessagingAccount = named(
  'MessagingAccount',
  closed({
    account_id: Type.String({ description: 'Send from it with `account_id`.' }),
    name: Type.String({ description: 'The name of the account on the network.' }),
    status: oneOf(MESSAGING_ACCOUNT_STATUSES),
    account: MailAccount,
    connected_at: nullable(Timestamp, { description: 'The time of the last connection.' }),
    simulated: Type.Optional(Type.Literal(true, { description: 'A sandbox account: no message leaves.' })),
  }),
)

export const MessagingAccountList = closed({ items: Type.Array(MessagingAccount) })

export const AccountParams = closed({
  account_id: Type.String({
    maxLength: 64,
    description: 'The id of the account, as in the list of accounts.',
    examples: ['acct_01j9zq3v6n4k8w2x5y7a9b1c3d'],
  }),
})

export const ConnectAccountRequest = closed({
  account_id: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'An account of this network that lost its session, to reconnect it. Omit it for a new account.',
    }),
  ),
})

export const ConnectLink = closed({
  connect_url: Type.String({
    format: 'uri',
    description: 'Open it in a browser within one hour. A person signs in to the network there.',
  }),
})
