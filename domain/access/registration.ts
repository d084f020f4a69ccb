/** Schemes that a browser runs, opens from its disk, or treats as its own, and those that are no way back to an app. */
const SCHEMES_REFUSED = new Set([
  'javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'filesystem:', 'about:', 'view-source:', 'jar:', 'resource:', 'chrome:', 'intent:',
  'ws:', 'wss:', 'ftp:', 'mailto:', 'tel:', 'sms:', 'urn:',
])
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Why an app may not be sent its codes here, as words that follow the address; null when it may (RFC 8252, OAuth 2.1): https, http
 * on the app's own computer, or a scheme of the app's own.
 */
export function refusalOfRedirectUri(text: string): string | null {
  if (!/^[\x21-\x7e]+$/.test(text)) return 'must be an absolute URI in ASCII, without blanks'
  const uri = URL.parse(text)
  if (uri === null) return 'must be an absolute URI'
  if (text.includes('#')) return 'must not have a fragment'
  if (uri.username !== '' || uri.password !== '' || text.includes('\\')) return 'must not have a user part or a backslash'
  if (SCHEMES_REFUSED.has(uri.protocol)) return `must not use the scheme ${uri.protocol.slice(0, -1)}`
  const web = uri.protocol === 'https:' || uri.protocol === 'http:'
  // Such a host stands in the consent page's policy, where a semicolon would begin another rule; without slashes it is a path of ours.
  if (web && !(/^https?:\/\/[^/]/i.test(text) && HOST.test(uri.hostname))) return 'must name a host after `://`, of letters, digits, points and hyphens'
  const loopback = LOOPBACK.has(uri.hostname)
  if (uri.protocol === 'http:') return loopback ? null : 'must use https, unless it is on the computer of the app (127.0.0.1, [::1], localhost)'
  if (uri.protocol === 'https:') return loopback ? 'must use http on the computer of the app' : null
  return null
}

/** Control characters, what turns the direction of writing, and letters that have no look: Hangul's fillers, and Braille's blank. */
const UNSEEN = '\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\u115f\\u1160\\u3164\\uffa0\\u2800'
/** What people read as the name of an app: it begins with something that is seen, and has nothing that is not. */
export const APP_NAME_PATTERN = `^[^${UNSEEN}\\p{Zs}\\p{M}][^${UNSEEN}]*$`

/** Random bytes of a client's id: nobody is to hit another one's by chance; it is no secret. */
export const CLIENT_ID_BYTES = 16

/** `random`: CLIENT_ID_BYTES in base64url. */
export const clientId = (random: string): string => `client_${random}`

/** Whether a text has the shape of a client's id: what is none costs no look-up. */
export const isClientId = (text: string): boolean => /^client_[A-Za-z0-9_-]{22}$/.test(text)
