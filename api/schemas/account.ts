import Type from 'typebox'
import { MESSAGING_ACCOUNT_STATUSES } from '../../domain/senders/sender.ts'
import { closed, nullable, oneOf, Timestamp } from './common.ts'
import { named } from './named.ts'

/** Spec 4.13; decisions, "accounts". */
export const MessagingAccount = named('MessagingAccount', closed({
  account_id: Type.String({ description: 'Send from it with `account_id`.' }),
  name: Type.String({ description: 'What the network calls it.' }),
  status: oneOf(MESSAGING_ACCOUNT_STATUSES),
  connected_at: nullable(Timestamp, { description: 'When it was connected last.' }),
  simulated: Type.Optional(Type.Literal(true, { description: 'An account of the sandbox: nothing reaches anybody.' })),
}))

export const MessagingAccountList = closed({ items: Type.Array(MessagingAccount) })

/** A network that nobody knows is no path of this API, so its word is not checked here. */
export const NetworkParams = closed({ network: Type.String({ description: '`linkedin`, `instagram`, `whatsapp` or `gmail`.', maxLength: 64 }) })
export const AccountParams = closed({
  network: Type.String({ description: '`linkedin`, `instagram`, `whatsapp` or `gmail`.', maxLength: 64 }), account_id: Type.String({ maxLength: 64 }),
})

export const ConnectAccountRequest = closed({
  account_id: Type.Optional(Type.String({ maxLength: 64, description: 'An account of this network that lost its session, to connect it again. Left out: a new one.' })),
})

export const ConnectLink = closed({ connect_url: Type.String({ format: 'uri', description: 'Open it in a browser within the hour: a person signs in to the network there.' }) })
