import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { verifyLedger } from '../../db/wallets/verify.ts'
import { type LocalTemporal, startTemporal } from '../../ops/local/temporal.ts'
import { leftovers } from '../support/child-process.ts'
import { findThrough, type LiveProviders, startLiveProviders } from '../support/live-providers.ts'
import { type TestDatabase, testDatabase } from '../support/postgres.ts'
import { type ServiceProcesses, startServiceProcesses } from '../support/service-processes.ts'

const t0 = performance.now()
const say = (...what: unknown[]) => console.log(((performance.now() - t0) / 1000).toFixed(1), ...what)
const folder = mkdtempSync(join(tmpdir(), 'temporal-outage-'))
const dbFile = join(folder, 'temporal.db')
const start = (port: number) => startTemporal({
  executable: process.env['TEMPORAL_EXECUTABLE'] ?? '', dbFile, port, uiPort: null, namespace: 'default', log: console.error,
})
let temporal: LocalTemporal
let providers: LiveProviders
let database: TestDatabase
let service: ServiceProcesses

beforeAll(async () => {
  ;[temporal, providers, database] = await Promise.all([start(0), startLiveProviders(), testDatabase()])
  service = await startServiceProcesses({
    databaseUrl: database.url, providers: providers.settings, temporal, worker: '../../worker/main.ts',
  })
}, 60_000)
afterAll(async () => {
  await service?.stop()
  await temporal?.stop()
  await database?.drop()
  await providers?.close()
  rmSync(folder, { recursive: true, force: true })
  expect(leftovers()).toEqual([])
})

it('outage', async () => {
  say('ready')
  const warm = await service.live.run(findThrough('hunter'))
  say(warm.status)
  providers.findymail.script({ ...{ status: 200, json: {} }, latencyMs: 8_000 })
  await temporal.kill()
  const port = Number(temporal.address.split(':')[1])
  say('killed')
  const away: string[] = []
  for (let i = 0; i < 15; i += 1) {
    const { status, body } = await service.live.run(findThrough('hunter', { wait_seconds: 1 }))
    away.push(body.run_id)
    say(i, status, body.status)
    await sleep(1000)
  }
  say('worker running', service.worker().running())
  temporal = await start(port)
  say('back')
  for (const id of away) { const r = await service.live.get(id, 60); say(r.status, r.body.status) }
  say('worker running', service.worker().running(), service.worker().output().slice(-3000))
  say('api', service.api.output().slice(-1500))
  say((await verifyLedger(service.db)).drifts)
}, 200_000)
