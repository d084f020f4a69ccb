// An api process that ends itself where CRASH_AT states.
import { pino } from 'pino'
import { deathOfProcess } from './crash-point.ts'
import { startCrashingApi } from './crashing-api.ts'

await startCrashingApi(process.env, pino({ base: { process: 'api' } }), deathOfProcess(process.env['CRASH_AT']))
