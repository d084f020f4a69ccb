import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { servedText } from '../../../support/html-form.ts'
import { type HttpAnswer, httpClient, membersOf } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

let service: TestService
let answer: HttpAnswer
beforeAll(async () => {
  service = await startTestService({ worker: false })
  answer = await httpClient(service.url).get('/pricing.md')
}, 120_000)
afterAll(() => service.stop())

/** The cells of each row of a table, by the first one. */
const rows = (): Map<string, string[]> =>
  new Map(
    [...answer.text.matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) => {
      const [first = '', ...others] = row.split(' | ')
      return [first.replaceAll('`', ''), others]
    }),
  )

describe('/pricing.md', () => {
  it('is public Markdown with revalidation', async () => {
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'text/markdown; charset=utf-8',
      'public, no-cache',
    ])
    expect(answer.text).toMatch(/^# Prices\n/)
    const again = await httpClient(service.url).get('/pricing.md', {
      'If-None-Match': answer.headers.get('etag') ?? '',
    })
    expect(again.status).toBe(304)
  })

  it('has for each capability the price of the first page, and that of inspect', async () => {
    const page = (await httpClient(service.url).get('/')).text
    const live = httpClient(service.url, service.workspace.keys.live)
    const listed = membersOf((await live.get('/v1/catalog/capabilities?limit=1000')).at('items'))
    expect(listed.length).toBeGreaterThan(30)
    for (const { capability, title } of listed.map(([, item]) => Object(item))) {
      const [name, amounts = '', unit = '', providers = ''] = rows().get(capability) ?? []
      const shown = servedText(page, capability) ?? ''
      expect([capability, name]).toEqual([capability, title])
      for (const words of [amounts, unit, providers]) expect(shown).toContain(words)
      const offers = membersOf((await live.post('/v1/inspect', { capability })).at('offers'))
      const prices = offers.map(([, offer]) => Number(Object(offer).price.amount)).toSorted((one, other) => one - other)
      const numbers = amounts.split(' – ').map((amount) => (amount === 'Free' ? 0 : Number(amount.slice(1))))
      expect([capability, numbers.at(0), numbers.at(-1)]).toEqual([capability, prices.at(0), prices.at(-1)])
    }
  })

  it('has the providers that state where or how long they keep data, with what inspect states of them', async () => {
    const live = httpClient(service.url, service.workspace.keys.live)
    const providers = membersOf((await live.get('/v1/catalog/providers')).at('items'))
    const stated = providers.flatMap(([, one]) => {
      const { provider, facts } = Object(one)
      const { data_region: region, retention_days: days } = facts
      if (region === null && days === null) return []
      return [[provider, [region ?? 'not stated', days === null ? 'not stated' : `${days} days at most`]]] as const
    })
    expect(stated.length).toBeGreaterThan(3)
    for (const [provider, cells] of stated) expect([provider, rows().get(provider)]).toEqual([provider, cells])
  })

  it('has the plans, that of the workspace with its price, discount and tables', async () => {
    const plan = await httpClient(service.url, service.workspace.keys.live).get('/v1/plan')
    expect(rows().get('Pay per call')).toEqual([
      `$${plan.at('price')}`,
      `${plan.at('limits', 'discount_percent')}%`,
      `${plan.at('limits', 'tables')} with ${plan.at('limits', 'rows')} rows`,
    ])
    for (const title of ['Plus', 'Pro', 'Scale']) expect(rows().get(title)?.[0]).toMatch(/^\$\d+\.00$/)
  })
})
