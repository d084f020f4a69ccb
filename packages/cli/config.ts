/** Where a local start listens by default, and the URL that is used without any setting. */
export const BASE_URL_DEFAULT = 'http://127.0.0.1:8080'

export type Environment = 'test' | 'live'

/** What `svc login` keeps, and what a local start writes: members of the same names. */
export interface StoredCredentials {
  readonly base_url?: string
  readonly test_key?: string
  readonly live_key?: string
  readonly session_token?: string
  /** Of a sign-in in the browser; only the person's own file has these. */
  readonly app_token?: string
  readonly app_refresh_token?: string
  readonly app_client_id?: string
  readonly app_token_ends_at?: string
}

/** The possible sources of a base URL and a credential, in the order of precedence (decisions, "Credentials"). */
export interface Sources {
  readonly flags: {
    readonly baseUrl?: string
    readonly key?: string
    /** The session instead of the key. */
    readonly session?: boolean
    readonly environment?: Environment
  }
  readonly env: { readonly baseUrl?: string; readonly key?: string; readonly session?: string }
  /** The person's own file; null when there is none. */
  readonly config: StoredCredentials | null
  /** `credentials.json` of a local start, in DATA_DIR or in `.data` of the current folder; null when there is none. */
  readonly local: StoredCredentials | null
  /** Where the two are, or would be. */
  readonly files: { readonly config: string; readonly local: string }
}

export interface ClientCredentials {
  readonly baseUrl: string
  /** null: the request is made without one, which public routes allow. */
  readonly token: string | null
  /** Sent in a header where the token itself does not name it; null: the service decides. */
  readonly environment: Environment | null
  /** The token is that of a sign-in in the browser, and is replaced when it ends. */
  readonly isApp: boolean
  /** The source of the token, or else of the address, in words. */
  readonly from: string
  /** Why there is no token, where one is stored and must not be used. */
  readonly why: string | null
  /** Where a base URL was searched for without success, as a sentence; null where one was given or found. */
  readonly nowhere: string | null
}

export type Resolved =
  | { readonly kind: 'resolved'; readonly credentials: ClientCredentials }
  | { readonly kind: 'refused'; readonly message: string }

interface Stored {
  readonly credentials: StoredCredentials
  readonly from: string
}
interface Token {
  readonly text: string | null
  readonly from: string
  readonly isApp?: true
}

const CONFIG = 'the config file'

/**
 * Resolves the base URL and the credential. A stored credential goes only to the base URL that it was stored with:
 * another one from the command line or the environment disables it, so that it does not leak. A folder's file lends
 * its base URL to a credential from elsewhere only where that is on this machine, because another person may have
 * put the file there.
 */
export function resolveCredentials(sources: Sources): Resolved {
  const { flags, env, config, local, files } = sources
  const given = flags.baseUrl ?? env.baseUrl
  if (given !== undefined && readBaseUrl(given) === null)
    return {
      kind: 'refused',
      message: `"${given}" is not the URL of a service, which begins with http:// or https://.`,
    }
  const requested = given === undefined ? null : readBaseUrl(given)
  const kept: Stored[] = [
    ...(config === null ? [] : [{ credentials: config, from: CONFIG }]),
    ...(local === null ? [] : [{ credentials: local, from: files.local }]),
  ]
  const stored = kept.find(({ credentials }) => requested === null || baseUrlOf(credentials) === requested)
  const token = givenToken(sources) ?? (stored === undefined ? null : storedToken(stored, sources))
  const baseUrl =
    requested ??
    (token?.from === stored?.from ? null : lent(sources)) ??
    (stored === undefined ? BASE_URL_DEFAULT : baseUrlOf(stored.credentials))
  const text = token?.text ?? null
  const { environment } = flags
  const own = text === null ? null : environmentOf(text)
  if (environment !== undefined && own !== null && own !== environment) {
    return {
      kind: 'refused',
      message: `The key of ${token?.from ?? ''} belongs to the ${wordOf(own)}, but --${environment} selects the ${wordOf(environment)}. Use another key.`,
    }
  }
  const nowhere =
    requested === null && kept.length === 0 ? `Neither ${files.config} nor ${files.local} (DATA_DIR) exists.` : null
  const why =
    text !== null || kept.length === 0
      ? null
      : stored === undefined
        ? `The stored credentials are for ${kept.map(({ credentials }) => baseUrlOf(credentials)).join(' and ')}, and were not sent to ${baseUrl}.`
        : `${sentence(stored.from)} has no ${missing(sources)}.`
  return {
    kind: 'resolved',
    credentials: {
      baseUrl,
      token: text,
      environment: own === null ? (environment ?? (token?.isApp === true ? 'test' : null)) : null,
      isApp: token?.isApp === true,
      from: token?.from ?? stored?.from ?? 'no file',
      why,
      nowhere,
    },
  }
}

/**
 * The same for what only a person may do: a session instead of the key that is otherwise used, in the key's
 * environment. A key of the command line stays.
 */
export function resolveForPerson(sources: Sources): Resolved {
  const usual = resolveCredentials(sources)
  const { flags } = sources
  if (usual.kind === 'refused' || flags.key !== undefined || flags.session === true) return usual
  const own = environmentOf(usual.credentials.token ?? '')
  const environment = flags.environment ?? own
  const person = resolveCredentials({
    ...sources,
    flags: { ...flags, session: true, ...(environment === null ? {} : { environment }) },
  })
  return person.kind === 'resolved' && person.credentials.token !== null ? person : usual
}

/** From the command line or the environment; null: none is given there. */
function givenToken({ flags, env }: Sources): Token | null {
  if (flags.key !== undefined) return { text: flags.key, from: '--key' }
  const key = flags.session === true ? undefined : env.key
  if (key !== undefined) return { text: key, from: 'SVC_API_KEY' }
  return env.session === undefined ? null : { text: env.session, from: 'SVC_SESSION_TOKEN' }
}

function storedToken({ credentials, from }: Stored, { flags }: Sources): Token {
  const { test_key: testKey, live_key: liveKey, session_token: session, app_token: app } = credentials
  if (flags.session === true) return { text: session ?? null, from }
  // The sandbox first, so that a forgotten option spends no money.
  const key = flags.environment === undefined ? (testKey ?? liveKey) : flags.environment === 'test' ? testKey : liveKey
  // Sessions and apps are for both environments: a header names the one to use.
  const text = key ?? session
  return text !== undefined || app === undefined || from !== CONFIG
    ? { text: text ?? null, from }
    : { text: app, from, isApp: true }
}

/** The base URL that a file lends to a credential from elsewhere; null: none. */
function lent({ config, local }: Sources): string | null {
  if (config !== null) return baseUrlOf(config)
  const baseUrl = local === null ? null : baseUrlOf(local)
  return baseUrl !== null && isLoopback(new URL(baseUrl).hostname) ? baseUrl : BASE_URL_DEFAULT
}

export const baseUrlOf = ({ base_url: baseUrl }: StoredCredentials): string =>
  readBaseUrl(baseUrl ?? BASE_URL_DEFAULT) ?? BASE_URL_DEFAULT

/**
 * Without a trailing slash; null for text that is no URL, or a URL with a password, which every printed line would
 * show.
 */
export function readBaseUrl(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    url.search !== '' ||
    url.hash !== ''
  )
    return null
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)

/** The characters that may follow `Bearer`. */
export const isToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

/** The environment that a token names itself (Spec 5.2); null for sessions and apps. */
export const environmentOf = (token: string): Environment | null =>
  token.startsWith('svc_test_') ? 'test' : token.startsWith('svc_live_') ? 'live' : null

export const wordOf = (environment: Environment): string => (environment === 'test' ? 'sandbox' : 'live environment')

const missing = ({ flags }: Sources): string =>
  flags.session === true
    ? 'session'
    : flags.environment === undefined
      ? 'key'
      : `key of the ${wordOf(flags.environment)}`

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

const MEMBERS = [
  'base_url',
  'test_key',
  'live_key',
  'session_token',
  'app_token',
  'app_refresh_token',
  'app_client_id',
  'app_token_ends_at',
] as const

/** The known members of a file's text; null for text that is no such file. */
export function parseStored(text: string): StoredCredentials | null {
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return Object.fromEntries(
    MEMBERS.flatMap((member) => {
      const text_ = Object.getOwnPropertyDescriptor(value, member)?.value
      return typeof text_ === 'string' && text_ !== '' ? [[member, text_]] : []
    }),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A credential for both environments (a session or an app's token) is stored as the session. */
const MEMBER_OF = { test: 'test_key', live: 'live_key', both: 'session_token' } as const

/** What is kept after `svc login`: a credential of each kind for one base URL; another one has separate ones. */
export function withLogin(
  before: StoredCredentials | null,
  login: { readonly baseUrl: string; readonly key: string | null; readonly session: string | null },
): StoredCredentials {
  const kept = before !== null && baseUrlOf(before) === login.baseUrl ? before : {}
  const { key, session } = login
  return {
    ...kept,
    base_url: login.baseUrl,
    ...(key === null ? {} : { [MEMBER_OF[environmentOf(key) ?? 'both']]: key }),
    ...(session === null ? {} : { session_token: session }),
  }
}

/** The path of the person's file (XDG base directories: a relative XDG_CONFIG_HOME is ignored). */
export function configPath({
  homeDir,
  xdgConfigHome,
}: {
  readonly homeDir: string
  readonly xdgConfigHome: string | undefined
}): string {
  const folder = xdgConfigHome?.startsWith('/') ? xdgConfigHome : `${homeDir}/.config`
  return `${folder}/svc/config.json`
}
