import { wordsIn } from '../words/tokenize.ts'

/** A capitalised word within a sentence: after a word in small letters, so a query in capitals has none. */
const NAME = /(?<=[\p{Ll}\d,'\u2019] +)\p{Lu}[\p{L}\p{N}&.-]*/gu
const NUMBER = /\b\d[\d.,:/-]*\b/g

/**
 * The words of a query that are no subject but the value of an input, as far as the text shows it: names and numbers.
 * A document that lacks them is no worse an answer.
 */
export const valuesIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(NAME), ...text.matchAll(NUMBER)].flatMap(([value]) => wordsIn(value)))
