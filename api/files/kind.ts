import { Problem } from '../errors/problem.ts'

const SIGNATURES: readonly (readonly [kind: Kind, bytes: readonly number[]])[] = [
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['old workbook', [0xd0, 0xcf, 0x11, 0xe0]],
  ['PDF', [0x25, 0x50, 0x44, 0x46]],
  ['compressed', [0x1f, 0x8b]],
  ['image', [0x89, 0x50, 0x4e, 0x47]],
  ['image', [0xff, 0xd8, 0xff]],
  ['image', [0x47, 0x49, 0x46, 0x38]],
]
type Kind = 'zip' | 'old workbook' | 'PDF' | 'compressed' | 'image'

/** What else files of this name are: pages that programs call `.xls`, and lists of objects. */
const PAGE = /^\s*<(?:!doctype|html|\?xml|table|meta)/i

const VCARDS =
  'The file has contacts as vCards (.vcf). Export them as CSV instead, or open the file in an address book that does.'

/** Texts of other programs, by what they begin with. */
const OTHER_TEXTS: readonly (readonly [begin: RegExp, refusal: string])[] = [
  [/^\s*BEGIN:VCARD/i, VCARDS],
  [/^\s*BEGIN:VCALENDAR/i, 'The file is a calendar. Send a CSV file or an Excel workbook (.xlsx).'],
  [/^\s*\{\\rtf/i, 'The file is a text with formats (RTF). Save the list as .xlsx or CSV.'],
  [
    /^\s*(?:\[\s*)?\{\s*"[^"]*"\s*:/,
    'The file is JSON. Send a CSV file or an Excel workbook (.xlsx). A program sends JSON as rows.',
  ],
]

const begins = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte)

/** Whether a file is a workbook or a text. Throws `invalid_request` for a file that is neither, with what to do. */
export function kindOf(bytes: Uint8Array): 'xlsx' | 'csv' {
  const kind = SIGNATURES.find(([, signature]) => begins(bytes, signature))?.[0]
  if (kind === 'zip') return 'xlsx'
  if (kind !== undefined) throw new Problem('invalid_request', REFUSALS[kind])
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1').replace(/^ï»¿/, '')
  const other = OTHER_TEXTS.find(([begin]) => begin.test(start))
  if (other !== undefined) throw new Problem('invalid_request', other[1])
  if (PAGE.test(start))
    throw new Problem(
      'invalid_request',
      'The file is a web page or XML, also if its name ends in .xls. Open it in a spreadsheet and save it as .xlsx or CSV.',
    )
  return 'csv'
}

const REFUSALS = {
  'old workbook':
    'The file is an Excel workbook of the old kind (.xls), or one with a password. Save it as .xlsx without a password, or as CSV.',
  PDF: 'The file is a PDF. Send a CSV file or an Excel workbook (.xlsx).',
  image: 'The file is an image, in which no list can be read. Send a CSV file or an Excel workbook (.xlsx).',
  compressed: 'The file is compressed. Unpack it, and send the CSV file or the Excel workbook (.xlsx).',
} as const satisfies Record<Exclude<Kind, 'zip'>, string>

/** The refusals of files that clients send under a type of their own. */
const REFUSED_TYPES: readonly (readonly [type: RegExp, refusal: string])[] = [
  [/^application\/(x-)?pdf$/, REFUSALS.PDF],
  [/^text\/(x-)?(vcard|directory)$/, VCARDS],
  [/^image\//, REFUSALS.image],
  [
    /^application\/(zip|x-zip|x-zip-compressed)$/,
    'The file is a ZIP archive. Unpack it, and send the CSV file or the Excel workbook (.xlsx).',
  ],
  [/^application\/(x-)?(gzip|tar|7z-compressed|rar-compressed|bzip2)$/, REFUSALS.compressed],
  [
    /^application\/vnd\.oasis\.opendocument\.spreadsheet$/,
    'The file is an OpenDocument spreadsheet. Save it as .xlsx or CSV.',
  ],
]

/** What a file of this type is and what to send instead; for an unknown type, how a file is sent. */
export const refusalOfType = (type: string): string =>
  REFUSED_TYPES.find(([pattern]) => pattern.test(type))?.[1] ??
  'Send the file as `Content-Type: text/csv`, an Excel workbook too, without a `charset`: its bytes state what it is.'
