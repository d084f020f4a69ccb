import { hasKnownSuffix, readHost, readMailHost } from './host.ts'
import { isNoMailbox } from './placeholders.ts'
import { decoded, hyphenated, tidy } from './text.ts'
import { linkIn, unwrap } from './unwrap.ts'

/** RFC 5321. */
const LOCAL_LENGTH_MAX = 64
/** No mailbox has a star: `*@example.com` is everyone at the domain, and `ada*@example.com` is no address. */
const LOCAL = /^[^\s@"<>()[\],;:\\*]+$/u
/** Behind a bar, chats show what a link shows. */
const IN_ANGLES = /<([^<>|]*@[^<>|]*)(?:\|[^<>]*)?>/gu
/** A comment of RFC 5322 before or behind the address, as in `ada@example.com (Ada)`. */
const COMMENT = /^\s*\([^()@]*\)\s*|\s*\([^()@]*\)\s*$/gu
const LABEL = /^(?:e-?mail(?:[ -]?address)?|mail|mailbox|e)\s*[:=]\s*(?=\S)/iu
const MAILTO = /^mailto:\/{0,2}/i
const QUOTED_LOCAL = /^"([^"\\\s@]+)"(?=@)/u
/** Apostrophes as word processors write them: `o’brien@example.com`. */
const APOSTROPHES = /[’‘ʼ＇]/gu

export type EmailReading =
  | { readonly kind: 'read'; readonly address: string }
  | { readonly kind: 'placeholder' | 'several' | 'star' | 'none' }

/**
 * An address in lower case, its host in ASCII. The part after a plus sign stays, because it may be another mailbox.
 * null if the text is no address, or states that there is none.
 */
export function readEmail(text: string): string | null {
  const read = addressIn(text)
  return read.kind === 'read' ? read.address : null
}

export function addressIn(text: string): EmailReading {
  const given = tidy(text.normalize('NFKC'))
  const written = linkIn(given) ?? given
  const named = [...new Set([...written.matchAll(IN_ANGLES)].map(([, inside = '']) => inside))]
  if (named.length > 1) return { kind: 'several' }
  const bare = hyphenated(bareAddress(named[0] ?? written))
  const at = bare.lastIndexOf('@')
  if (at < 1) return { kind: 'none' }
  const local = bare.slice(0, at).replace(APOSTROPHES, "'").normalize('NFKC').toLowerCase().normalize('NFKC')
  const host = readMailHost(bare.slice(at + 1).replace(/\.{2,}$/, ''))
  if (local.includes('*')) return { kind: 'star' }
  if (/@[^@]*[,;\s/|]/.test(local)) return { kind: 'several' }
  if (isOnSite(local)) return { kind: 'none' }
  if (local.length > LOCAL_LENGTH_MAX || !LOCAL.test(local) || host === null) return { kind: 'none' }
  return isNoMailbox(local, host) ? { kind: 'placeholder' } : { kind: 'read', address: `${local}@${host}` }
}

/** The at sign of a profile follows the host of its site: `www.tiktok.com/@ada.example`. */
const isOnSite = (local: string): boolean => {
  const slash = local.indexOf('/')
  const host = slash < 1 ? null : readHost(local.slice(0, slash))
  return host !== null && hasKnownSuffix(host)
}

/** The address without its label, its scheme, its comments, quotes and percent-encoding. */
function bareAddress(text: string): string {
  const unlabelled = unwrap(text.replace(LABEL, '').replace(QUOTED_LOCAL, '$1')).replace(LABEL, '')
  const address = unlabelled.replace(MAILTO, '').replace(/\?.*$/s, '').replace(COMMENT, '')
  return unwrap(tidy(decoded(address) ?? address)).replace(QUOTED_LOCAL, '$1')
}
