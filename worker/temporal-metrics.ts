import { createServer } from 'node:net'
import type { Logger } from 'pino'
import type { Metering } from '../telemetry/metering.ts'
import { portOf } from '../telemetry/port-of.ts'
import { installTemporalLog } from './log.ts'

/** It answers from memory, on this machine. */
const READ_MS_MAX = 2_000
/** A port that was free may be taken a moment later, by whatever starts beside: a worker must not fail to start for its metrics' sake. */
const PORTS_TRIED_MAX = 5

/**
 * Installs Temporal's runtime with its lines in the log and its core's metrics on the process's own page: task latencies (how long
 * work waits for a worker), slots, sticky cache, requests that failed. Once per process, before the first connection.
 */
export async function installTemporal(log: Logger, metering: Pick<Metering, 'join'>, findPort = freeLoopbackPort): Promise<void> {
  const port = await installOnFreePort(log, findPort)
  metering.join(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(READ_MS_MAX) })
    if (!answer.ok) throw new Error("Temporal's core does not show its metrics")
    return answer.text()
  })
}

/** What is wrong with more than the port is thrown in the end. */
async function installOnFreePort(log: Logger, findPort: () => Promise<number>): Promise<number> {
  for (let tried = 1; ; tried += 1) {
    const port = await findPort()
    try {
      installTemporalLog(log, port)
      return port
    } catch (error) {
      if (tried >= PORTS_TRIED_MAX) throw error
    }
  }
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
