type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown

// The platform has both ("JSON.parse source text access"); TypeScript's library types lack them.
const parse: (text: string, reviver: Reviver) => unknown = Object.getOwnPropertyDescriptor(JSON, 'parse')?.value
const rawJson: (text: string) => object = Reflect.get(JSON, 'rawJSON')

/** Identifiers of social networks are often numbers with more digits than a double holds. */
const LONG_NUMBER = /\d[\d.]{15}/

/** JSON whose long numbers `JSON.stringify` writes back digit for digit. Throws a SyntaxError like `JSON.parse`. */
export const parseExactly = (text: string): unknown =>
  LONG_NUMBER.test(text) ? parse(text, keepingLong(rawJson)) : JSON.parse(text)

/** The same for a human reader: a long number becomes its own text. */
export const parseReadably = (text: string): unknown =>
  LONG_NUMBER.test(text)
    ? parse(
        text,
        keepingLong((source) => source),
      )
    : JSON.parse(text)

const keepingLong =
  (kept: (source: string) => unknown): Reviver =>
  (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && digitsOf(source) > 15 ? kept(source) : value

const digitsOf = (source: string): number => source.replace(/e.*$/i, '').replaceAll(/[-.]/g, '').length
