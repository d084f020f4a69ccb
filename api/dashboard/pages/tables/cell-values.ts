import type { Json } from '../../../../domain/json/json.ts'
import type { TableDetail } from '../../../schemas/tables.ts'
import type { FormField } from '../../forms.ts'

type ColumnKind = TableDetail['columns'][number]['type']

/** How a person sees a value in the field of a form. */
export const cellText = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/**
 * The value of a text that a person has entered: a number, a truth value or JSON where the column holds such values and
 * the text is one, and text otherwise. null: nothing was entered.
 */
function cellValue(text: string, kind: ColumnKind | undefined): Json {
  if (text === '') return null
  if (kind === undefined || kind === 'string') return text
  try {
    const value: Json = JSON.parse(text)
    return typeof value === 'string' ? text : value
  } catch {
    return text
  }
}

const PREFIX = 'cell-'

/** The field of a cell. A column may have any name, so the field's name has a prefix. */
export const cellField = (name: string, more: Partial<FormField> = {}): FormField => ({
  name: `${PREFIX}${name}`,
  at: name,
  label: name,
  optional: true,
  bare: true,
  autocomplete: 'off',
  ...more,
})

/** The cells that were entered; null: an empty one. */
export const enteredCells = (form: URLSearchParams, { columns }: TableDetail): [column: string, value: Json][] =>
  [...form].flatMap(([field, text]): [string, Json][] => {
    if (!field.startsWith(PREFIX)) return []
    const name = field.slice(PREFIX.length)
    return [[name, cellValue(text.trim(), columns.find((column) => column.name === name)?.type)]]
  })
