import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { listMisses } from '../../../../db/catalog/discover/misses.ts'
import { httpClient } from '../../../support/http.ts'
import { tablesThatHold } from '../../../support/plaintext.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ worker: false, env: { TRUSTED_PROXIES: '127.0.0.0/8,::1/128' } })
})
afterAll(() => service.stop())

const search = async (query: string, from: number): Promise<void> => {
  const headers = { 'X-Forwarded-For': `203.0.113.${from}` }
  const answer = await httpClient(service.url).post('/v1/discover', { query }, headers)
  expect([query, answer.status, answer.at('items')]).toEqual([query, 200, []])
}
/** What the operator's command prints. */
const listed = () => listMisses(service.db, { since: new Date(0), limit: 100 })
const missesIn = async (): Promise<number> => (await listed()).reduce((sum, { misses }) => sum + misses, 0)

describe('a search that finds nothing', () => {
  it('is counted by its words, which can be read once five client addresses have used them', async () => {
    for (const from of [1, 2, 3, 4]) await search('zqxwvweather jjkqzforecast', from)
    await search('zqxwvweather', 4)
    await until(missesIn, (misses) => misses === 9)
    expect(await listed()).toMatchObject([{ word: null, words: 2, misses: 9, days: 1 }])
    expect(await tablesThatHold(service.db, 'zqxwvweather')).toEqual([])
    for (const from of [5, 6, 7, 8, 9, 10, 11, 12]) await search('zqxwvweather', from)
    await until(missesIn, (misses) => misses === 17)
    expect(await listed()).toMatchObject([
      { word: 'zqxwvweather', words: 1, misses: 13, days: 1 },
      { word: null, words: 1, misses: 4 },
    ])
  })

  it('leaves nothing of a name, an address or a number, however many search for it', async () => {
    for (let from = 20; from < 32; from += 1)
      await search('zqxwvphone of Jjkqzname, jjkqz@zqxwv.example, +4917012345', from)
    await until(listed, (misses) => misses.some(({ word }) => word === 'zqxwvphone'))
    for (const part of ['jjkqzname', 'Jjkqzname', 'zqxwv.example', '4917012345'])
      expect(await tablesThatHold(service.db, part)).toEqual([])
  })

  it('is not counted where its filter leaves everything out', async () => {
    const before = await missesIn()
    const answer = await httpClient(service.url).post('/v1/discover', { query: 'work email', provider: 'nobodys' })
    expect([answer.status, answer.at('items')]).toEqual([200, []])
    await search('zqxwvlast', 40)
    await until(missesIn, (misses) => misses > before)
    expect(await missesIn()).toBe(before + 1)
  })

  it('is counted as a metric, and one that finds something as another', async () => {
    await httpClient(service.url).post('/v1/discover', { query: 'work email' })
    const metrics = await (await fetch(service.api.metricsUrl)).text()
    expect(metrics).toMatch(/^discover_searches_total\{.*result="nothing".*\} [1-9]/m)
    expect(metrics).toMatch(/^discover_searches_total\{.*result="found".*\} 1$/m)
  })
})
