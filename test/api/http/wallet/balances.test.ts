import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { httpClient, type HttpClient } from '../../../support/http.ts'
import { findContact } from '../../../support/run-client.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'
import { signUpPerson } from '../../dashboard/person.ts'

let service: SharedService
let api: HttpClient
beforeAll(async () => {
  service = await sharedTestService()
  api = httpClient(service.url, (await signUpPerson(service.url, 'Engines')).testKey)
})
afterAll(() => service.stop())

const itemsOf = async (query = '') => Object((await api.get(`/v1/wallet/balances${query}`)).body).items

describe('GET /v1/wallet/balances', () => {
  it('ends with the balance of now, and begins with that before the workspace was there', async () => {
    const paid = await api.post('/v1/wallet/topups/checkout', { amount: '20.00' })
    const checkout = `/checkout/${String(paid.at('topup_id'))}/pay`
    expect((await httpClient(service.url).post(checkout)).status).toBe(200)
    await api.post('/v1/run', findContact(''))
    const items = await itemsOf('?days=3')
    expect(items).toHaveLength(3)
    const today = items.at(-1)
    expect(today).toEqual({
      day: new Date().toISOString().slice(0, 10),
      balance: (await api.get('/v1/wallet')).at('balance'),
      topped_up: '20.00',
    })
    expect(Number(today.balance)).toBeLessThan(1_020)
    expect(items[0]).toMatchObject({ balance: '0.00', topped_up: '0.00' })
  })

  it('is of chosen days as it was then, whatever came later', async () => {
    const day = (from: number): string => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)
    expect(await itemsOf(`?since=${day(-2)}`)).toEqual(await itemsOf('?days=3'))
    expect(await itemsOf(`?since=${day(-2)}&until=${day(0)}`)).toEqual([
      { day: day(-2), balance: '0.00', topped_up: '0.00' },
      { day: day(-1), balance: '0.00', topped_up: '0.00' },
    ])
  })

  it('does not count what is only held', async () => {
    const before = (await itemsOf('?days=1'))[0].balance
    const open = await api.post('/v1/run', findContact('+slow-20', { async: true }))
    expect((await itemsOf('?days=1'))[0].balance).toBe(before)
    await api.post(`/v1/runs/${String(open.at('run_id'))}/cancel`)
  })

  it("is of the request's environment, and of 1 to 90 days", async () => {
    expect(await itemsOf()).toHaveLength(30)
    for (const days of ['0', '91', 'x']) expect((await api.get(`/v1/wallet/balances?days=${days}`)).status).toBe(400)
  })
})
