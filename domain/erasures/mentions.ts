import punycode from 'punycode.js'
import { mailboxOf } from '../accounts/mailbox.ts'
import { namesOfNetwork } from '../identity/handle.ts'
import { groupsOfPublicAddress } from '../identity/linkedin.ts'
import { spellingsOf } from '../identity/phone.ts'
import { hostsOfNetwork, PROFILE_WORDS } from '../identity/profile.ts'
import type { ErasureKind, ErasureSubject } from './subject.ts'

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
const SLUG_MEMBERS = '([a-z_]{1,20}_)?(public_?id(entifier)?|slug|vanity_?name|profile_?id|username|linkedin)'
/** What may follow the name of a network in the name of a member or a column: `Instagram Handle`. */
const OF_NETWORK = '([ _-]?(handle|user[ _-]?name|name|account|profile|url|link))?'
/** The members of one object that state together who a person is: `{"platform": "x", "handle": "ada"}`. */
const NETWORK_MEMBERS = '(platform|network|site|service|channel|provider|type)'
const HANDLE_MEMBERS = '(handle|user_?name|screen_?name|login|account|profile|name|id)'
/** `@name` without a network may be another person elsewhere: only a name of this length is taken as theirs. */
const LONE_HANDLE_MIN = 8

/** What may precede a name without being a part of it: within a URL, and within JSON. */
const ENCODED = '%[0-7][0-9a-f]|\\\\[nrtbf]|\\\\u00[0-7][0-9a-f]'
/** A letter beyond ASCII, encoded in a URL. */
const ENCODED_LETTER = '%[c-f][0-9a-f]'
/** As they are, encoded in a URL, or escaped in JSON within JSON. */
const PERCENT = '%(25){0,2}'
const SLASH = `(\\\\*/|${PERCENT}2f|\\\\+u002f)`
const AT = `(@|${PERCENT}40|\\\\+u0040|=40|&#64;)`
const COLON = `(:|${PERCENT}3a)`
const QUOTE = '\\\\*"'

const member = (names: string, value: string): string => `${QUOTE}${names}${QUOTE}: ?${QUOTE}${value}${QUOTE}`

/**
 * A regular expression of PostgreSQL for texts and JSON that are plainly written (`plainly_written`, in lower case and
 * without invisible characters): it matches where one of the names occurs, and not where it is a part of a longer name.
 * It knows the spellings that the readers of identities take for the same. Names in URLs may be encoded, and digits of
 * a phone number separated.
 */
export const mentionPattern = (names: ErasedNames): string => patternOf(names, (before) => before)

/** The same for idempotency keys, in which a name may follow any sign: `verify-ada@example.com`. */
export const keyPattern = (names: ErasedNames): string => patternOf(names, () => '[:alnum:]')

/** `before`: the characters that make a name longer when they precede it, given those of its kind. */
type Before = (ofKind: string) => string

/** Names of one kind are in one alternative: the time for a text grows with their number. */
function patternOf({ identities, networkIds }: ErasedNames, before: Before): string {
  const of = (kind: ErasureKind): string[] => identities.filter((one) => one.kind === kind).map(({ value }) => value)
  const [emails, profiles, phones] = [of('email'), of('linkedin'), of('phone')]
  const handles = Map.groupBy(of('handle'), (value) => value.slice(0, value.indexOf(':')))
  const ids = networkIds.map((id) => escaped(id.toLowerCase()))
  const alternatives = [
    ...(emails.length === 0 ? [] : [emailPattern(emails, before)]),
    ...(profiles.length === 0 ? [] : linkedinPatterns(profiles, before)),
    ...(phones.length === 0 ? [] : [phonePattern(phones)]),
    ...[...handles].flatMap(([platform, values]) => handlePatterns(platform, values, before)),
    ...(ids.length === 0 ? [] : [begins(before('[:alnum:]_-')) + oneOf(ids) + ends('[[:alnum:]_-]')]),
  ]
  return `(${alternatives.join('|')})`
}

/** What may follow the name of a mailbox: any address with it is the same mailbox. */
const TAG = '((\\+|%2b)[[:alnum:]._%+-]{0,64})?'

const emailPattern = (addresses: readonly string[], before: Before): string =>
  `${begins(before('[:alnum:]._+-'))}${oneOf(addresses.map(mailboxPattern))}${ends('[[:alnum:]-]|\\.[[:alnum:]]')}`

function mailboxPattern(address: string): string {
  const mailbox = mailboxOf(address)
  const at = mailbox.lastIndexOf('@')
  const [local, domain] = [mailbox.slice(0, at), mailbox.slice(at + 1)]
  const isGoogle = domain === 'gmail.com'
  const name = isGoogle ? [...local].map(encodable).join('\\.?') : encodable(local)
  const host = isGoogle ? 'g(oogle)?mail\\.com' : hostPattern(domain)
  return `${name}${TAG}(${QUOTE})?${AT}${host}`
}

/** In the characters of its language, or in ASCII. */
function hostPattern(domain: string): string {
  const shown = inItsLanguage(domain)
  return shown === domain ? escaped(domain) : oneOf([escaped(domain), encodable(shown)])
}

function inItsLanguage(domain: string): string {
  try {
    return punycode.toUnicode(domain)
  } catch {
    // Not every name that begins with `xn--` can be decoded. Such a name has only this spelling.
    return domain
  }
}

function linkedinPatterns(values: readonly string[], before: Before): string[] {
  const slugs = values.map((value) => value.slice('in/'.length))
  const names = oneOf(slugs.map(encodable))
  const olds = slugs.flatMap(groupsOfPublicAddress).map(({ bare, groups }) => [encodable(bare), ...groups].join(SLASH))
  const end = ends(`[[:alnum:]_-]|${ENCODED_LETTER}`)
  const addresses = [`in${SLASH}${names}`, `linkedin${COLON}${names}`, ...olds.map((old) => `pub${SLASH}${old}`)]
  return [
    `${begins(before('[:alnum:]_-'))}${oneOf(addresses)}${end}`,
    member(SLUG_MEMBERS, names),
    inOneObject('linkedin', names),
  ]
}

/** What separates two digits. */
const GAP = `([^0-9a-z"]{0,3}|${PERCENT}2[0d])`

/** `00` may replace the plus, or nothing; people write the zero of calls within the country: `+49 (0)171 …`. */
function phonePattern(numbers: readonly string[]): string {
  const digits = (text: string): string => [...text].join(GAP)
  const spelled = numbers
    .flatMap(spellingsOf)
    .map(({ country, national }) => `${digits(country)}${GAP}([(]?0[)]?${GAP})?${digits(national)}`)
  return `(^|[^0-9]|${ENCODED})(00${GAP})?${oneOf(spelled)}(?![0-9])`
}

/** Members of one object, in either order. */
function inOneObject(networks: string, names: string): string {
  const [ofNetwork, handled] = [member(NETWORK_MEMBERS, networks), member(HANDLE_MEMBERS, `${AT}?${names}`)]
  return `${ofNetwork},[^{}]*${handled}|${handled},[^{}]*${ofNetwork}`
}

function handlePatterns(platform: string, values: readonly string[], before: Before): string[] {
  const handles = values.map((value) => value.slice(platform.length + 1))
  const names = oneOf(handles.map(encodable))
  const networks = oneOf(namesOfNetwork(platform).map(escaped))
  const hosts = oneOf([`${networks}\\.[a-z]{2,3}`, ...hostsOfNetwork(platform).map(escaped)])
  const end = ends(`[[:alnum:]_-]|\\.[[:alnum:]_]|${ENCODED_LETTER}`)
  const lone = handles.filter((handle) => handle.length >= LONE_HANDLE_MIN).map(encodable)
  return [
    `${begins(before('[:alnum:]_-'))}(${networks}${COLON}|${hosts}${SLASH}(${PROFILE_WORDS}${SLASH})?)${AT}?${names}${end}`,
    inOneObject(networks, names),
    member(`${networks}${OF_NETWORK}`, `${AT}?${names}`),
    ...(lone.length === 0 ? [] : [`${begins(before('[:alnum:]._+-'))}${AT}${oneOf(lone)}${end}`]),
  ]
}

const oneOf = (alternatives: readonly string[]): string => `(${alternatives.join('|')})`

const begins = (characters: string): string => `(^|[^${characters}]|${ENCODED})`
const ends = (longer: string): string => `(?!${longer})`

/** As it is, or encoded as in a URL, once or more often, also with marks apart from their letters. */
function encodable(text: string): string {
  const encoded = [text, text.normalize('NFD')].map((one) => escaped(encodeURIComponent(one).toLowerCase()))
  const spellings = new Set([escaped(text), ...encoded.map((one) => one.replaceAll('%', PERCENT))])
  return oneOf([...spellings].map((one) => one.replaceAll("'", `('|${PERCENT}27)`)))
}

const escaped = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')
