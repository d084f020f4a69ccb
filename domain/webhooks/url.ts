import { isAllowed, mayReach, type CidrBlock } from './ip-addresses.ts'

/** The target of a webhook's URL, as the URL parser of every browser reads it. */
export interface WebhookTarget {
  readonly kind: 'accepted'
  /** `name`: its addresses are still to be looked up and checked. */
  readonly hostKind: 'name' | 'address'
  /** A name in its ASCII form, without the last dot; or an address, without brackets. */
  readonly host: string
  readonly port: number
  readonly secure: boolean
  /** With the query; begins with a slash. */
  readonly path: string
  /**
   * Plain http, a port below 1024, a name without a dot: only for allowed networks, so public addresses are refused
   * too.
   */
  readonly allowedOnly: boolean
}

export type WebhookUrl =
  | WebhookTarget
  | { readonly kind: 'refused'; /** For the person who wrote it. */ readonly reason: string }

/** The length that servers commonly accept; the column holds it. */
export const WEBHOOK_URL_CHARACTERS_MAX = 2048
const HTTPS_PORT = 443
const HTTP_PORT = 80
/** Below it, only 443 is a port where receivers listen for webhooks; the rest are mail, databases and the like. */
const FREE_PORTS_FROM = 1024
/** RFC 1035; the parser has already converted it to lower case and ASCII. */
const NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/

/** RFC 6761: these never leave the machine, whatever a name server states. */
const LOOPBACK = ['127.0.0.1', '::1']
const isLocalhost = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost')

const refused = (reason: string): WebhookUrl => ({ kind: 'refused', reason })

/**
 * The rules of a webhook's URL that need no look-up (decisions, "Customers' URLs"; decisions, "webhook URL
 * refused"): https to a public name or address at port 443 or from 1024 on, and no credentials; anything else only
 * inside an allowed network.
 */
export function readWebhookUrl(text: string, allowed: readonly CidrBlock[]): WebhookUrl {
  if (text.length > WEBHOOK_URL_CHARACTERS_MAX)
    return refused(`The URL has more than ${WEBHOOK_URL_CHARACTERS_MAX} characters.`)
  // The parser drops line ends and reads `\` as `/`: a reader with other rules would see another host.
  if (/[\s\p{Cc}\\]/u.test(text)) return refused('The URL contains spaces, control characters or backslashes.')
  const url = /^https?:\/\/[^/]/i.test(text) ? URL.parse(text) : null
  if (url === null) return refused('The URL must be a complete https URL, such as https://example.com/webhooks.')
  if (/^[^/]*\/\/[^/?#]*@/.test(text)) return refused('The URL must not contain a user name or password.')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  return judge(url, host, allowed)
}

function judge(url: URL, host: string, allowed: readonly CidrBlock[]): WebhookUrl {
  const secure = url.protocol === 'https:'
  const port = url.port === '' ? (secure ? HTTPS_PORT : HTTP_PORT) : Number(url.port)
  const hostKind = host.includes(':') || /^[\d.]+$/.test(host) ? 'address' : 'name'
  if (hostKind === 'name' && !NAME.test(host)) return refused('The URL contains no valid host name.')
  const unusual = unusualOf({ secure, port, singleLabel: hostKind === 'name' && !host.includes('.') })
  const target: WebhookTarget = {
    kind: 'accepted',
    hostKind,
    host,
    port,
    secure,
    path: url.pathname + url.search,
    allowedOnly: unusual !== null,
  }
  const addresses = isLocalhost(host) ? LOOPBACK : hostKind === 'address' ? [host] : null
  if (addresses === null) return unusual !== null && allowed.length === 0 ? refused(unusual) : target
  if (addresses.some((address) => isAllowed(address, allowed))) return target
  if (addresses.every((address) => mayReach(address, allowed))) return unusual === null ? target : refused(unusual)
  return refused(`${host} is not publicly reachable.`)
}

/** Why a URL may only be used inside an allowed network, in words; null if it may be used anywhere. */
function unusualOf({
  secure,
  port,
  singleLabel,
}: {
  secure: boolean
  port: number
  singleLabel: boolean
}): string | null {
  if (!secure) return 'The URL must begin with https://.'
  if (port !== HTTPS_PORT && port < FREE_PORTS_FROM)
    return `The port must be ${HTTPS_PORT}, or ${FREE_PORTS_FROM} or above, not ${port}.`
  return singleLabel ? 'The URL needs a full host name, such as example.com.' : null
}

/**
 * The addresses that need no look-up: an address itself, and for `localhost` the allowed loopback addresses. null: a
 * name that has to be looked up.
 */
export function knownAddresses(target: WebhookTarget, allowed: readonly CidrBlock[]): readonly string[] | null {
  if (isLocalhost(target.host)) return LOOPBACK.filter((address) => isAllowed(address, allowed))
  return target.hostKind === 'address' ? [target.host] : null
}

/**
 * Whether every address of a target may be reached; one forbidden address condemns the others, which share its name.
 */
export const mayReachAll = (
  target: WebhookTarget,
  addresses: readonly string[],
  allowed: readonly CidrBlock[],
): boolean =>
  addresses.every((address) => (target.allowedOnly ? isAllowed(address, allowed) : mayReach(address, allowed)))
