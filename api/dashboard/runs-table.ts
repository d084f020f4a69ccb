import type { Database } from '../../db/database.ts'
import { readRunLines, type RunLine } from '../../db/runs/about.ts'
import { readRunsUnderWay, type UnderWay } from '../../db/runs/under-way.ts'
import { type Html, type Part, html } from '../html/markup.ts'
import type { Run } from '../schemas/run.ts'
import { duration, statusBadge, table, time, usd, usdOrDash } from './elements.ts'
import { type View, runPath } from './page.ts'

export interface RunsTable {
  readonly id: string
  readonly caption: string
  readonly runs: readonly Run[]
  readonly context: RunsContext
  readonly empty: Part
}

/** What the table shows of runs and no list of the API has, by id. */
export interface RunsContext {
  /** What the open ones are doing: no route reports an attempt before it has ended. */
  readonly underWay: ReadonlyMap<string, UnderWay>
  /** What they are about. */
  readonly lines: ReadonlyMap<string, RunLine>
}

export async function readRunsContext(db: Database, view: View, runs: readonly Run[]): Promise<RunsContext> {
  const { principal } = view.caller
  const idsOf = (some: readonly Run[]): string[] => some.map(({ run_id: id }) => id)
  const [underWay, lines] = await Promise.all([
    readRunsUnderWay(db, idsOf(runs.filter(({ done }) => !done)), principal),
    readRunLines(db, idsOf(runs), principal),
  ])
  return { underWay, lines }
}

/** A run in a list: what was requested, what it is about, and its id. */
export const namedRun = (view: View, runId: string, line: RunLine | undefined): Html =>
  html`<a href="${runPath(view, runId)}">${line === undefined ? 'Run' : workOf(line)}</a>${
    line !== undefined && line.about !== null && html` <span class="about">${line.about}</span>`
  } <code class="quiet id">${runId}</code>`

/** Runs, newest first, each with a link to its page. */
export const runsTable = (view: View, { id, caption, runs, context, empty }: RunsTable): Html =>
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
      cells: cellsOf(view, run, context),
    })),
  })

function cellsOf(view: View, run: Run, { underWay, lines }: RunsContext): Part[] {
  const doing = underWay.get(run.run_id) ?? null
  return [
    namedRun(view, run.run_id, lines.get(run.run_id)),
    statusBadge(run.status),
    providerOf(run, doing),
    run.attempts.filter(({ outcome }) => outcome !== 'skipped').length + (doing?.phase === 'called' ? 1 : 0),
    chargedOf(run),
    tookOf(run, doing),
    time(run.created_at),
  ]
}

const PHASES: Readonly<Record<UnderWay['phase'], string>> = {
  called: 'called now',
  next: 'not called yet',
  over: 'all called',
}

/** The provider that served the run or, while it is open, the one that it waits for. */
export function providerOf({ provider, source }: Run, underWay: UnderWay | null): Part {
  if (provider !== null) return provider
  if (source !== undefined) return 'saved answer'
  if (underWay === null || underWay.waitsFor === null) return '–'
  return html`${underWay.waitsFor} <span class="quiet id">${PHASES[underWay.phase]}</span>`
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
export const workOf = ({
  capability,
  endpoint,
}: {
  readonly capability: string | null
  readonly endpoint?: string | null
}): string => capability ?? endpoint ?? 'raw call'
