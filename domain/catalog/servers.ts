import { listOf, memberOf, recordOf, textOf, type Unchecked } from './reading.ts'

export interface ServerContext {
  readonly root: Unchecked
  /** The provider's base URL, or null before it is known; a relative server is resolved against its origin. */
  readonly providerBase: string | null
}

export type Server =
  | { readonly kind: 'at'; readonly baseUrl: string }
  | { readonly kind: 'unknown'; readonly reason: string }

/**
 * The server of an operation: its own servers, else its path's, else the document's. Of several, the provider's own
 * base if it is among them, else the first: in every document seen, production comes before the sandbox and other
 * environments.
 */
export function serverOf(levels: readonly (Unchecked | null)[], context: ServerContext): Server {
  const declared = levels.map((level) => listOf(memberOf(level, 'servers'))).find((servers) => servers.length > 0)
  const urls = (declared === undefined ? rootServers(context.root) : declared.map(urlOfServer)).filter(
    (one) => one !== null,
  )
  const absolute = urls.map((url) => absoluteOf(url, context.providerBase)).filter((one) => one !== null)
  const [first] = absolute
  if (first !== undefined) return { kind: 'at', baseUrl: absolute.find((one) => one === context.providerBase) ?? first }
  if (urls.length > 0) return { kind: 'unknown', reason: `the server ${urls[0]} is relative and no base URL is known` }
  if (context.providerBase !== null) return { kind: 'at', baseUrl: context.providerBase }
  return { kind: 'unknown', reason: 'the document names no server and no base URL is known' }
}

/** OpenAPI's `servers`, or Swagger 2.0's schemes, host and base path. */
function rootServers(root: Unchecked): (string | null)[] {
  const servers = listOf(memberOf(root, 'servers'))
  if (servers.length > 0) return servers.map(urlOfServer)
  const host = textOf(memberOf(root, 'host'))
  const basePath = textOf(memberOf(root, 'basePath'))
  if (host === null) return basePath === null ? [] : [basePath]
  const schemes = listOf(memberOf(root, 'schemes'))
  const scheme = schemes.length === 0 || schemes.includes('https') ? 'https' : String(schemes[0])
  return [`${scheme}://${host}${basePath ?? ''}`]
}

function urlOfServer(server: unknown): string | null {
  const record = recordOf(server)
  const url = textOf(memberOf(record, 'url'))
  const variables = recordOf(memberOf(record, 'variables'))
  const filled = url?.replace(
    /\{([^{}]+)\}/g,
    (placeholder, name: string) => textOf(memberOf(recordOf(memberOf(variables, name)), 'default')) ?? placeholder,
  )
  // A host or region that only the caller knows is no address.
  return filled === undefined || /[{}]/.test(filled) ? null : filled
}

function absoluteOf(url: string, base: string | null): string | null {
  if (/^https?:\/\//i.test(url)) return trimmed(url)
  const origin = base === null ? null : /^https?:\/\/[^/]+/i.exec(base)?.[0]
  if (url.startsWith('//')) return trimmed(`https:${url}`)
  return origin == null ? null : trimmed(`${origin}/${url.replace(/^\.?\//, '')}`)
}

const trimmed = (url: string): string => url.replace(/[?#].*$/, '').replace(/\/+$/, '')

/**
 * `efts.sec.gov` and `data.sec.gov` are one site; the last two labels decide, or three below a two-letter suffix of two
 * letters.
 */
export function siteOf(url: string): string {
  // A reader with other rules must not find a site in the address, because a credential goes to that site.
  const host = /^https:\/\/([a-z0-9.-]+)(?::\d+)?(?:\/[^\\]*)?$/i.exec(url)?.[1]?.toLowerCase()
  if (host === undefined) return url
  const labels = host.split('.')
  const wide = labels.length > 2 && (labels.at(-1)?.length ?? 0) === 2 && (labels.at(-2)?.length ?? 0) <= 3
  return labels.slice(wide ? -3 : -2).join('.')
}
