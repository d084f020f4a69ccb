import { readMailHost } from './host.ts'

/** RFC 5321. */
const LOCAL_LENGTH_MAX = 64
const LOCAL = /^[^\s@"<>()[\],;:\\]+$/u
const NAMED = /^[^<>]*<([^<>]+)>$/u
const MAILTO = /^mailto:/i

/**
 * An address in lower case, its host in ASCII. The part after a plus sign stays, because it may be another mailbox.
 * null if the text is no address.
 */
export function readEmail(text: string): string | null {
  const bare = (NAMED.exec(text)?.[1] ?? text).trim().replace(MAILTO, '').replace(/\?.*$/, '')
  const at = bare.lastIndexOf('@')
  if (at < 1) return null
  const local = bare.slice(0, at).normalize('NFKC').toLowerCase().normalize('NFKC')
  if (local.length > LOCAL_LENGTH_MAX || !LOCAL.test(local)) return null
  const host = readMailHost(bare.slice(at + 1))
  return host === null ? null : `${local}@${host}`
}
