import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { enter, type Person, signUpPerson } from '../../api/dashboard/person.ts'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { at, type HttpClient, httpClient } from '../../support/http.ts'
import { randomOf } from '../../support/random.ts'
import { type Stage, startStage } from '../../support/stage.ts'
import { until } from '../../support/until.ts'

/** How many of the people each provider knows. The cheapest knows the fewest. */
const KNOWN: Readonly<Record<string, number>> = { leadmagic: 0.08, hunter: 0.6, prospeo: 0.4 }
const PROVIDERS = Object.keys(KNOWN)
const RUNS = 500
const AT_ONCE = 20
/** With a wait that is worth less than a hundredth of a cent, the cheapest would rightly stay first. */
const WAIT_MS = 200
/** Three standard deviations of a rate of forty answers. */
const NEAR = 0.25

let stage: Stage
let person: Person
let session: HttpClient
let browser: Browser
beforeAll(async () => {
  stage = await startStage({ providers: PROVIDERS, countHealthEveryMs: 200, env: { SIGNUP_CREDIT: '100.00' } })
  for (const provider of PROVIDERS) stage.set(provider, 'slow', { ms: WAIT_MS })
  person = await signUpPerson(stage.service.url, 'Buyers')
  session = httpClient(stage.service.url, person.token)
  browser = await enter(openBrowser(), stage.service.url, person)
}, 120_000)
afterAll(() => stage.stop())

const random = randomOf('people')

/** A person at a domain that names the providers which know no one there. */
async function buy(): Promise<{ readonly id: string; readonly reason: string; readonly tried: readonly string[] }> {
  const unknownTo = PROVIDERS.filter((provider) => !random.chance(KNOWN[provider] ?? 0))
  const answer = await session.post('/v1/run', {
    capability: 'contact.find',
    input: {
      full_name: 'Robin Sample',
      domain: `${unknownTo.map((provider) => `no-${provider}.`).join('')}x${random.int(1, 1e9)}.com`,
    },
  })
  // 404: none of them knows this person.
  expect([200, 404]).toContain(answer.status)
  return {
    id: String(answer.at('run_id')),
    reason: String(answer.at('routing_reason')),
    tried: Object.values(Object(answer.at('attempts'))).map((attempt) => String(at(attempt, 'provider'))),
  }
}

/** What inspect states of how often each provider finds. */
async function hits(): Promise<Record<string, { hit_rate: number | null; sample_size: number }>> {
  const inspected = await session.post('/v1/inspect', { capability: 'contact.find' })
  return Object.fromEntries(
    Object.values(Object(inspected.at('offers'))).map((offer) => [
      String(at(offer, 'provider')),
      Object(at(offer, 'hits')),
    ]),
  )
}

describe('a buyer whose three providers know different people', () => {
  it('has another order after 500 runs, and reads why in the run and on the pages', async () => {
    const first = await buy()
    expect(first.reason).toMatch(/^leadmagic \(at most 0\.03432, health unknown\) was first by best value/)
    const batches = Array.from({ length: RUNS / AT_ONCE }, () => AT_ONCE)
    for (const size of batches) await Promise.all(Array.from({ length: size }, buy))
    const counted = await until(hits, (all) => (all['hunter']?.sample_size ?? 0) > RUNS / 2)
    for (const provider of PROVIDERS) {
      const { hit_rate: rate, sample_size: answers = 0 } = counted[provider] ?? {}
      expect([provider, Math.abs((rate ?? 2) - (KNOWN[provider] ?? 0)) < NEAR, answers >= 10]).toEqual([
        provider,
        true,
        true,
      ])
    }
    const last = await until(buy, ({ tried }) => tried[0] === 'hunter')
    expect(last.reason).toMatch(
      /^hunter \(at most 0\.035035, health \w+, finds [56]\d % of these, n = \d+\) was first by best value, before /,
    )
    const [ofRun, ofOffers] = [
      await browser.get(`${stage.service.url}/dashboard/live/runs/${last.id}`),
      await browser.get(`${stage.service.url}/dashboard/live/catalog/capabilities/contact.find`),
    ]
    expect(ofRun.text).toContain(last.reason)
    expect(ofOffers.text).toMatch(/[56]\d % <span class="quiet nowrap">of \d+ answers<\/span>/)
  }, 300_000)
})
