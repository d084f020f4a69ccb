import { type Scalar, readScalar } from '../../../domain/catalog/answer-shape.ts'
import { wordsOf } from '../../../domain/words/tokenize.ts'
import type { Json } from '../../../domain/json/json.ts'
import type { Seed } from './seed.ts'

/**
 * One simulated value of the type that a document describes. `name` is its member; `at` distinguishes it from all
 * others.
 */
export function scalarValue(
  text: string,
  { name, at, seed }: { readonly name: string; readonly at: string; readonly seed: Seed },
): Json {
  const scalar = readScalar(text)
  if (scalar.value !== undefined) return scalar.value
  switch (scalar.type) {
    case 'null':
      return null
    case 'boolean':
      return seed.pick(at, [true, false])
    case 'integer':
    case 'number':
      return numberValue(scalar, name, seed.number(at, 0, 999))
    case 'string':
    case 'any':
      return fitted(textValue(scalar, name, seed.id(at)), scalar)
  }
}

const CENTS = 100
const DAYS = 28

function numberValue({ type, least, most }: Scalar, name: string, drawn: number): number {
  const low = least ?? Math.min(/year/i.test(name) ? 2000 : 1, most ?? Infinity)
  const high = most ?? low + (/year/i.test(name) ? 25 : 999)
  // An integer where integers lie between the bounds, so that the value also serves as an integer.
  const integer = Math.ceil(low) + (drawn % Math.max(Math.floor(high) - Math.ceil(low) + 1, 1))
  if (type === 'integer' || high - low > 1) return Math.min(integer, high)
  return low + ((high - low) * (drawn % CENTS)) / CENTS
}

const two = (number: number): string => String(number).padStart(2, '0')

function textValue({ format }: Scalar, name: string, id: string): string {
  const number = Number.parseInt(id.slice(0, 8), 16)
  const day = `2024-${two(1 + (number % 12))}-${two(1 + (number % DAYS))}`
  switch (format) {
    case 'date-time':
      return `${day}T${two(number % 24)}:${two(number % 60)}:00Z`
    case 'date':
      return day
    case 'time':
      return `${two(number % 24)}:${two(number % 60)}:00Z`
    case 'email':
      return `robin.sample${number % 1000}@example.com`
    case 'uri':
      return `https://example.com/${id.slice(0, 6)}`
    case 'hostname':
      return 'example.com'
    case 'uuid':
      return `${id.slice(0, 8)}-${id.slice(8, 12)}-4${id.slice(1, 4)}-8${id.slice(5, 8)}-${id.slice(0, 12)}`
    case 'ipv4':
      return `192.0.2.${number % 255}`
    case 'ipv6':
      return `2001:db8::${(number % 0xffff).toString(16)}`
    case 'byte':
      return 'c2ltdWxhdGVk'
    case undefined:
      return namedText(name, { id, number, day })
  }
}

interface Drawn {
  readonly id: string
  readonly number: number
  readonly day: string
}

/** By a word of the member's name; the last word is tried first. */
const BY_WORD: Readonly<Record<string, (drawn: Drawn) => string>> = {
  id: ({ id }) => id,
  ids: ({ id }) => id,
  uuid: ({ id }) => id,
  token: ({ id }) => `simulated-${id}`,
  key: ({ id }) => `simulated-${id.slice(0, 6)}`,
  hash: ({ id }) => id,
  email: ({ number }) => `robin.sample${number % 1000}@example.com`,
  emails: ({ number }) => `robin.sample${number % 1000}@example.com`,
  url: ({ id }) => `https://example.com/${id.slice(0, 6)}`,
  urls: ({ id }) => `https://example.com/${id.slice(0, 6)}`,
  link: ({ id }) => `https://example.com/${id.slice(0, 6)}`,
  href: ({ id }) => `https://example.com/${id.slice(0, 6)}`,
  website: () => 'https://example.com',
  image: ({ id }) => `https://example.com/${id.slice(0, 6)}.png`,
  logo: ({ id }) => `https://example.com/${id.slice(0, 6)}.png`,
  linkedin: ({ id }) => `https://example.com/in/${id.slice(0, 6)}`,
  domain: () => 'example.com',
  domains: () => 'example.com',
  hostname: () => 'example.com',
  host: () => 'example.com',
  datetime: ({ day }) => `${day}T00:00:00Z`,
  uri: ({ id }) => `https://example.com/${id.slice(0, 6)}`,
  date: ({ day }) => day,
  day: ({ day }) => day,
  at: ({ day }) => `${day}T00:00:00Z`,
  time: ({ day }) => `${day}T00:00:00Z`,
  timestamp: ({ day }) => `${day}T00:00:00Z`,
  phone: ({ number }) => `+1415555010${number % 10}`,
  country: () => 'US',
  language: () => 'en',
  currency: () => 'USD',
  city: () => 'San Francisco',
  state: () => 'CA',
  zip: () => '94103',
  ip: ({ number }) => `192.0.2.${number % 255}`,
  version: () => '1.0',
  year: ({ number }) => String(2000 + (number % 25)),
  type: () => 'sample',
  status: () => 'ok',
  message: () => 'Ok.',
  company: () => 'Example Inc',
  organization: () => 'Example Inc',
  first: () => 'Robin',
  last: () => 'Sample',
  full: () => 'Robin Sample',
}

function namedText(name: string, drawn: Drawn): string {
  const words = wordsOf(name)
  const [known] = words.toReversed().flatMap((word) => (Object.hasOwn(BY_WORD, word) ? [BY_WORD[word]] : []))
  return known?.(drawn) ?? `Sample ${words.join(' ') || 'text'} ${drawn.number % 1000}`
}

/** A text within its length limits. */
function fitted(text: string, { format, least = 0, most }: Scalar): string {
  if (format !== undefined) return text
  return text.slice(0, most).padEnd(least, '0')
}
