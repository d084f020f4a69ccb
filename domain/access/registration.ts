import { parse } from 'tldts'

/**
 * Schemes of apps that are known to receive callbacks under a short name. Other private schemes are in reverse-domain
 * form (RFC 8252, 7.1): a short name may belong to the operating system (`ms-msdt`, `search-ms`) or to another app's
 * handler.
 */
const KNOWN_APP_SCHEMES: ReadonlySet<string> = new Set([
  'claude',
  'cursor',
  'goose',
  'kiro',
  'raycast',
  'vscode',
  'vscode-insiders',
  'vscodium',
  'warp',
  'windsurf',
  'zed',
])
/** The end of the address at which such an app takes a code. */
const CALLBACK = /^(?:auth|callback|cb|redirect|did-authenticate|oauth2?(?:[-_]?(?:callback|redirect))?)$/
/** Actions that such an app performs at once when the address is opened: `cursor://…/mcp/install` installs a server. */
const ACTIONS: ReadonlySet<string> = new Set([
  'action',
  'add',
  'agent',
  'command',
  'extension',
  'extensions',
  'file',
  'git',
  'install',
  'launch',
  'mcp',
  'open',
  'run',
  'settings',
  'ssh',
  'vscode-remote',
  'workspace',
])
/** Raycast's callbacks name a package. */
const CALLBACK_QUERY = /^(?:\?package_name=[\w-]+)?$/i
/** Schemes of operating systems and of other protocols in the form of a domain name. */
const SYSTEM_SCHEME = /^(?:microsoft\.windows|com\.apple|com\.android|net\.(?:tcp|pipe|msmq|p2p))(?:\.|$)/
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Why an app may not receive its codes at this address, as words that follow the address; null if it may (RFC 8252,
 * OAuth 2.1). Allowed: https, http on the app's own computer, a scheme in reverse-domain form, a scheme of a known app.
 */
export function refusalOfRedirectUri(text: string): string | null {
  if (!/^[\x21-\x7e]+$/.test(text)) return 'must be an absolute URI in ASCII, without blanks'
  const uri = URL.parse(text)
  if (uri === null) return 'must be an absolute URI'
  if (text.includes('#')) return 'must not have a fragment'
  if (uri.username !== '' || uri.password !== '' || text.includes('\\'))
    return 'must not have a user part or a backslash'
  switch (uri.protocol) {
    case 'http:':
      return (
        refusalOfHost(text, uri) ??
        (LOOPBACK.has(uri.hostname)
          ? null
          : 'must use https, unless it is on the computer of the app (127.0.0.1, [::1], localhost)')
      )
    case 'https:':
      return (
        refusalOfHost(text, uri) ?? (LOOPBACK.has(uri.hostname) ? 'must use http on the computer of the app' : null)
      )
    default:
      return refusalOfScheme(uri)
  }
}

/**
 * The host becomes part of the consent page's policy, where a semicolon would begin another rule; without slashes the
 * text is a path of ours.
 */
const refusalOfHost = (text: string, { hostname }: URL): string | null =>
  /^https?:\/\/[^/]/i.test(text) && HOST.test(hostname)
    ? null
    : 'must name a host after `://`, of letters, digits, points and hyphens'

function refusalOfScheme(uri: URL): string | null {
  const scheme = uri.protocol.slice(0, -1)
  if (KNOWN_APP_SCHEMES.has(scheme))
    return isCallback(uri)
      ? null
      : `must be a callback of ${scheme}: it ends in /callback, /oauth, /auth or /redirect, and has no query`
  if (isReverseDomain(scheme)) return null
  return `must not use the scheme ${scheme}: use https, or a domain name of the app's in reverse order (com.example.app:/callback)`
}

function isCallback({ host, pathname, search }: URL): boolean {
  const segments = [host, ...pathname.split('/')]
    .filter((segment) => segment !== '')
    .map((segment) => segment.toLowerCase())
  return (
    CALLBACK_QUERY.test(search) &&
    CALLBACK.test(segments.at(-1) ?? '') &&
    !segments.some((segment) => ACTIONS.has(segment))
  )
}

/**
 * `com.example.app`: a domain name under a public suffix, in reverse order. IANA's own names with a point (`soap.beep`,
 * `z39.50r`) are none.
 */
function isReverseDomain(scheme: string): boolean {
  if (!/^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+$/.test(scheme) || SYSTEM_SCHEME.test(scheme)) return false
  const { isIcann, domain } = parse(scheme.split('.').toReversed().join('.'), {
    extractHostname: false,
    detectIp: false,
  })
  return isIcann === true && domain !== null
}

/**
 * The characters of `words/display-name.ts`, including those beyond U+FFFF: any client may register, and only this
 * service reads this pattern.
 */
const INVISIBLE =
  '\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u2060-\\u206f\\u2800\\u3164\\uffa0\\ufff0-\\ufffb'
/** The allowed name of an app: it begins with a visible character, and has no invisible one. */
export const APP_NAME_PATTERN = `^[^${INVISIBLE}\\p{Zs}\\p{M}][^${INVISIBLE}]*$`

/** Random bytes of a client's id, so that two ids never collide by chance; the id is no secret. */
export const CLIENT_ID_BYTES = 16

/** `random`: CLIENT_ID_BYTES in base64url. */
export const clientId = (random: string): string => `client_${random}`

/** Whether a text has the shape of a client's id: other texts need no look-up. */
export const isClientId = (text: string): boolean => /^client_[A-Za-z0-9_-]{22}$/.test(text)
