import type { Database } from '../../db/database.ts'
import { readRunsUnderWay, type UnderWay } from '../../db/runs/under-way.ts'
import type { Html, Part } from '../html/markup.ts'
import { html } from '../html/markup.ts'
import type { Run } from '../schemas/run.ts'
import { duration, statusBadge, table, time, usd, usdOrDash } from './elements.ts'
import { type View, runPath } from './page.ts'

export interface RunsTable {
  readonly id: string
  readonly caption: string
  readonly runs: readonly Run[]
  /** What the open ones of these runs are doing, by id. */
  readonly underWay: ReadonlyMap<string, UnderWay>
  readonly empty: Part
}

/** What the open ones of these runs are doing: no route reports an attempt before it has ended. */
export const underWayOf = (db: Database, view: View, runs: readonly Run[]): Promise<ReadonlyMap<string, UnderWay>> =>
  readRunsUnderWay(
    db,
    runs.flatMap(({ run_id: id, done }) => (done ? [] : [id])),
    view.caller.principal,
  )

/** Runs, newest first, each with a link to its page. */
export const runsTable = (view: View, { id, caption, runs, underWay, empty }: RunsTable): Html =>
  table({
    id,
    caption,
    empty,
    columns: [
      { title: 'Run' },
      { title: 'Status' },
      { title: 'Provider' },
      { title: 'Attempts', numeric: true },
      { title: 'Charged', numeric: true },
      { title: 'Took', numeric: true },
      { title: 'Accepted' },
    ],
    rows: runs.map((run) => ({
      id: `${id}-${run.run_id}`,
      cells: cellsOf(view, run, underWay.get(run.run_id) ?? null),
    })),
  })

const cellsOf = (view: View, run: Run, underWay: UnderWay | null): Part[] => [
  html`<a href="${runPath(view, run.run_id)}">${workOf(run)}</a> <code class="quiet id">${run.run_id}</code>`,
  statusBadge(run.status),
  providerOf(run, underWay),
  run.attempts.filter(({ outcome }) => outcome !== 'skipped').length + (underWay?.standing === 'called' ? 1 : 0),
  chargedOf(run),
  tookOf(run, underWay),
  time(run.created_at),
]

const STANDINGS: Readonly<Record<UnderWay['standing'], string>> = {
  called: 'called now',
  next: 'not called yet',
  over: 'all called',
}

/** The provider that served the run or, while it is open, the one that it waits for. */
export function providerOf({ provider, source }: Run, underWay: UnderWay | null): Part {
  if (provider !== null) return provider
  if (source !== undefined) return 'saved answer'
  if (underWay === null || underWay.waitsFor === null) return '–'
  return html`${underWay.waitsFor} <span class="quiet id">${STANDINGS[underWay.standing]}</span>`
}

/** Zero once the run has ended without a charge; before its end the charge is unknown. */
export const chargedOf = ({ billing, done }: Pick<Run, 'billing' | 'done'>): string =>
  billing.charged === null && done ? usd('0.00') : usdOrDash(billing.charged)

/** From its acceptance to its end, or until now. */
export function tookOf({ timing }: Run, underWay: UnderWay | null): Part {
  if (timing.duration_ms !== null) return duration(timing.duration_ms)
  return underWay === null ? '–' : html`${duration(underWay.totalMs)} <span class="quiet id">so far</span>`
}

/** The run's capability, or the endpoint that it calls. */
export const workOf = ({ capability, endpoint }: Pick<Run, 'capability' | 'endpoint'>): string =>
  capability ?? endpoint ?? 'raw call'
