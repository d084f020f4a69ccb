import type { Static } from 'typebox'
import { ROW_OUTCOMES } from '../../../../domain/jobs/states.ts'
import type { RunLine } from '../../../../db/runs/about.ts'
import { html, type Html } from '../../../html/markup.ts'
import type { JobItem, JobItemList } from '../../../schemas/job.ts'
import { counted, pager, type ShownRow, table, usdOrDash, humanize } from '../../elements.ts'
import { filterOf, menuOf } from '../../forms.ts'
import { runPath, type View } from '../../page.ts'
import { outcomeBadge } from './job-texts.ts'
import { jobPath } from './paths.ts'

interface ShownRows {
  readonly jobId: string
  readonly listed: Static<typeof JobItemList>
  /** What the runs are about, by id. */
  readonly lines: ReadonlyMap<string, RunLine>
  /** What they have found, by id. */
  readonly found: ReadonlyMap<string, string | null>
}

/** Rows of a job with their ends. */
export function jobRows(view: View, { jobId, listed, ...runs }: ShownRows): Html {
  const { outcome, cursor } = view.query
  const next = listed.next_cursor
  return html`${table({
    id: 'rows',
    caption: 'Rows of the job',
    headed: true,
    empty: 'No row has this outcome.',
    columns: [
      { title: 'Row' },
      { title: 'Outcome' },
      { title: 'Charged', numeric: true },
      { title: 'Run', wraps: true },
      { title: 'Result', wraps: true },
    ],
    rows: listed.items.map((item) => shownRow(view, item, runs)),
  })}
${pager({ next, cursor, pathAt: (page) => jobPath(view, jobId, { outcome, ...page }), order: 'rising' })}`
}

const shownRow = (view: View, item: JobItem, { lines, found }: Omit<ShownRows, 'jobId' | 'listed'>): ShownRow => ({
  id: `row-${item.row}`,
  cells: [
    item.key === null ? counted(item.row) : `${counted(item.row)} (${item.key})`,
    item.same_as === undefined
      ? outcomeBadge(item.outcome)
      : html`${outcomeBadge(item.outcome)} same as row ${counted(item.same_as)}`,
    usdOrDash(item.charged),
    item.run_id === null
      ? '–'
      : html`<a href="${runPath(view, item.run_id)}" id="run-of-${item.row}">${lines.get(item.run_id)?.about ?? item.run_id}</a>`,
    item.error?.message ?? (item.run_id === null ? null : found.get(item.run_id)) ?? '',
  ],
})

/** The filter of the rows by how they ended. */
export const rowsFilter = (view: View, jobId: string): Html =>
  filterOf(
    {
      label: 'Filter the rows',
      clear: view.query['outcome'] ? jobPath(view, jobId) : null,
      fields: [
        menuOf(
          'outcome',
          'Outcome',
          ROW_OUTCOMES.map((outcome) => [outcome, humanize(outcome)]),
        ),
      ],
    },
    view.query,
  )
