import Type from 'typebox'
import { MESSAGING_ACCOUNT_STATUSES } from '../../domain/senders/sender.ts'
import { closed, nullable, oneOf, Timestamp } from './common.ts'
import { named } from './named.ts'

/** Spec 4.13; decisions, "accounts". */
export const MessagingAccount = named(
  'MessagingAccount',
  closed({
    account_id: Type.String({ description: 'Send from it with `account_id`.' }),
    name: Type.String({ description: 'What the network calls it.' }),
    status: oneOf(MESSAGING_ACCOUNT_STATUSES),
    connected_at: nullable(Timestamp, { description: 'When it was connected last.' }),
    simulated: Type.Optional(
      Type.Literal(true, { description: 'An account of the sandbox: nothing reaches anybody.' }),
    ),
  }),
)

export const MessagingAccountList = closed({ items: Type.Array(MessagingAccount) })

export const AccountParams = closed({
  account_id: Type.String({
    maxLength: 64,
    description: 'As the list of accounts names it.',
    examples: ['acct_01j9zq3v6n4k8w2x5y7a9b1c3d'],
  }),
})

export const ConnectAccountRequest = closed({
  account_id: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'An account of this network that lost its session, to connect it again. Left out: a new one.',
    }),
  ),
})

export const ConnectLink = closed({
  connect_url: Type.String({
    format: 'uri',
    description: 'Open it in a browser within the hour: a person signs in to the network there.',
  }),
})
