/**
 * The thread that reads one workbook. Unpacking and parsing do not pause, so they have a thread: it can be
 * ended, whatever a file makes them do, and its memory is bounded.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { unzipSync, type Unzipped, zipSync } from 'fflate'
import { readXlsx, streamXlsxRows } from 'hucre/xlsx'
import { hasList } from '../../domain/files/layout.ts'
import { FIELDS_MAX } from '../../domain/rows/projection.ts'
import type { ReadWorkbook, SheetRow, WorkbookToRead } from './workbook.ts'
import {
  CELLS_MAX,
  LINKED_CELLS_MAX,
  PARTS_MAX,
  SHEETS_MAX,
  TAG_BYTES_MAX,
  UNPACKED_BYTES_MAX,
} from './workbook-limits.ts'
import { textOfCell } from './workbook-text.ts'

/** Why a file is refused: a sentence for the person who sent it. */
class Refused extends Error {}

/** Parts with cells or with what describes them; pictures, charts and themes stay packed. */
const READ_PART = /\.(?:xml|rels)$/i
const UNREAD_PART = /(?:^|\/)(?:media|drawings|charts|theme|customXml|docProps|pivot\w*|comments\w*|embeddings)\//i

const NO_WORKBOOK =
  'The file is an archive, and no Excel workbook (.xlsx). Send the workbook or the CSV file that is in it.'
const TOO_LARGE = 'The workbook is too large to be read'

/**
 * The parts of an archive that are read, as a new archive: its directory is the one that was checked, whatever another
 * reader would find in the file. What a part takes is known before it is unpacked, and it gets no more.
 */
function checked(bytes: Uint8Array): { readonly workbook: Uint8Array; readonly linked: boolean } {
  let parts = 0
  let size = 0
  const kept: Unzipped = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      parts += 1
      if (parts > PARTS_MAX) throw new Refused(`${TOO_LARGE}: its archive has more than ${PARTS_MAX} parts.`)
      if (!READ_PART.test(name) || UNREAD_PART.test(name)) return false
      size += originalSize
      if (size > UNPACKED_BYTES_MAX)
        throw new Refused(
          `${TOO_LARGE}: unpacked it has more than ${UNPACKED_BYTES_MAX / 1_048_576} MB. Save the sheet as CSV.`,
        )
      return true
    },
  })
  if (!Object.hasOwn(kept, '[Content_Types].xml')) throw new Refused(NO_WORKBOOK)
  if (Object.keys(kept).some((name) => name.endsWith('.bin'))) throw new Refused(NO_WORKBOOK)
  if (Object.values(kept).some(hasLongTag))
    throw new Refused(`${TOO_LARGE}: it has a tag of more than ${TAG_BYTES_MAX} characters. Save the sheet as CSV.`)
  return { workbook: zipSync(kept, { level: 1 }), linked: Object.entries(kept).some(hasLinks) }
}

/** The same bytes, not copied. */
const bufferOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length)

const hasLinks = ([name, part]: readonly [string, Uint8Array]): boolean =>
  name.endsWith('.rels')
    ? bufferOf(part).includes('/hyperlink"')
    : name.includes('worksheets/') && bufferOf(part).includes('HYPERLINK(')

const OPENS = 0x3c
const CLOSES = 0x3e

/** Whether a tag is long, or does not end. Values may be long: they are between the tags. */
function hasLongTag(part: Uint8Array): boolean {
  let opened: number | null = null
  for (let at = 0; at < part.length; at += 1) {
    const byte = part[at]
    if (byte === CLOSES) opened = null
    else if (byte === OPENS) opened ??= at
    if (opened !== null && at - opened > TAG_BYTES_MAX) return true
  }
  return false
}

async function sheetsOf(bytes: Uint8Array): Promise<readonly { readonly name: string; readonly isHidden: boolean }[]> {
  const sheets: { name: string; isHidden: boolean }[] = []
  await readXlsx(bytes, {
    sheets: ({ name, hidden, veryHidden }) => {
      sheets.push({ name, isHidden: hidden === true || veryHidden === true })
      return false
    },
  })
  if (sheets.length > SHEETS_MAX) throw new Refused(`${TOO_LARGE}: it has more than ${SHEETS_MAX} sheets.`)
  return sheets
}

async function read({ bytes, sheet: wanted, charsMax, rowsMax }: WorkbookToRead): Promise<ReadWorkbook> {
  const { workbook, linked } = checked(bytes)
  const all = await sheetsOf(workbook)
  const shown = all.filter(({ isHidden }) => !isHidden).map(({ name }) => name)
  const candidates = wanted === undefined ? shown : [wanted]
  if (wanted !== undefined && !all.some(({ name }) => name === wanted))
    throw new Refused(`The workbook has no sheet "${wanted}". It has: ${shown.join(', ')}.`)
  const [first] = candidates
  if (first === undefined) throw new Refused('The workbook has no sheet that is shown.')
  let notes: { readonly sheet: string; readonly rows: readonly SheetRow[] } | null = null
  for (const sheet of candidates) {
    const rows = await rowsOf(workbook, sheet, { charsMax, rowsMax })
    if (hasList(rows))
      return { kind: 'read', sheet, sheets: shown, rows: linked ? await withLinks(workbook, sheet, rows) : rows }
    if (notes === null && rows.length > 0) notes = { sheet, rows }
  }
  return { kind: 'read', sheets: shown, ...(notes ?? { sheet: first, rows: [] }) }
}

/** The rows of a sheet that have a value, each as long as its last one. */
async function rowsOf(
  workbook: Uint8Array,
  sheet: string,
  { charsMax, rowsMax }: Pick<WorkbookToRead, 'charsMax' | 'rowsMax'>,
): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  let cells = 0
  let chars = 0
  for await (const { index, values } of streamXlsxRows(workbook, { sheet })) {
    const texts = values.slice(0, FIELDS_MAX + 1).map(textOfCell)
    while (texts.length > 0 && texts.at(-1)?.trim() === '') texts.pop()
    if (texts.length === 0) continue
    if (texts.length > FIELDS_MAX)
      throw new Refused(`Row ${index + 1} of the sheet has more than ${FIELDS_MAX} columns.`)
    cells += texts.length
    chars += texts.reduce((sum, text) => sum + text.length, 0)
    if (cells > CELLS_MAX) throw new Refused(`${TOO_LARGE}: the sheet has more than ${CELLS_MAX} cells.`)
    if (chars > charsMax)
      throw new Refused(`${TOO_LARGE}: the texts of the sheet have more than ${charsMax} characters. Split it.`)
    rows.push({ line: index + 1, cells: texts })
    // One more than may be there, so that the reader of rows refuses it as it refuses a line of a text.
    if (rows.length > rowsMax) break
  }
  return rows
}

/** A formula of a link to a fixed address. */
const LINK_FORMULA = /^=?HYPERLINK\(\s*"([^"]+)"/i
/** Excel's own limit for the address of a link. */
const LINK_LENGTH_MAX = 2_083

/** The same rows with the addresses to which their cells lead; a larger sheet keeps its texts alone. */
async function withLinks(workbook: Uint8Array, sheet: string, rows: readonly SheetRow[]): Promise<readonly SheetRow[]> {
  if (rows.reduce((sum, { cells }) => sum + cells.length, 0) > LINKED_CELLS_MAX) return rows
  const { sheets } = await readXlsx(workbook, { sheets: [sheet] })
  const detailed = sheets[0]?.cells
  if (detailed === undefined) return rows
  return rows.map((row) => {
    const links = row.cells.map((_, column) => {
      const cell = detailed.get(`${row.line - 1},${column}`)
      const link = cell?.hyperlink?.target ?? LINK_FORMULA.exec(cell?.formula ?? '')?.[1]
      return link === undefined || link === '' || link.length > LINK_LENGTH_MAX ? undefined : link
    })
    return links.some((link) => link !== undefined) ? { ...row, links } : row
  })
}

function refusalOf(error: unknown): ReadWorkbook {
  return {
    kind: 'refused',
    reason:
      error instanceof Refused
        ? error.message
        : 'The workbook cannot be read: it is damaged, has a password, or is of another kind than .xlsx. Open it in a spreadsheet, and save it as .xlsx or as CSV.',
    cause: String(error),
  }
}

const toRead: WorkbookToRead = workerData
// The rule is about windows: a thread has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(await read(toRead).catch(refusalOf))
