import { randomBytes } from 'node:crypto'
import Type from 'typebox'
import type { Static } from 'typebox'
import type { Provider } from 'oidc-provider'
import { OAUTH_SCOPES } from '../../domain/access/scopes.ts'
import { APP_NAME_PATTERN, CLIENT_ID_BYTES, clientId, refusalOfRedirectUri } from '../../domain/access/registration.ts'
import type { Database } from '../../db/database.ts'
import { registerClient } from '../../db/oauth/clients.ts'
import { readBodyWithin } from '../middleware/body.ts'
import type { StepContext } from '../middleware/state.ts'
import { Problem } from '../errors/problem.ts'
import { atOnce } from '../../db/time-slices.ts'
import { parsingJson } from '../body/json.ts'
import { check } from '../validation/check.ts'
import { answerError } from './errors.ts'

const BODY_BYTES_MAX = 16_384
const REDIRECT_URIS_MAX = 10
const REDIRECT_URI_LENGTH_MAX = 1_000
const NAME_LENGTH_MAX = 100
const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const

/**
 * RFC 7591, section 2, as far as it applies here. Every other member is ignored, above all those that name something to
 * fetch.
 */
const Registration = Type.Object(
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

/**
 * Dynamic registration (RFC 7591): open to any client, because an app without a person's consent can do nothing.
 * Clients are public: they authenticate by PKCE, whatever method they request, and get no secret.
 */
export async function register(
  ctx: StepContext,
  { db, provider }: { readonly db: Database; readonly provider: Provider },
): Promise<void> {
  ctx.set('Access-Control-Allow-Origin', '*')
  const registration = await readRegistration(ctx)
  if (typeof registration === 'string')
    return answerError(ctx, { status: 400, error: 'invalid_client_metadata', description: registration })
  for (const uri of registration.redirect_uris) {
    const refusal = refusalOfRedirectUri(uri)
    if (refusal !== null)
      return answerError(ctx, { status: 400, error: 'invalid_redirect_uri', description: `a redirect URI ${refusal}` })
  }
  const grantTypes = GRANT_TYPES.filter((type) =>
    registration.grant_types === undefined ? type === 'authorization_code' : registration.grant_types.includes(type),
  )
  if (!grantTypes.includes('authorization_code') || registration.response_types?.includes('code') === false) {
    return answerError(ctx, {
      status: 400,
      error: 'invalid_client_metadata',
      description: 'apps connect with the grant type authorization_code and the response type code',
    })
  }
  const id = clientId(randomBytes(CLIENT_ID_BYTES).toString('base64url'))
  const name = registration.client_name ?? 'An app without a name'
  const registered = {
    client_id: id,
    client_id_issued_at: Math.floor(Date.now() / 1000),
    client_name: name,
    redirect_uris: registration.redirect_uris,
    grant_types: grantTypes,
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
  // A native client's loopback URL has any port (RFC 8252, 7.3); everything else is compared exactly.
  const metadata = { ...registered, application_type: 'native', response_modes: ['query'] }
  await provider.Client.validate(metadata)
  await registerClient(db, { id, name, metadata })
  ctx.state.log.info({ client_id: id }, 'oauth_client_registered')
  ctx.status = 201
  ctx.set('Cache-Control', 'no-store')
  ctx.body = { ...registered, scope: OAUTH_SCOPES.join(' ') }
}

/** The registration, or as text why it is invalid. */
async function readRegistration(ctx: StepContext): Promise<Static<typeof Registration> | string> {
  if (!ctx.is('application/json')) return 'send a JSON object as application/json'
  try {
    const checked = check(Registration, atOnce(parsingJson(await readBodyWithin(ctx, BODY_BYTES_MAX))))
    return checked.ok ? checked.value : checked.faults.map(({ path, message }) => `${path} ${message}`).join('; ')
  } catch (error) {
    if (error instanceof Problem) return error.publicMessage
    throw error
  }
}
