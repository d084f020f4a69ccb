/** The path of the authorization server; the URLs of its documents are given by their RFCs (see metadata.ts). */
export const MOUNT_PATH = '/oauth'

/** Below MOUNT_PATH, as the library names them. */
export const ROUTES = {
  authorization: '/authorize',
  token: '/token',
  revocation: '/revoke',
  registration: '/register',
  jwks: '/jwks',
} as const

const INTERACTION_PATH = '/interaction'

/** Where a person signs in and consents. */
export const interactionPath = (uid: string): string => `${MOUNT_PATH}${INTERACTION_PATH}/${uid}`

export const COOKIE_NAMES = {
  session: 'service_oauth_session',
  interaction: 'service_oauth_interaction',
  resume: 'service_oauth_resume',
} as const

interface Declared {
  readonly name: 'authorize' | 'interaction' | 'token' | 'revoke' | 'register' | 'jwks'
  readonly methods: readonly string[]
  /** For the log and the metrics: without ids. */
  readonly path: string
  readonly pattern: RegExp
}

const UID = '/([A-Za-z0-9_-]{20,64})'

const ENDPOINTS: readonly Declared[] = [
  {
    name: 'authorize',
    methods: ['GET'],
    path: ROUTES.authorization,
    pattern: new RegExp(`^${ROUTES.authorization}()$`),
  },
  // Where the library continues after the consent.
  {
    name: 'authorize',
    methods: ['GET'],
    path: `${ROUTES.authorization}/{uid}`,
    pattern: new RegExp(`^${ROUTES.authorization}${UID}$`),
  },
  {
    name: 'interaction',
    methods: ['GET', 'POST'],
    path: `${INTERACTION_PATH}/{uid}`,
    pattern: new RegExp(`^${INTERACTION_PATH}${UID}$`),
  },
  { name: 'token', methods: ['POST', 'OPTIONS'], path: ROUTES.token, pattern: new RegExp(`^${ROUTES.token}()$`) },
  {
    name: 'revoke',
    methods: ['POST', 'OPTIONS'],
    path: ROUTES.revocation,
    pattern: new RegExp(`^${ROUTES.revocation}()$`),
  },
  { name: 'register', methods: ['POST'], path: ROUTES.registration, pattern: new RegExp(`^${ROUTES.registration}()$`) },
  { name: 'jwks', methods: ['GET', 'OPTIONS'], path: ROUTES.jwks, pattern: new RegExp(`^${ROUTES.jwks}()$`) },
]

/** Every endpoint's path, without ids. */
export const OAUTH_PATHS: readonly string[] = [...new Set(ENDPOINTS.map(({ path }) => `${MOUNT_PATH}${path}`))]

export type EndpointName = Declared['name']

export interface Endpoint extends Omit<Declared, 'pattern'> {
  /** The id of an interaction, or empty. */
  readonly id: string
}

/** The endpoint of a path below MOUNT_PATH; null: none. No other part of the library is reachable. */
export function endpointOf(path: string): Endpoint | null {
  for (const { pattern, ...endpoint } of ENDPOINTS) {
    const match = pattern.exec(path)
    if (match !== null) return { ...endpoint, id: match[1] ?? '' }
  }
  return null
}
