import Type from 'typebox'
import { OAUTH_SCOPES, type OAuthScope } from '../../domain/access/scopes.ts'
import { RESOURCE_PATHS } from '../../domain/access/resources.ts'
import { defineRoute, type Route } from '../route/route.ts'
import { closed, oneOf } from '../schemas/common.ts'
import { MOUNT_PATH, ROUTES } from './paths.ts'

const SERVER = '/.well-known/oauth-authorization-server'
const RESOURCE = '/.well-known/oauth-protected-resource'

const words = Type.Array(Type.String())
const ServerMetadata = closed({
  issuer: Type.String(),
  authorization_endpoint: Type.String(),
  token_endpoint: Type.String(),
  revocation_endpoint: Type.String(),
  registration_endpoint: Type.String(),
  jwks_uri: Type.String(),
  scopes_supported: words,
  response_types_supported: words,
  response_modes_supported: words,
  grant_types_supported: words,
  token_endpoint_auth_methods_supported: words,
  revocation_endpoint_auth_methods_supported: words,
  code_challenge_methods_supported: words,
  authorization_response_iss_parameter_supported: Type.Boolean(),
  client_id_metadata_document_supported: Type.Boolean(),
  service_documentation: Type.String(),
})
const ResourceMetadata = closed({
  resource: Type.String(),
  resource_name: Type.String(),
  authorization_servers: words,
  scopes_supported: Type.Array(oneOf(OAUTH_SCOPES)),
  bearer_methods_supported: words,
  resource_documentation: Type.String(),
})

/**
 * Where clients find the metadata of the authorization server (RFC 8414) and of the protected resources (RFC 9728).
 * Some derive the URL from the part of the API that they use, so each part has its own document.
 */
export const metadataRoutes = (publicUrl: () => string): Route[] => [
  document({
    operationId: 'getAuthorizationServerMetadata',
    path: SERVER,
    summary: 'OAuth authorization server metadata',
    description: SERVER_DESCRIPTION,
    schema: ServerMetadata,
    read: () => serverMetadata(publicUrl()),
  }),
  ...RESOURCE_PATHS.map((part) =>
    document({
      operationId: `getAuthorizationServerMetadata${nameOf(part)}`,
      path: `${SERVER}${part}`,
      summary: 'OAuth authorization server metadata',
      description: SERVER_DESCRIPTION,
      schema: ServerMetadata,
      read: () => serverMetadata(publicUrl()),
      documented: false,
    }),
  ),
  document({
    operationId: 'getProtectedResourceMetadata',
    path: RESOURCE,
    summary: 'OAuth protected resource metadata',
    description: RESOURCE_DESCRIPTION,
    schema: ResourceMetadata,
    read: () => resourceMetadata(publicUrl(), ''),
  }),
  ...RESOURCE_PATHS.map((part) =>
    document({
      operationId: `getProtectedResourceMetadata${nameOf(part)}`,
      path: `${RESOURCE}${part}`,
      summary: 'OAuth protected resource metadata',
      description: RESOURCE_DESCRIPTION,
      schema: ResourceMetadata,
      read: () => resourceMetadata(publicUrl(), part),
      documented: false,
    }),
  ),
]

const SERVER_DESCRIPTION = 'RFC 8414: the URLs for registration, authorization and tokens.'
const RESOURCE_DESCRIPTION =
  'RFC 9728: the authorization server that this API trusts, and the scopes that an app can request. A 401 refers to this document.'

const nameOf = (part: string): string => `Of${part.slice(1, 2).toUpperCase()}${part.slice(2)}`

interface Document<S extends typeof ServerMetadata | typeof ResourceMetadata> {
  readonly operationId: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly schema: S
  readonly read: () => Type.Static<S>
  readonly documented?: false
}

/** Pages of other origins may read it: it holds no personal or customer data. */
const document = <S extends typeof ServerMetadata | typeof ResourceMetadata>({
  operationId,
  path,
  summary,
  description,
  schema,
  read,
  documented,
}: Document<S>): Route =>
  defineRoute({
    operationId,
    method: 'GET',
    path,
    summary,
    description,
    tags: ['OAuth'],
    spec: '5.6',
    access: 'public',
    ...(documented === undefined ? {} : { documented }),
    responses: {
      200: {
        description: 'The document.',
        schema,
        headers: { 'Access-Control-Allow-Origin': 'Any origin may read the document.' },
      },
    },
    errors: [],
    handler: async ({ reply }) => reply(200, read(), { 'Access-Control-Allow-Origin': '*' }),
  })

/**
 * The metadata URL of this API, or of one of its parts, for clients that were refused there (RFC 9728, section
 * 5.1).
 */
export const resourceMetadataUrl = (publicUrl: string, part: (typeof RESOURCE_PATHS)[number] | '' = ''): string =>
  `${publicUrl}${RESOURCE}${part}`

function serverMetadata(publicUrl: string): Type.Static<typeof ServerMetadata> {
  const at = (route: keyof typeof ROUTES): string => `${publicUrl}${MOUNT_PATH}${ROUTES[route]}`
  return {
    issuer: publicUrl,
    authorization_endpoint: at('authorization'),
    token_endpoint: at('token'),
    revocation_endpoint: at('revocation'),
    registration_endpoint: at('registration'),
    jwks_uri: at('jwks'),
    scopes_supported: [...OAUTH_SCOPES, 'offline_access'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${publicUrl}/api-reference`,
  }
}

/** What each scope is for, in developers' terms; people read simpler texts (pages.ts). */
const SCOPE_MEANINGS: Readonly<Record<OAuthScope, string>> = {
  read: 'Read runs, results, events, tables, the wallet and settings.',
  run: 'Start and cancel runs. The wallet pays for them.',
  write: 'Change tables, rows, suppressions, features, watches and inboxes.',
}

/** The authorization flow of connected apps, as the OpenAPI document names it. */
export const oauthScheme = (publicUrl: string) => ({
  type: 'oauth2',
  description:
    'For connected apps: publish a client-id metadata document, or register at the registration endpoint of `/.well-known/oauth-authorization-server`; then authorization code with PKCE (S256).',
  flows: {
    authorizationCode: {
      authorizationUrl: `${publicUrl}${MOUNT_PATH}${ROUTES.authorization}`,
      tokenUrl: `${publicUrl}${MOUNT_PATH}${ROUTES.token}`,
      refreshUrl: `${publicUrl}${MOUNT_PATH}${ROUTES.token}`,
      scopes: { ...SCOPE_MEANINGS },
    },
  },
})

const resourceMetadata = (publicUrl: string, part: string): Type.Static<typeof ResourceMetadata> => ({
  resource: `${publicUrl}${part}`,
  resource_name: 'Routed data and outreach',
  authorization_servers: [publicUrl],
  scopes_supported: [...OAUTH_SCOPES],
  bearer_methods_supported: ['header'],
  resource_documentation: `${publicUrl}/api-reference`,
})
