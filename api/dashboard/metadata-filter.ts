import type { FormField } from './forms.ts'

/** The longest key and value with the sign between them. */
const LENGTH_MAX = 541

/** One pair as a person writes it and a URL has it: `customer=acme`. */
export const metadataText = (key: string, value: string): string => `${key}=${value}`

function pairOf(text: string): readonly [key: string, value: string] {
  const sign = text.indexOf('=')
  return sign < 0 ? [text, ''] : [text.slice(0, sign), text.slice(sign + 1)]
}

/** The filter of `GET /v1/runs`, from the text of the field. */
export const metadataFilter = (text: string | undefined): { readonly metadata?: Readonly<Record<string, string>> } =>
  text ? { metadata: Object.fromEntries([pairOf(text)]) } : {}

/** The pairs of several lines. */
export const metadataIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map(pairOf),
  )

/** The field of several pairs. */
export const METADATA_PAIRS: FormField = {
  name: 'metadata',
  label: 'Metadata',
  hint: 'Pairs, one on each line, as in customer=acme.',
  optional: true,
  rows: 3,
  autocomplete: 'off',
}

/** The field of a pair. The route names a faulty one by its key. */
export const metadataField = (text = ''): FormField => ({
  name: 'metadata',
  label: 'Metadata',
  hint: 'A pair, as in customer=acme.',
  at: `metadata/${pairOf(text)[0]}`,
  maxLength: LENGTH_MAX,
  autocomplete: 'off',
})
