import { readHost, registrableOf } from './host.ts'
import { parseWeb } from './web.ts'

/**
 * A domain out of a host name, `@host`, or an address on it. null for what is none and for a public suffix: `co.uk` is nobody's,
 * and whoever covered it would cover a country.
 */
export function readDomain(text: string): string | null {
  const host = readHost(text.startsWith('@') ? text.slice(1) : text) ?? hostOfWeb(text)
  return host !== null && registrableOf(host) !== null ? host : null
}

const hostOfWeb = (text: string): string | null => {
  const web = parseWeb(text)
  return web === null ? null : readHost(web.host)
}
