import type { ErasureSubject } from './subject.ts'

/** Every name of the person that an erasure looks for. */
export interface ErasedNames {
  /** Their identities, in the form in which subjects are stored. */
  readonly identities: readonly ErasureSubject[]
  /** Ids by which networks name the person. */
  readonly networkIds: readonly string[]
}

/** The members in which answers of providers have the slug of a LinkedIn profile without its address. */
const SLUG_MEMBERS = '(public_?id(entifier)?|slug|vanity_?name|profile_?id|username)'
/** An encoded character may precede a name within a URL. */
const ENCODED = '%[0-9a-f]{2}'

/**
 * A regular expression of PostgreSQL for texts and JSON in lower case: it matches where one of the names stands, and
 * not where it is a part of a longer name. Names in URLs may be encoded, and digits of a phone number separated.
 */
export function mentionPattern({ identities, networkIds }: ErasedNames): string {
  const alternatives = [
    ...identities.map(patternOf),
    ...networkIds.map((id) => bounded(escaped(id.toLowerCase()), 'a-z0-9_-')),
  ]
  return `(${alternatives.join('|')})`
}

function patternOf({ kind, value }: ErasureSubject): string {
  switch (kind) {
    case 'email':
      return emailPattern(value)
    case 'linkedin':
      return linkedinPattern(value.slice('in/'.length))
    case 'phone':
      return `(^|[^0-9])${[...value.replace(/\D/g, '')].join('[^0-9a-z"]{0,2}')}(?![0-9])`
    case 'handle':
      return handlePattern(value)
  }
}

function emailPattern(address: string): string {
  const at = address.lastIndexOf('@')
  const local = encodable(address.slice(0, at))
  return `(^|[^a-z0-9._+-]|${ENCODED})${local}(@|%40)${escaped(address.slice(at + 1))}(?![a-z0-9-]|\\.[a-z0-9])`
}

function linkedinPattern(slug: string): string {
  const name = encodable(slug)
  return `${bounded(`in(/|%2f)${name}`, 'a-z0-9_-')}|"${SLUG_MEMBERS}": ?"${name}"`
}

function handlePattern(value: string): string {
  const colon = value.indexOf(':')
  const [platform, name] = [value.slice(0, colon), encodable(value.slice(colon + 1))]
  const network = platform === 'x' ? '(x|twitter)' : escaped(platform)
  return bounded(`(@|${network}[a-z.]*(:|/|%2f)@?)${name}`, 'a-z0-9_')
}

/** The name, where no character of `characters` continues it on either side. */
const bounded = (name: string, characters: string): string =>
  `(^|[^${characters}]|${ENCODED})${name}(?![${characters}])`

/** As it is, or encoded as in a URL. */
const encodable = (text: string): string => {
  const encoded = encodeURIComponent(text).toLowerCase()
  return encoded === text ? escaped(text) : `(${escaped(text)}|${escaped(encoded)})`
}

const escaped = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')
