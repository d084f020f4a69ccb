import { continueAsNew, proxyLocalActivities, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import { ERASURE_STAGES, type ErasureStage } from '../domain/erasures/stages.ts'
import { LONG_DATABASE_STEP } from './policies.ts'

export interface ErasureStart {
  readonly erasureId: string
  /** Where a workflow that was continued continues; left out: at the first stage. */
  readonly stage?: ErasureStage
}

/** A run ends within minutes, and its final bill within a day. */
const WAITS = ['10 seconds', '1 minute', '5 minutes', '15 minutes', '1 hour'] as const

/**
 * Erases the data of a person (decisions, "Erasures"), stage by stage. Its subject is kept only in the erasure's row,
 * and no longer when it is finished: a history keeps what it is given.
 */
export async function eraseSubject({ erasureId, stage: first = ERASURE_STAGES[0] }: ErasureStart): Promise<void> {
  for (const stage of ERASURE_STAGES.slice(ERASURE_STAGES.indexOf(first))) await eraseStage(erasureId, stage)
  const { finishErasure } = proxyLocalActivities<Activities>({ ...LONG_DATABASE_STEP, summary: 'delete the subject' })
  const erased = await finishErasure({ erasureId })
  setCurrentDetails(erased === null ? 'Finished before.' : `Erased: ${countsOf(erased)}.`)
}

async function eraseStage(erasureId: string, stage: ErasureStage): Promise<void> {
  const { eraseBatches } = proxyLocalActivities<Activities>({ ...LONG_DATABASE_STEP, summary: `erase ${stage}` })
  for (let waits = 0; ;) {
    setCurrentDetails(`Erasing: ${stage}`)
    const { state } = await eraseBatches({ erasureId, stage })
    if (state === 'over') return
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof eraseSubject>({ erasureId, stage })
    if (state === 'more') continue
    setCurrentDetails('Waiting for runs that mention the subject, or may, to end.')
    await sleep(WAITS[Math.min(waits, WAITS.length - 1)] ?? '1 hour')
    waits += 1
  }
}

const countsOf = (erased: Readonly<Record<string, number>>): string =>
  Object.entries(erased)
    .map(([what, count]) => `${count} ${what.replace('_', ' ')}`)
    .join(', ') || 'nothing'
