import type { Static } from 'typebox'
import { ROW_OUTCOMES } from '../../../../domain/jobs/states.ts'
import type { RunLine } from '../../../../db/runs/about.ts'
import { html, type Html } from '../../../html/markup.ts'
import type { JobItem, JobItemList } from '../../../schemas/job.ts'
import { counted, pager, type ShownRow, table, usdOrDash, words } from '../../elements.ts'
import { filterOf } from '../../forms.ts'
import { runPath, type View } from '../../page.ts'
import { outcomeBadge } from './job-texts.ts'
import { jobPath } from './paths.ts'

interface ShownRows {
  readonly jobId: string
  readonly listed: Static<typeof JobItemList>
  /** What the runs are about, by id. */
  readonly lines: ReadonlyMap<string, RunLine>
}

/** Rows of a job with their ends. */
export function jobRows(view: View, { jobId, listed, lines }: ShownRows): Html {
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
      { title: 'Note', wraps: true },
    ],
    rows: listed.items.map((item) => shownRow(view, item, lines)),
  })}
${pager({
  next: next === null ? null : jobPath(view, jobId, { outcome, cursor: next }),
  first: cursor === undefined ? null : jobPath(view, jobId, { outcome }),
})}`
}

const shownRow = (view: View, item: JobItem, lines: ShownRows['lines']): ShownRow => ({
  id: `row-${item.row}`,
  cells: [
    item.key === null ? counted(item.row) : `${counted(item.row)} (${item.key})`,
    outcomeBadge(item.outcome),
    usdOrDash(item.charged),
    item.run_id === null
      ? '–'
      : html`<a href="${runPath(view, item.run_id)}" id="run-of-${item.row}">${lines.get(item.run_id)?.about ?? item.run_id}</a>`,
    item.error?.message ?? '',
  ],
})

/** The filter of the rows by how they ended. */
export const rowsFilter = (view: View, jobId: string): Html =>
  filterOf(
    {
      label: 'Filter the rows',
      clear: view.query['outcome'] ? jobPath(view, jobId) : null,
      fields: [
        {
          name: 'outcome',
          label: 'Outcome',
          options: [['', 'Any'], ...ROW_OUTCOMES.map((outcome) => [outcome, words(outcome)] as const)],
        },
      ],
    },
    view.query,
  )
