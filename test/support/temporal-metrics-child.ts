// A separate process, because Temporal's core is installed once in each: its first port is taken, its second one is
// free.
import { createServer } from 'node:net'
import { pino } from 'pino'
import { createMetering } from '../../telemetry/metering.ts'
import { portOf } from '../../telemetry/port-of.ts'
import { installTemporal } from '../../worker/temporal-metrics.ts'

const listening = async (): Promise<ReturnType<typeof createServer>> => {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return server
}
const freePort = async (): Promise<number> => {
  const server = await listening()
  const port = portOf(server.address())
  await new Promise((resolve) => {
    server.close(resolve)
  })
  return port
}

const taken = portOf((await listening()).address())
const metering = createMetering({ process: 'worker', processMetrics: false })
const offered: number[] = []
await installTemporal(pino({ level: 'silent' }), metering, async () => {
  const port = offered.length === 0 ? taken : await freePort()
  offered.push(port)
  return port
})
const failures = (await metering.page()).match(/^metrics_sources_failed_total\{.*\} [1-9].*$/gm) ?? []
pino().info({ offered: offered.length, failures }, 'ready')
