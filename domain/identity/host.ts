import { parse } from 'tldts'
import { hyphenated } from './text.ts'

// A plus sign is no character of a real domain; the sandbox's scenarios contain it (see the capabilities' fields).
const LABEL = '[a-z0-9_](?:[a-z0-9_+-]{0,61}[a-z0-9_])?'
/** At least two labels. No top-level domain is a number, so versions and IP addresses are no hosts. */
const HOST = new RegExp(`^(?:${LABEL}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$`)
const HOST_LENGTH_MAX = 253
const ASCII = /^[\x21-\x7E]+$/
/** Characters that end a host or are invalid in one. */
const NO_HOST = /[\s/?#@:\\[\]%<>^|]/
/** Reserved names that the public suffix list lacks (RFC 2606, RFC 6761). */
const SET_ASIDE = new Set(['example', 'test', 'invalid', 'local', 'internal', 'localhost'])

const LIST = { extractHostname: false, validateHostname: false, detectIp: false } as const

/** A site's host name in lower-case ASCII (punycode), without `www.` and the final dot; null if it is none. */
export function readHost(text: string): string | null {
  const host = readMailHost(text)
  return host === null ? null : withoutWww(host)
}

/** The same with its `www.`: an address at `www.acme.com` is another mailbox than the one at `acme.com`. */
export function readMailHost(text: string): string | null {
  const ascii = asciiOf(text.endsWith('.') ? text.slice(0, -1) : text)
  return ascii === null || ascii.length > HOST_LENGTH_MAX || !HOST.test(ascii) ? null : ascii
}

function asciiOf(text: string): string | null {
  if (ASCII.test(text)) return text.toLowerCase()
  // A name is never shorter in ASCII; a long one of unusual characters would take milliseconds to convert.
  if (text === '' || text.length > HOST_LENGTH_MAX || NO_HOST.test(text)) return null
  const host = URL.parse(`http://${hyphenated(text)}`)?.hostname ?? null
  return host?.endsWith('.') === true ? host.slice(0, -1) : host
}

function withoutWww(host: string): string {
  let rest = host
  while (rest.startsWith('www.') && registrableOf(rest.slice(4)) !== null) rest = rest.slice(4)
  return rest
}

/**
 * The domain that can be registered (`acme.co.uk` of `mail.acme.co.uk`), by the public suffix list; null for a suffix
 * itself, which has no owner. Hosts that customers of a platform share (`ada.github.io`) belong to the platform, so
 * that its domain finds them.
 */
export const registrableOf = (host: string): string | null => parse(host, LIST).domain

/** Whether the host ends in a suffix that exists: `acme.com` does, `main.ts2` and `v1.final` do not. */
export function hasKnownSuffix(host: string): boolean {
  const { isIcann, isPrivate, publicSuffix, domain } = parse(host, LIST)
  return domain !== null && (isIcann === true || isPrivate === true || SET_ASIDE.has(publicSuffix ?? ''))
}
