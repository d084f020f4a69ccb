import { Worker } from 'node:worker_threads'
import { Problem } from '../errors/problem.ts'
import { HEAP_MB_MAX, READ_MS_MAX } from './workbook-limits.ts'

/** What the thread is given. */
export interface WorkbookToRead {
  readonly bytes: Uint8Array
  /** The name of a sheet; by default the first one that is shown and has a list, or else a value. */
  readonly sheet: string | undefined
  /** Characters of all cells: as many as a CSV file may have bytes. */
  readonly charsMax: number
  readonly rowsMax: number
}

export interface SheetRow {
  /** The number of the row in the sheet, counted from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** Where its cells lead, in their order; left out: none leads anywhere. */
  readonly links?: readonly (string | undefined)[]
}

/** What the thread answers. */
export type ReadWorkbook =
  | {
      readonly kind: 'read'
      readonly sheet: string
      /** Those that are not hidden. */
      readonly sheets: readonly string[]
      readonly rows: readonly SheetRow[]
    }
  | { readonly kind: 'refused'; readonly reason: string; readonly cause: string }

const THREAD = new URL('./workbook-thread.ts', import.meta.url)

/**
 * Reads a sheet of an Excel workbook in a thread, which ends with it. Throws `invalid_request` with a
 * sentence for a file that cannot be read within its limits.
 */
export async function readWorkbook(
  toRead: WorkbookToRead,
  { msMax = READ_MS_MAX }: { readonly msMax?: number } = {},
): Promise<Extract<ReadWorkbook, { kind: 'read' }>> {
  const read = await answerOf(toRead, msMax)
  if (read.kind === 'read') return read
  throw new Problem('invalid_request', read.reason, { internal: `${read.reason} (${read.cause})` })
}

const refused = (reason: string, cause: string): ReadWorkbook => ({ kind: 'refused', reason, cause })

async function answerOf(toRead: WorkbookToRead, msMax: number): Promise<ReadWorkbook> {
  const thread = new Worker(THREAD, {
    workerData: toRead,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
  })
  const answer = Promise.withResolvers<ReadWorkbook>()
  const late = setTimeout(() => {
    answer.resolve(refused('The workbook takes too long to be read. Save the sheet as CSV.', `more than ${msMax} ms`))
  }, msMax)
  thread.once('message', (message: ReadWorkbook) => answer.resolve(message))
  thread.once('error', (error) => {
    const isFull = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (isFull) answer.resolve(refused('The workbook is too large to be read. Save the sheet as CSV.', String(error)))
    else answer.reject(error)
  })
  thread.once('exit', (code) => answer.reject(new Error(`the thread of a workbook ended with ${code}`)))
  try {
    return await answer.promise
  } finally {
    clearTimeout(late)
    await thread.terminate()
  }
}
