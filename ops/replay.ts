import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { installTemporalLog } from '../worker/log.ts'
import { bundleWorkflows } from '../worker/workflow-bundle.ts'
import { reachTemporal } from './local/reach-temporal.ts'
import { replayAll } from './replay/histories.ts'
import { replayOpen } from './replay/open.ts'

/**
 * `npm run replay -- <run_id>`: replays a real run's history against the code at hand; exits 1 when it differs.
 * `npm run replay -- --open <n>`: the newest n open histories of each workflow type, as the check before a deploy; exits 1 when
 * one differs that a promotion would move to this code.
 */
const OPEN_MAX = 1_000
const { positionals: [workflowId], values } = parseArgs({ allowPositionals: true, options: { open: { type: 'string' } } })
const count = values.open === undefined ? null : Number(values.open)
if ((workflowId === undefined) === (count === null)) throw new Error('Which run? npm run replay -- <run_id>, or npm run replay -- --open <n>')
if (count !== null && !(Number.isSafeInteger(count) && count >= 1 && count <= OPEN_MAX)) throw new Error(`--open takes a whole number from 1 to ${OPEN_MAX}.`)

const { client, temporal, close } = await reachTemporal(process.env, resolve(process.env['DATA_DIR']?.trim() || '.data'))
installTemporalLog(pino({ level: 'error' }))
try {
  const bundle = await bundleWorkflows()
  if (count === null) await replayOne(workflowId ?? '', bundle)
  else {
    const { lines, passed } = await replayOpen({ client, bundle, taskQueue: temporal.taskQueue, count })
    for (const line of lines) console.log(line)
    if (!passed) process.exitCode = 1
  }
} finally {
  await close()
}

async function replayOne(id: string, bundle: Awaited<ReturnType<typeof bundleWorkflows>>): Promise<void> {
  for await (const { events, difference } of replayAll(client, bundle, [id])) {
    if (difference === null) {
      console.log(`${id}: ${events} events replayed, the code does what the history says.`)
    } else {
      console.log(`${id}: the code differs from the history.\n${difference}`)
      process.exitCode = 1
    }
    return
  }
  throw new Error(`Temporal has no history of ${id}.`)
}
