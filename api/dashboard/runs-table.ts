import type { Html, Part } from '../markup.ts'
import { html } from '../markup.ts'
import type { Run } from '../schemas/run.ts'
import { duration, statusBadge, table, time, usdOrDash } from './elements.ts'
import { at, type View } from './page.ts'

export interface RunsTable {
  readonly id: string
  readonly caption: string
  readonly runs: readonly Run[]
  readonly empty: Part
}

/** Runs, newest first, each leading to its page. */
export const runsTable = (view: View, { id, caption, runs, empty }: RunsTable): Html => table({
  id, caption, empty,
  columns: [{ title: 'Run' }, { title: 'Status' }, { title: 'Provider' }, { title: 'Attempts', numeric: true }, { title: 'Charged', numeric: true }, { title: 'Took', numeric: true }, { title: 'Accepted' }],
  rows: runs.map((run) => ({
    id: `${id}-${run.run_id}`,
    cells: [
      html`<a href="${at(view, `/runs/${run.run_id}`)}">${workOf(run)}</a> <code class="quiet id">${run.run_id}</code>`,
      statusBadge(run.status),
      run.provider ?? (run.source === undefined ? '–' : 'saved answer'),
      run.attempts.filter(({ outcome }) => outcome !== 'skipped').length,
      usdOrDash(run.billing.charged),
      run.timing.duration_ms === null ? '–' : duration(run.timing.duration_ms),
      time(run.created_at),
    ],
  })),
})

/** What a run does: its capability, or the endpoint that it calls. */
export const workOf = ({ capability, endpoint }: Pick<Run, 'capability' | 'endpoint'>): string => capability ?? endpoint ?? 'raw call'
