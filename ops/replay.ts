import { parseArgs } from 'node:util'
import type { Client } from '@temporalio/client'
import type { WorkflowBundle } from '@temporalio/worker'
import { pino } from 'pino'
import { installTemporalLog } from '../worker/log.ts'
import { bundleWorkflows } from '../worker/workflow-bundle.ts'
import { dataDirOf } from '../dev/local/data-dir.ts'
import { reachTemporal } from './reach/reach-temporal.ts'
import { replayAll } from './replay/histories.ts'
import type { ReplayAnswer } from './replay/verdict.ts'
import { replayOpen } from './replay/open.ts'

/**
 * `npm run replay -- <run_id>`: replays a real run's history against the current code; exits 1 when it differs.
 * `npm run replay -- --open <n>`: the newest n open histories of each workflow type, as the check before a deploy;
 * exits 1 when a history differs that a promotion would move to this code.
 */
const OPEN_MAX = 1_000
const USAGE = `npm run replay -- <run_id>
npm run replay -- --open <n>
  <n> is an integer from 1 to ${OPEN_MAX}: the newest of each workflow.`

type ReplayRequest = { readonly workflowId: string } | { readonly count: number }

/** The parsed arguments; null where they cannot be read. */
function readArguments(args: readonly string[]): ReplayRequest | null {
  try {
    const {
      positionals,
      values: { open },
    } = parseArgs({ args: [...args], allowPositionals: true, options: { open: { type: 'string' } } })
    // An unset variable arrives as an empty word.
    const [workflowId, ...more] = positionals.filter((word) => word !== '')
    if (more.length > 0 || (workflowId === undefined) === (open === undefined)) return null
    if (workflowId !== undefined) return { workflowId }
    const count = Number(open)
    return Number.isSafeInteger(count) && count >= 1 && count <= OPEN_MAX ? { count } : null
  } catch {
    return null
  }
}

async function main(): Promise<void> {
  const args = readArguments(process.argv.slice(2))
  if (args === null) throw new Error(USAGE)
  const { client, temporal, close } = await reachTemporal(process.env, dataDirOf(process.env))
  installTemporalLog(pino({ level: 'error' }))
  try {
    const bundle = await bundleWorkflows()
    const { lines, passed } =
      'count' in args
        ? await replayOpen({ client, bundle, taskQueue: temporal.taskQueue, count: args.count })
        : await replayOne(client, bundle, args.workflowId)
    for (const line of lines) console.log(line)
    if (!passed) process.exitCode = 1
  } finally {
    await close()
  }
}

async function replayOne(client: Client, bundle: WorkflowBundle, workflowId: string): Promise<ReplayAnswer> {
  for await (const { events, difference } of replayAll(client, bundle, [{ workflowId }])) {
    return difference === null
      ? { lines: [`${workflowId}: ${events} events replayed, the code does what the history states.`], passed: true }
      : { lines: [`${workflowId}: the code differs from the history.`, difference], passed: false }
  }
  return { lines: [`Temporal has no history of ${workflowId}.`], passed: false }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
