import { createServer } from 'node:net'
import type { Logger } from 'pino'
import type { Metering } from '../telemetry/metering.ts'
import { portOf } from '../telemetry/port-of.ts'
import { installTemporalLog } from './log.ts'

/** It answers from memory, on this machine. */
const READ_MS_MAX = 2_000

/**
 * Installs Temporal's runtime with its lines in the log and its core's metrics on the process's own page: task latencies (how long
 * work waits for a worker), slots, sticky cache, requests that failed. Once per process, before the first connection.
 */
export async function installTemporal(log: Logger, metering: Pick<Metering, 'join'>): Promise<void> {
  const port = await freeLoopbackPort()
  installTemporalLog(log, port)
  metering.join(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(READ_MS_MAX) })
    if (!answer.ok) throw new Error("Temporal's core does not show its metrics")
    return answer.text()
  })
}

/** The core listens only where it is told to, and tells nobody what it chose. */
function freeLoopbackPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const port = portOf(server.address())
      server.close(() => resolve(port))
    })
  })
}
