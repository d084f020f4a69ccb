import { setTables } from '../../../build/features.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { httpClient, type HttpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

const GUARD = '/v1/outbound-guard'
let service: TestService
let workspace: TestWorkspace
let live: HttpClient
beforeAll(async () => {
  service = await startTestService({ worker: false })
})
afterAll(() => service.stop())
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
  live = httpClient(service.url, workspace.keys.live)
  await setTables(service.url, workspace.keys.live, true)
})

const set = (days: unknown) => live.post(GUARD, { repeat_touch_days: days })

describe('the outbound guard', () => {
  it('is thirty days long until it is changed, for both environments', async () => {
    expect((await live.get(GUARD)).body).toEqual({ repeat_touch_days: 30, enabled: true })
    expect((await set(60)).body).toEqual({ repeat_touch_days: 60, enabled: true })
    expect((await live.as(workspace.keys.test).get(GUARD)).body).toEqual({ repeat_touch_days: 60, enabled: true })
  })

  it('is off with a window of zero days', async () => {
    expect((await set(0)).body).toEqual({ repeat_touch_days: 0, enabled: false })
    expect((await live.get(GUARD)).body).toEqual({ repeat_touch_days: 0, enabled: false })
  })

  it.each([-1, 366, 1.5, '30', null])('refuses a window of %p', async (days) => {
    const answer = await set(days)
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param')]).toEqual([
      400,
      'invalid_request',
      '/repeat_touch_days',
    ])
    expect((await live.get(GUARD)).body).toEqual({ repeat_touch_days: 30, enabled: true })
  })

  it('is forbidden while tables are off, and kept', async () => {
    await set(7)
    await setTables(service.url, workspace.keys.live, false)
    for (const answer of [await live.get(GUARD), await set(1)])
      expect([answer.status, answer.at('error', 'code')]).toEqual([403, 'forbidden'])
    await setTables(service.url, workspace.keys.live, true)
    expect((await live.get(GUARD)).body).toEqual({ repeat_touch_days: 7, enabled: true })
  })
})
