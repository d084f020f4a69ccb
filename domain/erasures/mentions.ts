import { mailboxOf } from '../accounts/mailbox.ts'
import { namesOfNetwork } from '../identity/handle.ts'
import { hostsOfNetwork, PROFILE_WORDS } from '../identity/profile.ts'
import type { ErasureSubject } from './subject.ts'

/** Every name of the person that an erasure looks for. */
export interface ErasedNames {
  /** Their identities, in the form in which subjects are stored. */
  readonly identities: readonly ErasureSubject[]
  /** Mailboxes and numbers of their rows that others have too; not looked up by erasures of before. */
  readonly shared?: readonly ErasureSubject[]
  /** Ids by which networks name the person. */
  readonly networkIds: readonly string[]
}

/** The members in which answers of providers have the slug of a LinkedIn profile without its address. */
const SLUG_MEMBERS = '(public_?id(entifier)?|slug|vanity_?name|profile_?id|username)'
/** The members of one object that say together who a person is: `{"platform": "x", "handle": "ada"}`. */
const NETWORK_MEMBERS = '(platform|network|site|service|channel|provider|type)'
const HANDLE_MEMBERS = '(handle|user_?name|screen_?name|login|account|profile|name|id)'
/** `@name` without a network may be another person elsewhere: only a name of this length is taken as theirs. */
const LONE_HANDLE_MIN = 8

/** What may precede a name without being a part of it: within a URL, and within JSON. */
const ENCODED = '%[0-7][0-9a-f]|\\\\[nrtbf]|\\\\u00[0-7][0-9a-f]'
/** A letter beyond ASCII, encoded in a URL. */
const ENCODED_LETTER = '%[c-f][0-9a-f]'
/** As they stand, encoded in a URL, or escaped in JSON within JSON. */
const SLASH = '(\\\\*/|%2f|\\\\+u002f)'
const AT = '(@|%40|\\\\+u0040)'
const COLON = '(:|%3a)'
const QUOTE = '\\\\*"'

const member = (names: string, value: string): string => `${QUOTE}${names}${QUOTE}: ?${QUOTE}${value}${QUOTE}`

/**
 * A regular expression of PostgreSQL for texts and JSON in lower case: it matches where one of the names stands, and
 * not where it is a part of a longer name. Names in URLs may be encoded, and digits of a phone number separated.
 */
export const mentionPattern = (names: ErasedNames): string => patternOf(names, (before) => before)

/** The same for idempotency keys, in which a name may follow any sign: `verify-ada@example.com`. */
export const keyPattern = (names: ErasedNames): string => patternOf(names, () => '[:alnum:]')

/** `before`: the characters that make a name longer when they precede it, given those of its kind. */
type Before = (ofKind: string) => string

function patternOf({ identities, networkIds }: ErasedNames, before: Before): string {
  const alternatives = [
    ...identities.map((identity) => identityPattern(identity, before)),
    ...networkIds.map((id) => begins(before('[:alnum:]_-')) + escaped(id.toLowerCase()) + ends('[[:alnum:]_-]')),
  ]
  return `(${alternatives.join('|')})`
}

function identityPattern({ kind, value }: ErasureSubject, before: Before): string {
  switch (kind) {
    case 'email':
      return emailPattern(value, before)
    case 'linkedin':
      return linkedinPattern(value.slice('in/'.length), before)
    case 'phone':
      return phonePattern(value)
    case 'handle':
      return handlePattern(value, before)
  }
}

/** What may follow the name of a mailbox: any address with it is the same mailbox. */
const TAG = '((\\+|%2b)[[:alnum:]._%+-]{0,64})?'

function emailPattern(address: string, before: Before): string {
  const mailbox = mailboxOf(address)
  const at = mailbox.lastIndexOf('@')
  const [local, domain] = [mailbox.slice(0, at), mailbox.slice(at + 1)]
  const isGoogle = domain === 'gmail.com'
  const name = isGoogle ? [...local].map(encodable).join('\\.?') : encodable(local)
  const host = isGoogle ? 'g(oogle)?mail\\.com' : escaped(domain)
  return `${begins(before('[:alnum:]._+-'))}${name}${TAG}${AT}${host}${ends('[[:alnum:]-]|\\.[[:alnum:]]')}`
}

function linkedinPattern(slug: string, before: Before): string {
  const name = encodable(slug)
  const path = `${begins(before('[:alnum:]_-'))}in${SLASH}${name}${ends(`[[:alnum:]_-]|${ENCODED_LETTER}`)}`
  return `${path}|${member(SLUG_MEMBERS, name)}`
}

/** `00` may stand for the plus, or nothing. */
const phonePattern = (number: string): string =>
  `(^|[^0-9])(00[^0-9a-z"]{0,2})?${[...number.replace(/\D/g, '')].join('[^0-9a-z"]{0,2}')}(?![0-9])`

function handlePattern(value: string, before: Before): string {
  const colon = value.indexOf(':')
  const [platform, handle] = [value.slice(0, colon), value.slice(colon + 1)]
  const name = encodable(handle)
  const networks = `(${namesOfNetwork(platform).map(escaped).join('|')})`
  const hosts = `(${[`${networks}\\.[a-z]{2,3}`, ...hostsOfNetwork(platform).map(escaped)].join('|')})`
  const [ofNetwork, handled] = [member(NETWORK_MEMBERS, networks), member(HANDLE_MEMBERS, `${AT}?${name}`)]
  const end = ends(`[[:alnum:]_-]|\\.[[:alnum:]_]|${ENCODED_LETTER}`)
  return [
    `${begins(before('[:alnum:]_-'))}(${networks}${COLON}|${hosts}${SLASH}(${PROFILE_WORDS}${SLASH})?)${AT}?${name}${end}`,
    // Within one object, in either order.
    `${ofNetwork},[^{}]*${handled}|${handled},[^{}]*${ofNetwork}`,
    ...(handle.length >= LONE_HANDLE_MIN ? [`${begins(before('[:alnum:]._+-'))}${AT}${name}${end}`] : []),
  ].join('|')
}

const begins = (characters: string): string => `(^|[^${characters}]|${ENCODED})`
const ends = (longer: string): string => `(?!${longer})`

/** As it is, or encoded as in a URL. */
const encodable = (text: string): string => {
  const encoded = encodeURIComponent(text).toLowerCase()
  return encoded === text ? escaped(text) : `(${escaped(text)}|${escaped(encoded)})`
}

const escaped = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')
