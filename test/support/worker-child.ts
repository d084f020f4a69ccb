// A worker process that ends itself where CRASH_AT states: `<statement, call_provider or post_event>:before|after`.
import { pino } from 'pino'
import { installTemporalLog } from '../../worker/log.ts'
import { deathOfProcess } from './crash-point.ts'
import { startCrashingWorker } from './crashing-worker.ts'

const logger = pino({ base: { process: 'worker' } })
installTemporalLog(logger)
const worker = await startCrashingWorker(process.env, logger, deathOfProcess(process.env['CRASH_AT']))

let draining: Promise<void> | null = null
process.on('SIGTERM', () => {
  draining ??= worker.drain()
})
await worker.finished
await draining
