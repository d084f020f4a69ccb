import { wordsIn } from '../words/tokenize.ts'

/** A capitalised word within a sentence: after a word in small letters, so a query in capitals has none. */
const NAME = /(?<=[\p{Ll}\d,'\u2019] +)\p{Lu}[\p{L}\p{N}&.-]*/gu
const NUMBER_WORDS =
  'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred|thousand'
const NUMBER = new RegExp(`\\b\\d[\\d.,:/-]*\\b|\\b(?:${NUMBER_WORDS}|million|dozen)\\b`, 'giu')
const UNITS = 'km|kilomet(?:er|re)s?|miles?|met(?:er|re)s?|kg|degrees?|percent|euros?|eur|dollars?|usd|am|pm'
/** The unit after a number: "2 km", "forty euros". */
const UNIT = new RegExp(`(?:\\d|\\b(?:${NUMBER_WORDS})) ?(${UNITS})\\b`, 'giu')

/**
 * The words of a query that are no subject but the value of an input, as far as the text shows it: names, domains,
 * numbers and their units. A document that lacks them is no worse an answer.
 */
export const valuesIn = (text: string): ReadonlySet<string> =>
  new Set(
    [
      ...[...text.matchAll(NAME), ...text.matchAll(NUMBER)].map(([value]) => value),
      ...[...text.matchAll(DOMAIN), ...text.matchAll(UNIT)].map(([, word = '']) => word),
    ].flatMap(wordsIn),
  )

/** The endings of most domains. `contact.find` and `chat.delete` are names of calls. */
const ENDING =
  '(?:com|org|net|io|ai|co|dev|app|edu|gov|info|biz|eu|us|uk|de|fr|nl|es|it|ch|at|se|no|dk|pl|in|jp|br|ca|au)'
/** `https://example.com/in/ada`, `ada@example.com`. */
const ADDRESS = /https?:\/\/\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/giu
/** `example.co.uk`, `www.example.com/about`. */
const DOMAIN = new RegExp(`\\b(?:www\\.)?([a-z\\d-]+)(?:\\.[a-z\\d-]+)*\\.${ENDING}\\b(?:/\\S*)?`, 'giu')

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/iu
const PROFILE = /\blinkedin\.com\/in\//iu

/** What the addresses in a query are: an agent that names one wants something that takes it. */
export function kindsOfValues(text: string): string[] {
  if (EMAIL.test(text)) return ['email']
  if (PROFILE.test(text)) return ['linkedin', 'profile']
  return text.search(DOMAIN) >= 0 ? ['domain'] : []
}

/**
 * The query without the addresses in it. Of a domain its name stays: "hotels of booking.com" may mean a service. The
 * domains that are placeholders (RFC 2606) mean none.
 */
export const withoutAddresses = (text: string): string =>
  text.replaceAll(ADDRESS, ' ').replaceAll(DOMAIN, (_, name: string) => (name === 'example' ? ' ' : name))
