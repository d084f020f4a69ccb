import { hasKnownSuffix, readHost } from './host.ts'
import { hyphenated } from './text.ts'

/** The parts of a web URL. */
export interface Web {
  /** Lower-case ASCII without `www.`; an IP address is possible. */
  readonly host: string
  /** Empty, or `:` and the port if it is not the scheme's default. */
  readonly port: string
  /** From its first slash, percent-encoded; without slashes at its end, so empty for the root. */
  readonly path: string
  /** Empty, or from its question mark, without members that only track where a visitor came from. */
  readonly search: string
  /** Whether the text itself marks a web URL by its scheme. */
  readonly schemed: boolean
}

const SCHEME = /^(?:https?:)?\/\//i
const MAYBE = /^[^\s/?#@:\\]+(?::\d{1,5})?(?:[/?#]|$)/
/** No real host with login and port is that long; converting it would take milliseconds. */
const TOO_LONG = /^(?:(?:https?:)?\/\/)?[^/?#]{400}/i
/** The scheme and the host. A dash in the path may be the page's. */
const SITE = /^(?:(?:https?:)?\/\/)?[^/?#]*/i
const IP = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\]|localhost)$/
/** The path of a page that a script shows: `https://twitter.com/#!/ada`. */
const HASHBANG = /\/?#!\/(?=[^/])/
/** Sites that name a person only behind the #: `https://signal.me/#p/+15550100123`. */
const NAMED_BEHIND_HASH = /^((?:(?:https?:)?\/\/)?(?:www\.)?(?:signal\.me|signal\.group|matrix\.to))\/?#\/?(?=[^/])/i
const TRACKING = /^(?:utm_[^=]*|fbclid|gclid|msclkid)(?:=|$)/i

/** Schemes as they arrive: `https:/acme.com`, `http//acme.com`, `https:\\acme.com`, `https://https://acme.com`. */
export const MISSPELT = /^(?:(https?)(?::[/\\]+|[/\\]{2,}))+(?=[^/\\])/i

/** null if the text is no http URL. Without a scheme, any text with the shape of a host counts as one. */
export function parseWeb(given: string): Web | null {
  const text = given
    .replace(MISSPELT, '$1://')
    .replace(SITE, hyphenated)
    .replace(HASHBANG, '/')
    .replace(NAMED_BEHIND_HASH, '$1/')
  const schemed = SCHEME.test(text)
  if (/\s/.test(text) || TOO_LONG.test(text) || (!schemed && !MAYBE.test(text))) return null
  const url = URL.parse(schemed ? text.replace(/^\/\//, 'http://') : `http://${text}`)
  if (url === null) return null
  const host = readHost(url.hostname) ?? (IP.test(url.hostname) ? url.hostname : null)
  if (host === null) return null
  const port = ['', '80', '443'].includes(url.port) ? '' : `:${url.port}`
  return { host, port, path: withoutLastSlashes(url.pathname), search: withoutTracking(url.search), schemed }
}

/** Written by hand: a pattern that ends in `+$` checks a row of slashes once for each of them. */
function withoutLastSlashes(path: string): string {
  let end = path.length
  while (end > 0 && path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

function withoutTracking(search: string): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !TRACKING.test(part))
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

export const printWeb = ({ host, port, path, search }: Web): string => `${host}${port}${path}${search}`

/** A URL that names only the site. */
export const isRoot = ({ port, path, search }: Web): boolean => port === '' && path === '' && search === ''

/** Whether a text is meant as a web address: it has a scheme, or its host can exist. */
export const isMeantAsWeb = (web: Web): boolean => web.schemed || hasKnownSuffix(web.host)
