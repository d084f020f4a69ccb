import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { openBrowser } from '../../support/browser.ts'
import { type HttpClient, httpClient } from '../../support/http.ts'
import { type LiveProviders, startLiveProviders } from '../../support/live-providers.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { enter, type Person, signUpPerson } from './person.ts'

/** Together enough to tell, with a rate that is neither good nor weak. */
const FOUND = 9
const FAILED = 3
const RATE = FOUND / (FOUND + FAILED)
/** Too few to tell. */
const FEW = 4

let service: TestService
let providers: LiveProviders
let person: Person
let session: HttpClient
beforeAll(async () => {
  providers = await startLiveProviders(['hunter', 'findymail'])
  service = await startTestService({
    providers: providers.settings,
    env: { SIGNUP_CREDIT: '5.00' },
    countHealthEveryMs: 200,
  })
  person = await signUpPerson(service.url, 'Engines')
  session = httpClient(service.url, person.token)
}, 120_000)
afterAll(async () => {
  await service.stop()
  await providers.close()
})

/** Live runs at one provider, one after another; how they ended. */
async function runs(count: number, provider: string): Promise<readonly string[]> {
  const statuses = []
  for (let index = 0; index < count; index += 1) {
    const ended = await session.post('/v1/run', {
      capability: 'contact.find',
      input: { full_name: 'Ada Example', domain: 'example.com' },
      routing: { provider },
    })
    statuses.push(String(ended.at('status')))
  }
  return statuses
}

interface ShownHealth {
  readonly provider: string
  readonly by_day: readonly { readonly day: string; readonly success_rate: number | null }[]
}
const health = async (): Promise<readonly ShownHealth[]> =>
  Object((await httpClient(service.url).get('/v1/catalog/health')).body).items

it('the page of health shows on each day of a provider how often its live calls succeeded, as the API does', async () => {
  expect(await runs(FOUND, 'hunter')).toEqual(Array(FOUND).fill('succeeded'))
  providers.set('hunter', 'wrong')
  expect(await runs(FAILED, 'hunter')).toEqual(Array(FAILED).fill('failed'))
  expect(await runs(FEW, 'findymail')).toEqual(Array(FEW).fill('succeeded'))
  const known = await until(health, (items) => items.length === 2 && rateOfToday(items, 'hunter') === RATE)
  expect(rateOfToday(known, 'findymail')).toBeNull()

  const browser = await enter(openBrowser(), service.url, person)
  const page = (await browser.get(`${service.url}/dashboard/live/catalog/health`)).text
  for (const { provider, by_day: days } of known) {
    const row = new RegExp(`<tr id="health-${provider}">.*?</tr>`, 's').exec(page)?.[0] ?? ''
    const marks = [...row.matchAll(/class="(\w+)"><title>([^<]+)<\/title>/g)].map(([, tone, title]) => [tone, title])
    expect(marks).toEqual(
      days.map(({ day, success_rate: rate }) =>
        rate === null ? ['none', `${day}: –`] : ['bad', `${day}: ${rate * 100} %`],
      ),
    )
    expect(marks).toHaveLength(30)
  }
  const cells = /id="health-hunter">.*?<\/svg><\/td><td[^>]*>([^<]+)<\/td><td[^>]*>([^<]+)</s.exec(page)
  expect(cells?.slice(1)).toEqual(['75 %', '75 %'])
  expect(page).toContain('0 good days, 0 weak ones, 1 bad ones, 29 unknown.')
})

const rateOfToday = (items: readonly ShownHealth[], provider: string): number | null | undefined =>
  items.find((item) => item.provider === provider)?.by_day.at(-1)?.success_rate
