import { randomBytes } from 'node:crypto'
import { type Configuration, errors, interactionPolicy, Provider, type ProviderContext } from 'oidc-provider'
import { APP_TOKEN_KIND } from '../../domain/keys/app-token.ts'
import { encodeToken, TOKEN_RANDOM_BYTES } from '../../domain/keys/token.ts'
import { audienceOf, isOurResource, knownScopes } from '../../domain/access/resources.ts'
import { OAUTH_SCOPES } from '../../domain/access/scopes.ts'
import type { Database } from '../../db/database.ts'
import type { OauthKeys } from '../../db/access/oauth/keys.ts'
import { createAdapter } from './adapter.ts'
import { COOKIE_NAMES, interactionPath, MOUNT_PATH, ROUTES } from './paths.ts'
import { errorPage } from './pages.ts'

/** The longest time that a leaked token works unnoticed. */
const ACCESS_TOKEN_SECONDS = 3_600
/** A code is redeemed by the next request of its client. */
const CODE_SECONDS = 60
/** An app that was not used for this long has to request consent again. Each refresh restarts the time. */
const REFRESH_TOKEN_SECONDS = 30 * 24 * 3_600
/** Time to find the password and to consider the scopes. */
const INTERACTION_SECONDS = 15 * 60
/** The difference between two replicas' clocks. */
const CLOCK_TOLERANCE_SECONDS = 5

export interface OauthProviderParts {
  readonly db: Database
  readonly keys: OauthKeys
  /** PUBLIC_URL, or the URL of a local start. */
  readonly publicUrl: string
}

/**
 * OAuth 2.1: authorization code with PKCE for public clients, opaque tokens for this API alone, refresh tokens that
 * rotate.
 */
export function createProvider(parts: OauthProviderParts): Provider {
  const provider = new Provider(parts.publicUrl, configuration(parts))
  const token = provider.AccessToken.prototype
  const generate = token.generateTokenId
  // The library's own token has no recognisable format. Secret scanners find ours, and a mistyped one costs no look-up.
  token.generateTokenId = function generateTokenId(): string {
    generate.call(this)
    return encodeToken(APP_TOKEN_KIND, randomBytes(TOKEN_RANDOM_BYTES))
  }
  return provider
}

const off = { enabled: false }

function configuration({ db, keys, publicUrl }: OauthProviderParts): Configuration {
  return {
    adapter: createAdapter(db),
    ...CLIENTS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    cookies: {
      names: COOKIE_NAMES,
      keys: keys.cookieKeys,
      long: { httpOnly: true, sameSite: 'lax', path: MOUNT_PATH },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    jwks: keys.jwks,
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    features: {
      devInteractions: off,
      dPoP: off,
      userinfo: off,
      rpInitiatedLogout: off,
      pushedAuthorizationRequests: off,
      // Both are our own: the library would fetch documents itself, without the rules of the guarded client
      // (client-documents.ts), and registration is a route with its limits (register.ts).
      clientIdMetadataDocument: off,
      registration: off,
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, _client, oneOf) => oneOf?.[0] ?? audienceOf(publicUrl),
        getResourceServerInfo(_ctx, resource) {
          if (!isOurResource(publicUrl, resource)) throw new errors.InvalidTarget('tokens are for this API only')
          return {
            scope: OAUTH_SCOPES.join(' '),
            audience: audienceOf(publicUrl),
            accessTokenTTL: ACCESS_TOKEN_SECONDS,
            accessTokenFormat: 'opaque',
          }
        },
      },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: { policy: promptAlways(), url: (_ctx, { uid, params }) => pageFor(uid, params['scope']) },
    renderError(ctx, { error, error_description: description }) {
      errorPage(ctx, { error, description: description ?? '' })
    },
    routes: ROUTES,
    scopes: ['offline_access'],
    responseTypes: ['code'],
    pkce: { required: () => true },
    expiresWithSession: () => false,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: (ctx) => mayRotate(ctx, publicUrl),
    revokeGrantPolicy: () => true,
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: CODE_SECONDS,
      RefreshToken: REFRESH_TOKEN_SECONDS,
      Interaction: INTERACTION_SECONDS,
      Session: INTERACTION_SECONDS,
      Grant: REFRESH_TOKEN_SECONDS,
      IdToken: CODE_SECONDS,
    },
  }
}

/** Public clients, whose redirect URIs are compared exactly. */
const CLIENTS = {
  allowOmittingSingleRegisteredRedirectUri: false,
  clientAuthMethods: ['none'],
  clientDefaults: {
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    id_token_signed_response_alg: 'ES256',
  },
  /** A page may call the token endpoint from the origin that its code was sent to. */
  clientBasedCORS: (_ctx, origin, client) => client.redirectUris.some((uri) => URL.parse(uri)?.origin === origin),
} as const satisfies Partial<Configuration>

/** Every request goes to a person, who signs in and consents: there is no session that would answer for them. */
function promptAlways() {
  const { Prompt, Check } = interactionPolicy
  const asks = (name: 'login' | 'consent') =>
    new Prompt(
      { name, requestable: true },
      new Check(
        `${name}_needed`,
        'a person must answer',
        `${name}_required`,
        ({ oidc }: ProviderContext) => oidc.result?.[name] === undefined,
      ),
    )
  return [asks('login'), asks('consent')]
}

/**
 * Always, but only for a request that will succeed: the library checks `resource` after it has used the refresh token
 * up, and a token lost to a refused request would count as stolen the next time. Throws the error that the library
 * would throw then.
 */
function mayRotate({ oidc: { params, entities } }: ProviderContext, publicUrl: string): boolean {
  const requested = params?.['resource']
  if (requested === undefined || requested === '') return true
  const one = Array.isArray(requested) ? requested[0] : requested
  const granted = [entities?.RefreshToken?.resource ?? []].flat()
  if (typeof one !== 'string' || !granted.includes(one) || !isOurResource(publicUrl, one))
    throw new errors.InvalidTarget('tokens are for this API only')
  return true
}

/** Throws when the request names no known scope. */
function pageFor(uid: string, scope: unknown): string {
  if (typeof scope !== 'string' || knownScopes(scope).length === 0) {
    throw new errors.InvalidScope(
      `the scopes of this API are ${OAUTH_SCOPES.join(', ')}`,
      typeof scope === 'string' ? scope : '',
    )
  }
  return interactionPath(uid)
}
