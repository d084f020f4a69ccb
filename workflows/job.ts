import {
  condition,
  continueAsNew,
  defineSignal,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import type { RoundAnswer } from '../activities/jobs/play-round.ts'
import { hasEnded } from '../domain/jobs/states.ts'
import { LONG_DATABASE_STEP } from './policies.ts'
import { SEARCH_ATTRIBUTES } from './search-attributes.ts'
import { WAKE_SIGNAL } from './signals.ts'

export interface JobStart {
  readonly jobId: string
}

const wake = defineSignal(WAKE_SIGNAL)
const { playRound } = proxyLocalActivities<Activities>({ ...LONG_DATABASE_STEP, summary: 'play a round' })

/** A quick run takes some tens of milliseconds: while rows end, the next round follows soon. */
const PAUSE_MS_MIN = 100
/** While nothing ends, rounds become rarer. */
const PAUSE_MS_MAX = 5_000
/** A round makes some seven events; a workflow's history should stay below 10,000. */
const ROUNDS_MAX = 1_000

/**
 * One job (one request for many rows): round after round it takes in which runs have ended and begins rows, until all
 * have ended. The database decides each round under the job's lock, so this workflow may be lost and started again at
 * any point. A paused job, and one that needs an approval, waits for the signal `wake`.
 */
export async function job({ jobId }: JobStart): Promise<void> {
  let woken = false
  setHandler(wake, () => {
    woken = true
  })
  let pauseMs = PAUSE_MS_MIN
  let shown: string | null = null
  for (let rounds = 1; ; rounds += 1) {
    woken = false
    const round = await playRound({ jobId })
    shown = show(round, shown)
    if (isOver(round)) return
    const isAtRest = rests(round)
    if (isAtRest) await condition(() => woken)
    // A job that continues after a rest has a new history, which is short and on the newest version.
    if (isAtRest || rounds >= ROUNDS_MAX || workflowInfo().continueAsNewSuggested)
      await continueAsNew<typeof job>({ jobId })
    pauseMs = round.ended + round.begun > 0 ? PAUSE_MS_MIN : Math.min(2 * pauseMs, PAUSE_MS_MAX)
    await condition(() => woken, pauseMs, { summary: `${round.under_way} rows under way` })
  }
}

const isOver = ({ status }: RoundAnswer): boolean => status === 'gone' || hasEnded(status)

const rests = ({ status, under_way: underWay }: RoundAnswer): boolean =>
  underWay === 0 && (status === 'paused' || status === 'awaiting_approval')

/** What an operator sees; the attribute is written where the status differs from the one that is `shown`. */
function show({ status, reason, counts, rows, under_way: underWay }: RoundAnswer, shown: string | null): string {
  const ended = Object.entries(counts ?? {}).filter(([, count]) => count > 0)
  setCurrentDetails(
    [
      `${status}${reason === null ? '' : ` (${reason})`}`,
      `${ended.reduce((sum, [, count]) => sum + count, 0)} of ${rows} rows ended`,
      ...ended.map(([outcome, count]) => `${count} ${outcome}`),
      `${underWay} under way`,
    ].join(', '),
  )
  if (status !== shown) upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.jobStatus, value: status }])
  return status
}
