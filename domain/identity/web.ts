import { hasKnownSuffix, readHost } from './host.ts'

/** A web address, taken apart. */
export interface Web {
  /** Lower-case ASCII without `www.`; an IP address is possible. */
  readonly host: string
  /** Empty, or `:` and the port where it is not the scheme's own. */
  readonly port: string
  /** From its first slash, percent-encoded; without slashes at its end, so empty for the root. */
  readonly path: string
  /** Empty, or from its question mark, without what only tells where a visitor came from. */
  readonly search: string
  /** The text itself said that it is a web address. */
  readonly schemed: boolean
}

const SCHEME = /^(?:https?:)?\/\//i
const MAYBE = /^[^\s/?#@:\\]+(?::\d{1,5})?(?:[/?#]|$)/
const IP = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\]|localhost)$/
const TRACKING = /^(?:utm_[^=]*|fbclid|gclid|msclkid)(?:=|$)/i

/** null when the text is no http address. Without a scheme, anything of a host's shape is taken for one. */
export function parseWeb(text: string): Web | null {
  const schemed = SCHEME.test(text)
  if (/\s/.test(text) || (!schemed && !MAYBE.test(text))) return null
  const url = URL.parse(schemed ? text.replace(/^\/\//, 'http://') : `http://${text}`)
  if (url === null) return null
  const host = readHost(url.hostname) ?? (IP.test(url.hostname) ? url.hostname : null)
  if (host === null) return null
  const port = ['', '80', '443'].includes(url.port) ? '' : `:${url.port}`
  return { host, port, path: url.pathname.replace(/\/+$/, ''), search: withoutTracking(url.search), schemed }
}

function withoutTracking(search: string): string {
  const kept = search.slice(1).split('&').filter((part) => part !== '' && !TRACKING.test(part))
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

export const printWeb = ({ host, port, path, search }: Web): string => `${host}${port}${path}${search}`

/** An address that says no more than whose site it is. */
export const isRoot = ({ port, path, search }: Web): boolean => port === '' && path === '' && search === ''

/** Whether a text is meant as a web address: it says so, or its host can exist. */
export const isMeantAsWeb = (web: Web): boolean => web.schemed || hasKnownSuffix(web.host)
