import { sleep } from '@temporalio/workflow'
import { run as today, type RunOutcome, type RunStart } from '../../workflows/run.ts'

/** The workflows of an earlier release: its runs paused before they began, which today's code would not do. */
export * from '../../workflows/index.ts'

export async function run(start: RunStart): Promise<RunOutcome> {
  await sleep('1 millisecond', { summary: 'as an earlier release did' })
  return today(start)
}
