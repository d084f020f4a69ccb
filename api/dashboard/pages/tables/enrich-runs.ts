import { hash } from 'node:crypto'
import type { JsonObject } from '../../../../domain/json/json.ts'
import { Problem } from '../../../errors/problem.ts'
import { html, type Html } from '../../../html/markup.ts'
import type { Run } from '../../../schemas/run.ts'
import { type ShownRow, statusBadge, table } from '../../elements.ts'
import { type PageCall, type View, runPath } from '../../page.ts'
import { cellText } from './cell-values.ts'

/** What became of a row; without a run, why. */
export interface StartedRow {
  readonly key: string
  readonly runId: string | null
  readonly status: Run['status'] | null
  readonly reason: string
}

interface RowsToStart {
  readonly rows: readonly JsonObject[]
  /** The column of the table for each member of the input. */
  readonly columnOf: ReadonlyMap<string, string>
  readonly capability: string
  readonly table: string
  /** Of the form: sent twice, it starts the same runs. */
  readonly once: string
}

/** These end the whole: the next row would be refused too. */
const ENDS_ALL: ReadonlySet<string> = new Set(['insufficient_balance', 'forbidden', 'rate_limited', 'unavailable'])

/** Starts a run for each row that has a value, one after another; its result is saved in the row. */
export async function startForRows(
  view: View,
  createRun: PageCall<typeof Run>,
  { rows, columnOf, capability, table: name, once }: RowsToStart,
): Promise<StartedRow[]> {
  const started: StartedRow[] = []
  let end: string | null = null
  for (const row of rows) {
    const key = cellText(row['key'])
    const input = inputOf(row, columnOf)
    if (end !== null || Object.keys(input).length === 0) {
      started.push({ key, runId: null, status: null, reason: end ?? 'The row has none of these values.' })
      continue
    }
    const record = { table: name, key, save: 'all' }
    const run = await createRun(view, {
      body: { capability, input, record, async: true },
      headers: { 'Idempotency-Key': keyOf(once, key) },
    }).catch(asRefusal)
    if (run instanceof Problem) {
      started.push({ key, runId: null, status: null, reason: run.publicMessage })
      if (ENDS_ALL.has(run.code)) end = 'Not started after that.'
    } else started.push({ key, runId: run.run_id, status: run.status, reason: '' })
  }
  return started
}

/** Keys of rows may be longer than a header, and of any letters. */
const keyOf = (once: string, key: string): string => hash('sha256', `${once} ${key}`)

function asRefusal(thrown: unknown): Problem {
  if (thrown instanceof Problem && thrown.httpStatus !== 500) return thrown
  throw thrown
}

const inputOf = (row: JsonObject, columnOf: ReadonlyMap<string, string>): JsonObject =>
  Object.fromEntries(
    [...columnOf].flatMap(([member, column]) => {
      const text = cellText(row[column])
      return text === '' ? [] : [[member, text]]
    }),
  )

export const startedTable = (view: View, started: readonly StartedRow[]): Html =>
  table({
    id: 'started',
    caption: 'Rows',
    empty: 'No row matches the filter.',
    columns: [{ title: 'Row', wraps: true }, { title: 'Run' }, { title: 'Note', wraps: true }],
    rows: started.map(({ key, runId, status, reason }, index): ShownRow => ({
      id: `started-${index}`,
      cells: [
        key,
        runId === null || status === null ? '–' : html`<a href="${runPath(view, runId)}">${statusBadge(status)}</a>`,
        reason,
      ],
    })),
  })
