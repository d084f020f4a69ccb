import { afterAll, beforeAll, it } from '@jest/globals'
import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { findThrough, type LiveProviders, startLiveProviders } from '../../../support/live-providers.ts'
import { findContact, runClient } from '../../../support/run-client.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { buildWorkspace } from '../../../build/workspace.ts'

const say = (line: string): void => appendFileSync('/tmp/starts/measure.log', `${line}\n`)
let providers: LiveProviders
const services: [string, TestService][] = []
beforeAll(async () => {
  providers = await startLiveProviders()
  providers.hunter.script({ json: { data: { email: 'robin.sample@example.com' } } })
  for (const places of ['4', '8', '16', '100000']) services.push([places, await startTestService({ providers: providers.settings, env: { RUN_STARTS_AT_ONCE: places } })])
}, 300_000)
afterAll(async () => {
  for (const [, service] of services) await service.stop()
  await providers.close()
})
const q = (all: number[], p: number): number => Math.round(all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * p))] ?? 0)
async function load(service: TestService, environment: 'live' | 'test', count: number, atOnce: number): Promise<number> {
  const client = runClient(service.url, service.workspace.keys[environment])
  let left = count
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: atOnce }, async () => { while (left-- > 0) await client.run(environment === 'live' ? findThrough('hunter') : findContact()) }))
  return Math.round(count / (performance.now() - startedAt) * 10_000) / 10
}
it('measures', async () => {
  for (const [, service] of services) await load(service, 'live', 40, 20)
  for (let block = 0; block < 3; block += 1) {
    for (const environment of ['live', 'test'] as const) {
      const rates: string[] = []
      for (const [places, service] of block % 2 === 0 ? services : services.toReversed()) rates.push(`${places}: ${await load(service, environment, 100, 20)}/s`)
      say(`throughput ${environment} ${rates.join('  ')}`)
    }
  }
  for (const [places, service] of services) {
    const bystander = await buildWorkspace(service.db)
    const client = runClient(service.url, bystander.keys.live)
    const one = async (): Promise<number> => { const at = performance.now(); await client.run(findThrough('hunter')); return performance.now() - at }
    const idle: number[] = []
    for (let n = 0; n < 20; n += 1) { idle.push(await one()); await sleep(50) }
    const greedy = runClient(service.url, service.workspace.keys.test)
    const flood = Promise.all(Array.from({ length: 400 }, () => greedy.run(findContact('', { async: true }))))
    await sleep(300)
    const during: number[] = []
    const until = performance.now() + 8_000
    while (performance.now() < until) { during.push(await one()); await sleep(50) }
    await flood
    say(`places ${places}: idle p50 ${q(idle, 0.5)} p95 ${q(idle, 0.95)}; beside 400 async sandbox runs p50 ${q(during, 0.5)} p95 ${q(during, 0.95)} n ${during.length}`)
    await sleep(3_000)
  }
}, 600_000)
