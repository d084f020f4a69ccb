import Type from 'typebox'
import { APP_NAME_PATTERN, refusalOfRedirectUri } from '../../domain/access/registration.ts'
import type { JsonObject } from '../../domain/json/json.ts'
import { checkRequest } from '../validation/absence.ts'

const REDIRECT_URIS_MAX = 10
const REDIRECT_URI_LENGTH_MAX = 1_000
const NAME_LENGTH_MAX = 100
const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const

/**
 * RFC 7591, section 2, as far as it applies here. Every other member is ignored, above all those that name something to
 * fetch.
 */
const ClientMetadata = Type.Object(
  {
    redirect_uris: Type.Array(Type.String({ minLength: 1, maxLength: REDIRECT_URI_LENGTH_MAX }), {
      minItems: 1,
      maxItems: REDIRECT_URIS_MAX,
      uniqueItems: true,
    }),
    client_name: Type.Optional(Type.String({ minLength: 1, maxLength: NAME_LENGTH_MAX, pattern: APP_NAME_PATTERN })),
    grant_types: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 10 })),
    response_types: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 10 })),
  },
  { additionalProperties: true },
)

export type CheckedClient =
  | { readonly kind: 'accepted'; readonly name: string; readonly client: PublicClient }
  | {
      readonly kind: 'refused'
      readonly error: 'invalid_client_metadata' | 'invalid_redirect_uri'
      readonly description: string
    }

/** What a client states about itself, as far as this server uses it (RFC 7591). */
interface PublicClient {
  readonly client_name: string
  readonly redirect_uris: string[]
  readonly grant_types: string[]
  readonly response_types: string[]
  readonly token_endpoint_auth_method: 'none'
}

const refused = (
  description: string,
  error: 'invalid_client_metadata' | 'invalid_redirect_uri' = 'invalid_client_metadata',
): CheckedClient => ({ kind: 'refused', error, description })

/** The same rules for a client that registers itself and for one that publishes a document. */
export function checkClient(metadata: unknown): CheckedClient {
  const checked = checkRequest(ClientMetadata, metadata)
  if (!checked.ok) return refused(checked.faults.map(({ path, message }) => `${path} ${message}`).join('; '))
  const { value } = checked
  for (const uri of value.redirect_uris) {
    const refusal = refusalOfRedirectUri(uri)
    if (refusal !== null) return refused(`a redirect URI ${refusal}`, 'invalid_redirect_uri')
  }
  const grantTypes = GRANT_TYPES.filter((type) =>
    value.grant_types === undefined ? type === 'authorization_code' : value.grant_types.includes(type),
  )
  if (!grantTypes.includes('authorization_code') || value.response_types?.includes('code') === false)
    return refused('apps connect with the grant type authorization_code and the response type code')
  const name = value.client_name ?? 'An app without a name'
  return {
    kind: 'accepted',
    name,
    client: {
      client_name: name,
      redirect_uris: value.redirect_uris,
      grant_types: grantTypes,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
  }
}

/**
 * A client as the library reads it. A native client's loopback URL has any port (RFC 8252, 7.3); everything else is
 * compared exactly.
 */
export const libraryMetadata = (client: PublicClient & { readonly client_id: string }): JsonObject => ({
  ...client,
  application_type: 'native',
  response_modes: ['query'],
})
