import { readHost, registrableOf } from './host.ts'
import { readLinkedin } from './linkedin.ts'
import { isNoSite } from './placeholders.ts'
import { profileOf } from './profile.ts'
import { opened } from './redirects.ts'
import { unwrap } from './unwrap.ts'
import { parseWeb } from './web.ts'

/**
 * A domain from a host name, `@host`, `*@host`, or an address on it. null for other texts, for a name that states that
 * there is no site, and for a public suffix: `co.uk` has no owner, and covering it would cover a country. A profile on
 * a network belongs to its owner, not to the network's site: two companies whose `website` is their page on LinkedIn
 * are two.
 */
export function readDomain(text: string): string | null {
  const address = opened(unwrap(text))
  const host = readHost(address.replace(EVERYONE_AT, '')) ?? hostOfWeb(address)
  return host !== null && registrableOf(host) !== null && !isNoSite(host) ? host : null
}

/** What precedes a domain to mean every address there. */
const EVERYONE_AT = /^\*?@/

const hostOfWeb = (text: string): string | null => {
  const web = parseWeb(text)
  return web === null || profileOf(web) !== null || readLinkedin(text) !== null ? null : readHost(web.host)
}
