import { readHost, registrableOf } from './host.ts'
import { readLinkedin } from './linkedin.ts'
import { profileOf } from './profile.ts'
import { parseWeb } from './web.ts'

/**
 * A domain from a host name, `@host`, or an address on it. null for other texts and for a public suffix: `co.uk` has no
 * owner, and covering it would cover a country. A profile on a network belongs to its owner, not to the network's site:
 * two companies whose `website` is their page on LinkedIn are two.
 */
export function readDomain(text: string): string | null {
  const host = readHost(text.startsWith('@') ? text.slice(1) : text) ?? hostOfWeb(text)
  return host !== null && registrableOf(host) !== null ? host : null
}

const hostOfWeb = (text: string): string | null => {
  const web = parseWeb(text)
  return web === null || profileOf(web) !== null || readLinkedin(text) !== null ? null : readHost(web.host)
}
