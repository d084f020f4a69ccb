import { createServer } from 'node:net'
import type { Logger } from 'pino'
import type { Metering } from '../telemetry/metering.ts'
import { portOf } from '../telemetry/port-of.ts'
import { installTemporalLog } from './log.ts'

/** The core answers from memory, on this machine. */
const READ_MS_MAX = 2_000
/** Another process may take a free port a moment later; metrics must not keep a worker from starting. */
const PORTS_TRIED_MAX = 5

/**
 * Installs Temporal's runtime, with its lines in the log and its core's metrics on the process's own page: task
 * latencies (how long work waits for a worker), slots, sticky cache, failed requests. Called once per process, before
 * the first connection.
 */
export async function installTemporal(
  log: Logger,
  metering: Pick<Metering, 'join'>,
  findPort = freeLoopbackPort,
): Promise<void> {
  const port = await installOnFreePort(log, findPort)
  metering.join(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(READ_MS_MAX) })
    if (!answer.ok) throw new Error("Temporal's core does not show its metrics")
    return answer.text()
  })
}

/** An error that is not about the port is thrown after the last try. */
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

/** The core listens only on a port that it is given, and does not report a port that it chose. */
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
