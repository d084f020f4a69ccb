import Type, { type Static } from 'typebox'
import { ENCODINGS, type FileCorrections, SEPARATOR_NAMES } from '../../domain/files/form.ts'
import { NO_HEADER_LINE } from '../../domain/files/layout.ts'
import { KNOWN_FIELDS } from '../../domain/files/known-headings.ts'
import { closed, nullable, oneOf } from './common.ts'
import { named } from './named.ts'

/** The bytes of a file: a CSV file in any of the known encodings, or an Excel workbook. */
export const fileBody = (description: string) => Type.Unsafe<Buffer>({ type: 'string', minLength: 1, description })

/** Excel's own limit is 31 characters, and other programs write longer names. */
const SHEET_NAME_LENGTH_MAX = 200
/** More lines than any file has that is taken. */
const HEADER_LINE_MAX = 1_000_000

/** What the sender of a file states about it; what is left out is detected, and the answer reports it. */
export const fileQueryMembers = {
  encoding: Type.Optional(
    oneOf(ENCODINGS, { description: 'The encoding of the file. Detected by default.', examples: ['windows-1252'] }),
  ),
  separator: Type.Optional(
    oneOf(SEPARATOR_NAMES, { description: 'What separates the cells. Detected by default.', examples: ['semicolon'] }),
  ),
  header_line: Type.Optional(
    Type.Integer({
      minimum: NO_HEADER_LINE,
      maximum: HEADER_LINE_MAX,
      description:
        'The number of the line with the column names. Lines above it are ignored. 0: no line has names, and the columns are `Column 1` and so on. Detected by default.',
      examples: [1],
    }),
  ),
  sheet: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: SHEET_NAME_LENGTH_MAX,
      description: 'The name of a sheet of a workbook: by default the first one that has rows and is not hidden.',
      examples: ['Contacts'],
    }),
  ),
}

interface FileQuery {
  readonly encoding?: NonNullable<FileCorrections['encoding']>
  readonly separator?: NonNullable<FileCorrections['separator']>
  readonly header_line?: number
  readonly sheet?: string
}

export const correctionsOf = ({ encoding, separator, header_line: headerLine, sheet }: FileQuery): FileCorrections => ({
  ...(encoding === undefined ? {} : { encoding }),
  ...(separator === undefined ? {} : { separator }),
  ...(headerLine === undefined ? {} : { headerLine }),
  ...(sheet === undefined ? {} : { sheet }),
})

const SUGGESTED_BY = ['remembered', 'heading', 'values'] as const

/** How a file was read. */
export const FileReading = named(
  'FileReading',
  closed(
    {
      format: oneOf(['csv', 'xlsx']),
      encoding: nullable(oneOf(ENCODINGS), { description: 'null for a workbook.' }),
      separator: nullable(oneOf(SEPARATOR_NAMES), { description: 'null for a workbook.' }),
      header_line: Type.Integer({
        description: 'The number of the line, or row of the sheet, with the column names; 0: no line has them.',
      }),
      sheet: nullable(Type.String(), { description: 'The sheet that was read; null for a CSV file.' }),
      sheets: Type.Array(Type.String(), { description: 'The sheets of the workbook that are not hidden.' }),
      columns: Type.Array(
        closed({
          name: Type.String({ description: 'As the file names it.' }),
          field: nullable(Type.String(), {
            description: `The field that it probably holds, such as ${KNOWN_FIELDS.slice(0, 4)
              .map((field) => `\`${field}\``)
              .join(', ')}; null: unknown.`,
          }),
          suggested_by: nullable(oneOf(SUGGESTED_BY), {
            description:
              '`remembered`: the workspace has imported a file with the same column names before. `heading`, `values`: what the suggestion is made from.',
          }),
          samples: Type.Optional(
            Type.Array(Type.String(), { description: 'Its first values, of a `dry_run`; longer ones are cut.' }),
          ),
        }),
      ),
    },
    { description: 'How the file was read. A wrong guess is corrected by the parameters of the same names.' },
  ),
)
export type FileReading = Static<typeof FileReading>
