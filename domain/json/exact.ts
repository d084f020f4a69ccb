import type { Json } from './json.ts'

/** Numbers of more digits do not fit a double: identifiers of social networks are often written so. */
const LONG_NUMBER = /\d[\d.]{15}/
const DIGITS_MAX = 15

declare global {
  /** ECMAScript's "JSON.parse source text access", which the library's types do not know yet. */
  interface JSON {
    parse(
      text: string,
      reviver: (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): Json
    rawJSON(text: string): object
    isRawJSON(value: unknown): boolean
  }
}

/**
 * Parses JSON and keeps long numbers as they were written, so that a payload is passed on unchanged (Spec 2.1):
 * `JSON.stringify` writes them back digit for digit. Throws a SyntaxError like `JSON.parse`.
 */
export function parseExactJson(text: string): Json {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && countDigits(source) > DIGITS_MAX
      ? JSON.rawJSON(source)
      : value,
  )
}

const countDigits = (source: string): number => source.replace(/e.*$/i, '').replace(/[-.]/g, '').length

/** Whether a value is a number kept by its digits: it is no object with members. */
export const isExactNumber = (value: unknown): boolean => JSON.isRawJSON(value)
