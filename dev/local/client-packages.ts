import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { print } from './console.ts'

/** Where a local start serves the packages of the clients from. */
export const PACKED = fileURLToPath(new URL('../../node_modules/.cache/clients', import.meta.url))
const PROGRAM = fileURLToPath(new URL('../pack-clients.ts', import.meta.url))
const AFTER_ALL_OTHERS = 10

/**
 * Packs them in parallel with the running service, where a source has changed since the last time: seconds of CPU, for
 * which no start waits.
 */
export function packClientsInBackground(stops: (() => Promise<void>)[]): void {
  const child = spawn(process.execPath, [PROGRAM, PACKED], { stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  child.on('error', (error) => print(`The clients were not packed: ${error.message}`))
  child.on('exit', (code) => {
    if (code !== 0 && code !== null) print(`The clients were not packed:\n${errors}`)
  })
  if (child.pid !== undefined) setPriority(child.pid, AFTER_ALL_OTHERS)
  stops.push(async () => {
    child.kill()
  })
}
