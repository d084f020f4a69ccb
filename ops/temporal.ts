import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { temporalSettings } from '../domain/settings/connections.ts'
import { dataDirOf } from './local/data-dir.ts'
import { readServers } from './local/running.ts'

/**
 * `npm run temporal -- <words>`: the set-up's Temporal command line, on the server of the running start or of
 * TEMPORAL_ADDRESS.
 */
const address = process.env['TEMPORAL_ADDRESS'] ?? readServers(dataDirOf(process.env)).temporal_address
if (address === undefined)
  throw new Error('Set TEMPORAL_ADDRESS, or start the service first: its Temporal server is the one to ask.')
const { namespace } = temporalSettings(process.env, address)
const child = spawn(process.env['TEMPORAL_EXECUTABLE'] ?? 'temporal', process.argv.slice(2), {
  stdio: 'inherit',
  env: { ...process.env, TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace },
})
child.once('error', (error) => {
  console.error(`There is no \`temporal\` on the PATH: ${error.message}`)
  process.exitCode = 1
})
child.once('exit', (code, signal) => {
  process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal])
})
