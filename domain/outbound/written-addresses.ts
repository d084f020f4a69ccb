import emailAddresses from 'email-addresses'
import { readSubject } from '../identity/read.ts'
import type { Json } from '../json/json.ts'
import { asWritten } from './recipients.ts'

/** The addresses in a member of a raw message, or in a header that names recipients. */
export interface WrittenAddresses {
  /** Normalized; what does not read as an address is kept as it is written, so that the guards compare it. */
  readonly addresses: readonly string[]
  /**
   * Whether the provider can read no other recipients: each text is an address, or a list of addresses with commas or
   * semicolons, each with a name or without (RFC 5322). A group, a comment, a route, and what is no address at all is
   * not exact.
   */
  readonly isExact: boolean
}

/** `a@example.com`, and `Ada <a@example.com>` with an unquoted name: nearly all, read without the parser. */
const PLAIN =
  /^(?:[\p{L}\p{N} .'_-]*<([^\s<>()[\],;:"\\@]+@[^\s<>()[\],;:"\\@]+)>|([^\s<>()[\],;:"\\@]+@[^\s<>()[\],;:"\\@]+))$/u
/** What looks like an address in a text that is no list of addresses. It begins a word, so each word is read once. */
const LIKE_AN_ADDRESS = /(?<![^\s<>()[\],;:"\\])[^\s<>()[\],;:"\\]+@[^\s<>()[\],;:"\\]+/g
const ROUTE = /<\s*@/
/** A local part by which some servers forward to another address, or which a reader may decode to one. */
const LEADS_ELSEWHERE = /[%!][^@]*@|=\?/

/** Whether a server may deliver to another address than this one, of which no guard knows. */
export const leadsElsewhere = (address: string): boolean => LEADS_ELSEWHERE.test(address)

/** A name of 200 characters with its address, or ten plain addresses: the parser takes 40 ms for the worst of them. */
const PARSED_LENGTH_MAX = 500
/** Of an entire message: a hundred recipients with quoted names. The parser takes at most a second for them. */
const PARSED_LENGTH_OF_ALL_MAX = 5_000

/** Reads the values of a message's members that name recipients. */
export function writtenAddresses(values: readonly (Json | undefined)[]): WrittenAddresses {
  const addresses: string[] = []
  let isExact = true
  let left = PARSED_LENGTH_OF_ALL_MAX
  for (const text of textsIn(values)) {
    if (text === null) isExact = false
    else for (const part of partsOf(text)) readPart(part)
  }
  return { addresses, isExact }

  function readPart(text: string): void {
    const plain = PLAIN.exec(text.trim())
    if (plain !== null) return add([plain[1] ?? plain[2] ?? ''])
    const parsed = text.length <= Math.min(PARSED_LENGTH_MAX, left) ? exactMailboxes(text) : null
    left -= text.length
    if (parsed === null) isExact = false
    add(parsed ?? likeAddresses(text))
  }

  function add(found: readonly string[]): void {
    for (const address of found) {
      const read = readSubject(address, 'email')
      if (read === null || leadsElsewhere(address)) isExact = false
      addresses.push(read?.value ?? asWritten(address))
    }
  }
}

/** Every text, in order; null for a value that is neither a text nor a list of texts. An empty text is none. */
function* textsIn(values: readonly (Json | undefined)[]): Generator<string | null> {
  for (const value of values) {
    if (Array.isArray(value)) yield* textsIn(value)
    else if (typeof value === 'string') {
      if (value.trim() !== '') yield value
    } else if (value !== undefined && value !== null) yield null
  }
}

/** Two hundred recipients with their names. */
const LIST_LENGTH_MAX = 10_000

const QUOTED = /"(?:[^"\\]|\\.)*"/g

/**
 * The parts of a list with semicolons, as mail programs write it: `a@example.com; Ada <ada@example.com>`. A quoted name
 * may hold a semicolon, and one in a group (`Team: a@example.com;`) leaves a part that is no mailbox.
 */
function partsOf(text: string): string[] {
  if (text.length > LIST_LENGTH_MAX || !text.includes(';')) return [text]
  const masked = text.replaceAll(QUOTED, (name) => '"'.repeat(name.length))
  const ends = [...masked.matchAll(/;|$/g)].map(({ index }) => index)
  const parts = ends.map((end, at) => text.slice(at === 0 ? 0 : (ends[at - 1] ?? 0) + 1, end))
  const written = parts.filter((part) => part.trim() !== '')
  return written.length === 0 ? [text] : written
}

/** The addresses of a text that is nothing but mailboxes; null: it is something else. */
function exactMailboxes(text: string): string[] | null {
  if (ROUTE.test(text)) return null
  const parsed = emailAddresses.parseAddressList({ input: text, rfc6532: true })
  const mailboxes = parsed?.map((one) => (one.type === 'mailbox' && !hasComment(one) ? one.address : null))
  return mailboxes === undefined || mailboxes.includes(null) ? null : mailboxes.filter((address) => address !== null)
}

/** The parser lists blanks between the parts as comments too. */
const hasComment = ({ parts }: emailAddresses.ParsedMailbox): boolean =>
  parts.comments.some(({ tokens }) => tokens.trim() !== '')

/**
 * The addresses in a header of a received mail, as RFC 5322 reads it: a comment names no correspondent. In a text that
 * is no list of addresses, whatever looks like one.
 */
export const addressesOfHeader = (text: string): readonly string[] => partsOf(text).flatMap(addressesOfPart)

function addressesOfPart(text: string): readonly string[] {
  const plain = PLAIN.exec(text.trim())
  if (plain !== null) return [plain[1] ?? plain[2] ?? '']
  const parsed =
    text.length > PARSED_LENGTH_MAX ? null : emailAddresses.parseAddressList({ input: text, rfc6532: true })
  if (parsed === null) return likeAddresses(text)
  return parsed.flatMap((one) => (one.type === 'group' ? one.addresses : [one]).map(({ address }) => address))
}

function likeAddresses(text: string): string[] {
  const found = text.match(LIKE_AN_ADDRESS) ?? []
  return found.length > 0 ? found : [text.trim()]
}
