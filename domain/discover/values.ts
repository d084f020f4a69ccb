import { wordsIn } from '../words/tokenize.ts'

/** A capitalised word within a sentence: after a word in small letters, so a query in capitals has none. */
const NAME = /(?<=[\p{Ll}\d,'\u2019] +)\p{Lu}[\p{L}\p{N}&.-]*/gu
const NUMBER = /\b\d[\d.,:/-]*\b/g

/**
 * The words of a query that are no subject but the value of an input, as far as the text shows it: names, domains and
 * numbers.
 * A document that lacks them is no worse an answer.
 */
export const valuesIn = (text: string): ReadonlySet<string> =>
  new Set(
    [
      ...[...text.matchAll(NAME), ...text.matchAll(NUMBER)].map(([value]) => value),
      ...[...text.matchAll(DOMAIN)].map(([, name = '']) => name),
    ].flatMap(wordsIn),
  )

/** The endings of most domains. `contact.find` and `chat.delete` are names of calls. */
const ENDING =
  '(?:com|org|net|io|ai|co|dev|app|edu|gov|info|biz|eu|us|uk|de|fr|nl|es|it|ch|at|se|no|dk|pl|in|jp|br|ca|au)'
/** `https://example.com/in/ada`, `ada@example.com`. */
const ADDRESS = /https?:\/\/\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/giu
/** `example.co.uk`, `www.example.com/about`. */
const DOMAIN = new RegExp(`\\b(?:www\\.)?([a-z\\d-]+)(?:\\.[a-z\\d-]+)*\\.${ENDING}\\b(?:/\\S*)?`, 'giu')

/** The query without the addresses in it. Of a domain its name stays: "hotels of booking.com" may mean a service. */
export const withoutAddresses = (text: string): string => text.replaceAll(ADDRESS, ' ').replaceAll(DOMAIN, '$1')
