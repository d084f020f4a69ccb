import type { Json } from '../../../../domain/json/json.ts'
import type { TableDetail } from '../../../schemas/tables.ts'

type ColumnKind = TableDetail['columns'][number]['type']

/** How a person sees a value in the field of a form. */
export const cellText = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/**
 * The value of a text that a person has entered: a number, a truth value or JSON where the column holds such values and
 * the text is one, and text otherwise. null: nothing was entered.
 */
export function cellValue(text: string, kind: ColumnKind | undefined): Json {
  if (text === '') return null
  if (kind === undefined || kind === 'string') return text
  try {
    const value: Json = JSON.parse(text)
    return typeof value === 'string' ? text : value
  } catch {
    return text
  }
}
