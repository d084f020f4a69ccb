import { ENCODINGS, SEPARATOR_NAMES } from '../../../../domain/files/form.ts'
import { NO_HEADER_LINE } from '../../../../domain/files/layout.ts'
import type { JsonObject } from '../../../../domain/json/json.ts'
import { Problem } from '../../../errors/problem.ts'
import type { FileReading } from '../../../schemas/file.ts'
import type { FormField } from '../../forms.ts'

/** The step that shows the columns sends the file along, so nothing is stored in between. */
export const BYTES = 'bytes'

/** The file that a form sends, or its text. Throws `invalid_request` where there is neither. */
export function fileIn(form: URLSearchParams): Buffer {
  const sent = form.get('file') || form.get(BYTES)
  const bytes = sent ? Buffer.from(sent, 'base64') : Buffer.from(form.get('csv') ?? '')
  if (bytes.length > 0) return bytes
  throw new Problem('invalid_request', 'The file needs a line with the column names and a line with values.', {
    param: '/csv',
  })
}

const FIELDS = ['separator', 'encoding', 'header_line', 'sheet'] as const

/** What a person states about a file, as the route's query has it; an empty field is detected. */
export function fileQueryIn(form: URLSearchParams): JsonObject {
  const given = FIELDS.map((name) => [name, form.get(name)?.trim() ?? ''] as const).filter(([, text]) => text !== '')
  return Object.fromEntries(
    given.map(([name, text]) => [name, name === 'header_line' && /^\d{1,9}$/.test(text) ? Number(text) : text]),
  )
}

/** The same, to be sent along by the next form. */
export const fileFieldsIn = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries(FIELDS.map((name) => [name, form.get(name)?.trim() ?? '']))

const SEPARATOR_WORDS = { comma: 'commas', semicolon: 'semicolons', tab: 'tabs', pipe: 'vertical bars' } as const

/** `CSV, semicolons, windows-1252, column names on line 3`. */
export const readAs = ({ format, separator, encoding, header_line: line, sheet }: FileReading): string =>
  [
    format === 'csv' ? 'CSV' : `Excel, sheet “${sheet ?? ''}”`,
    ...(separator === null ? [] : [SEPARATOR_WORDS[separator]]),
    ...(encoding === null ? [] : [encoding]),
    line === NO_HEADER_LINE ? 'no line with column names' : `column names in line ${line}`,
  ].join(', ')

/** What the window that chooses a file shows first. */
export const FILES_ACCEPTED =
  '.csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const SEPARATOR: FormField = {
  name: 'separator',
  label: 'Separator',
  bare: true,
  optional: true,
  options: [['', 'Detect'], ...SEPARATOR_NAMES.map((name) => [name, SEPARATOR_WORDS[name]] as const)],
}
const ENCODING: FormField = {
  name: 'encoding',
  label: 'Encoding',
  bare: true,
  optional: true,
  options: [['', 'Detect'], ...ENCODINGS.map((name) => [name, name] as const)],
}
const HEADER_LINE: FormField = {
  name: 'header_line',
  label: 'Line with the column names',
  bare: true,
  optional: true,
  inputMode: 'numeric',
  maxLength: 7,
  autocomplete: 'off',
  hint: 'Empty: detected. Lines above it are ignored. 0: no line has names.',
}
const SHEET: FormField = {
  name: 'sheet',
  label: 'Sheet of a workbook',
  bare: true,
  optional: true,
  autocomplete: 'off',
}

/** The fields that state how a file is written before it was read: without them it is detected. */
export const UNREAD_FILE_FIELDS: readonly FormField[] = [SEPARATOR, ENCODING, HEADER_LINE, SHEET]

/** The fields that correct how a file was read. */
export function correctionFields(form: URLSearchParams, { format, sheets }: FileReading): readonly FormField[] {
  const sheet: FormField = {
    ...SHEET,
    options: [['', 'The first one with rows'], ...sheets.map((name) => [name, name] as const)],
  }
  const fields = format === 'xlsx' ? [sheet, HEADER_LINE] : [SEPARATOR, ENCODING, HEADER_LINE]
  return fields.map((field) => ({ ...field, value: form.get(field.name)?.trim() ?? '' }))
}
