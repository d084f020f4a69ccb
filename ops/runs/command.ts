import { formatUsd } from '../../domain/money/microdollars.ts'
import { type RunProgress, progressOf } from '../../domain/runs/progress.ts'
import type { Database } from '../../db/database.ts'
import { type FoundRun, OPEN_RUNS_MAX, readOpenRuns } from '../../db/runs/open.ts'

export interface RunsRequest {
  readonly words: readonly string[]
  /** Only runs that wait for this one; null: all. */
  readonly provider: string | null
}

const USAGE = 'npm run runs -- stuck | open   (--provider <slug>)'

/** The command behind `npm run runs`: the printed lines; `done` is false when runs are stuck. */
export async function runsCommand(
  db: Database,
  { words, provider }: RunsRequest,
): Promise<{ readonly lines: readonly string[]; readonly healthy: boolean }> {
  const [verb] = words
  if (words.length !== 1 || (verb !== 'stuck' && verb !== 'open')) return { lines: [USAGE], healthy: false }
  const found = await readOpenRuns(db)
  const shown = found
    .map((run) => ({ run, progress: progressOf(run, run.now) }))
    .filter(({ progress }) => provider === null || progress.provider === provider)
  const late = shown.filter(({ progress }) => progress.late)
  const listed = verb === 'stuck' ? late : shown
  const held = listed.reduce((sum, { run }) => sum + run.held, 0n)
  const cut = found.length === OPEN_RUNS_MAX ? `; only the ${OPEN_RUNS_MAX} oldest were looked at` : ''
  return {
    lines: [...listed.map(lineOf), `${listed.length} ${verb}, ${formatUsd(held)} USD held${cut}`],
    healthy: verb === 'open' || late.length === 0,
  }
}

const lineOf = ({ run, progress }: { run: FoundRun; progress: RunProgress }): string =>
  `${run.id}  ${run.status}  ${run.target}  ${run.workspaceId} ${run.environment}  ${formatUsd(run.held)} held  ${progress.late ? 'LATE: ' : ''}${progress.sentence}`
