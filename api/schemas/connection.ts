import Type, { type Static } from 'typebox'
import { ACCOUNT_HOST_LENGTH_MAX } from '../../domain/connections/account-host.ts'
import { CREDENTIAL_LENGTH_MAX, CREDENTIAL_PATTERN } from '../../domain/connections/credential.ts'
import { closed, nullable, oneOf, Timestamp } from './common.ts'
import { named } from './named.ts'

/** A workspace's own key at a provider (Spec 2.6); the key itself is never part of it. */
export const Connection = named(
  'Connection',
  closed({
    provider: Type.String({ examples: ['hunter'] }),
    status: oneOf(['active', 'rejected', 'revoked'], {
      description: '`rejected`: the provider refuses the key since `rejected_at`.',
    }),
    account: nullable(Type.String(), {
      description: 'The host of the account; null if all accounts of the provider have one host.',
    }),
    last_verified_at: nullable(Timestamp, {
      description: 'When the provider accepted the key; null if the provider has no free check.',
    }),
    created_at: Timestamp,
    rejected_at: nullable(Timestamp, { description: 'When a call showed that the provider rejects the key.' }),
    rejected_reason: nullable(Type.String(), { description: 'What the provider answered.', examples: ['HTTP 401'] }),
    receiving: nullable(Type.Boolean(), {
      description:
        'Whether received mail and messages, bounces and complaints of this account arrive here; null if its provider reports none, or the connection is revoked.',
    }),
    next_step: nullable(Type.String(), {
      description: 'What makes it work or receive; null if nothing is to be done.',
    }),
  }),
)
export type Connection = Static<typeof Connection>

export const ConnectionList = named('ConnectionList', closed({ items: Type.Array(Connection) }))

/** The body of `POST /v1/connections/{provider}`. */
export const ConnectRequest = named(
  'ConnectRequest',
  closed({
    api_key: Type.String({
      minLength: 1,
      maxLength: CREDENTIAL_LENGTH_MAX,
      pattern: CREDENTIAL_PATTERN,
      description: 'The key of the provider; `login:password` if it has two parts.',
      examples: ['your-key'],
    }),
    account: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: ACCOUNT_HOST_LENGTH_MAX,
        description: 'The host of the account with its port, for a provider that gives each account its own (Unipile).',
        examples: ['api12.unipile.com:14255'],
      }),
    ),
  }),
)
export type ConnectRequest = Static<typeof ConnectRequest>

export const ConnectionParams = closed({
  provider: Type.String({ minLength: 1, maxLength: 100, description: 'A provider slug.', examples: ['hunter'] }),
})
