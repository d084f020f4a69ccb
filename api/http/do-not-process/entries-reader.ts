import { hash } from 'node:crypto'
import { type EntryLine, type EntryReading, readEntry, readingLines } from '../../../domain/do-not-process/entries.ts'
import { LIST_ENTRIES_MAX, REFUSED_ENTRIES_LISTED_MAX } from '../../../domain/do-not-process/lists.ts'
import { isJsonObject, type Json } from '../../../domain/json/json.ts'
import {
  DIGEST_BYTES,
  type DigestBlocks,
  DigestCollector,
  digestOf,
} from '../../../db/outreach/do-not-process/digests.ts'
import type { StoredList } from '../../../db/outreach/do-not-process/lists.ts'
import { inSlices } from '../../../db/time-slices.ts'
import { parsingJson } from '../../body/json.ts'
import { Problem } from '../../errors/problem.ts'
import { decodeFile } from '../../files/decode.ts'
import type { DoNotProcessPart } from '../../schemas/do-not-process.ts'
import { invalidRequest } from '../../validation/check.ts'

export interface ReadPart {
  readonly blocks: DigestBlocks
  readonly refused: DoNotProcessPart['refused']
  /** The SHA-256 of the body. */
  readonly body: Buffer
}

type ListForm = Pick<StoredList, 'kind' | 'hash'>

const NOTHING_STORED = 'Nothing was stored.'
/** As a body of JSON: the list, and the member that has it. */
const VALUES_MAX = LIST_ENTRIES_MAX + 2

/**
 * Reads one part of a list in time slices. Of an entry only its digest is kept. Throws `invalid_request` for a body of
 * which no entry can be read, and `limit_reached` for more entries than a list has.
 */
export async function readPart(bytes: Buffer, list: ListForm): Promise<ReadPart> {
  const part = new PartReader(list)
  await (isJson(bytes) ? readJson(bytes, part) : readText(bytes, part))
  return { ...part.refusals(), blocks: await inSlices(part.digests.blocks()), body: hash('sha256', bytes, 'buffer') }
}

const isJson = (bytes: Buffer): boolean => /^(?:\uFEFF)?\s*[[{]/.test(bytes.subarray(0, 100).toString('utf8'))

class PartReader {
  readonly digests = new DigestCollector()
  readonly #list: ListForm
  readonly #lines: { line: number; reason: string }[] = []
  #refused = 0

  constructor(list: ListForm) {
    this.#list = list
  }

  take({ line, cells }: EntryLine): void {
    const read = readEntry(cells, this.#list)
    if (read.kind === 'refused') return this.refuse(line, read.reason)
    if (this.digests.count === LIST_ENTRIES_MAX) throw tooManyEntries()
    this.digests.add(digestIn(read))
  }

  /** The first line of a text may have the names of its columns. */
  takeText(entry: EntryLine): void {
    const isHeader = entry.line === 1 && readEntry(entry.cells, this.#list).kind === 'refused'
    if (!isHeader) this.take(entry)
  }

  refuse(line: number, reason: string): void {
    this.#refused += 1
    if (this.#lines.length < REFUSED_ENTRIES_LISTED_MAX) this.#lines.push({ line, reason })
  }

  refusals(): Pick<ReadPart, 'refused'> {
    const [first] = this.#lines
    if (this.digests.count === 0)
      throw new Problem(
        'invalid_request',
        first === undefined
          ? `The body has no entry. ${NOTHING_STORED}`
          : `Line ${first.line}: ${first.reason} No other entry can be read either. ${NOTHING_STORED}`,
      )
    return { refused: { entries: this.#refused, lines: this.#lines } }
  }
}

const digestIn = (read: Exclude<EntryReading, { kind: 'refused' }>): Buffer =>
  read.kind === 'hashed' ? Buffer.from(read.text, read.encoding).subarray(0, DIGEST_BYTES) : digestOf(read.value)

export const tooManyEntries = (): Problem =>
  new Problem('limit_reached', `A list has at most ${LIST_ENTRIES_MAX} entries. ${NOTHING_STORED}`)

const readText = (bytes: Buffer, part: PartReader): Promise<void> =>
  inSlices(readingLines(decodeFile(bytes, undefined).text, (line) => part.takeText(line)))

async function readJson(bytes: Buffer, part: PartReader): Promise<void> {
  const value = await inSlices(parsingJson(bytes, { valuesMax: VALUES_MAX }))
  if (!isJsonObject(value) || !Array.isArray(value.entries) || Object.keys(value).length > 1)
    throw invalidRequest([{ path: '', message: 'must be {"entries": [...]}, a list of texts' }])
  await inSlices(readingList(value.entries, part))
}

/** Entries that are read in one step: some tens of microseconds. */
const ENTRIES_PER_STEP = 64

function* readingList(entries: readonly Json[], part: PartReader): Generator<void, void> {
  for (const [at, entry] of entries.entries()) {
    if (typeof entry === 'string') part.take({ line: at + 1, cells: [entry] })
    else part.refuse(at + 1, 'An entry is a text.')
    if (at % ENTRIES_PER_STEP === 0) yield
  }
}
