import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { createMetering } from '../../telemetry/metering.ts'
import { portOf } from '../../telemetry/port-of.ts'
import { installTemporal } from '../../worker/temporal-metrics.ts'

const taken = createServer()
beforeAll(() => new Promise<void>((resolve) => { taken.listen(0, '127.0.0.1', resolve) }))
afterAll(() => new Promise((resolve) => { taken.close(resolve) }))

const freePort = (): Promise<number> => new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const port = portOf(server.address())
    server.close(() => resolve(port))
  })
})

it("a worker whose core's port was taken meanwhile starts on another one, and shows its metrics there", async () => {
  const metering = createMetering({ process: 'worker', processMetrics: false })
  const offered: number[] = []
  await installTemporal(pino({ level: 'silent' }), metering, async () => {
    offered.push(offered.length === 0 ? portOf(taken.address()) : await freePort())
    return offered.at(-1) ?? 0
  })
  expect(offered).toHaveLength(2)
  expect(await metering.page()).not.toMatch(/^metrics_sources_failed_total\{.*\} [1-9]/m)
})
