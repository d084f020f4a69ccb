import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { newcomer, type Newcomer, succeeded } from '../../../journeys/newcomer.ts'
import { at, httpClient } from '../../../support/http.ts'
import { type Stage, startStage } from '../../../support/stage.ts'
import { until } from '../../../support/until.ts'

/** Fewer answers have no rate. */
const ANSWERS = 10

let stage: Stage
let customer: Newcomer
beforeAll(async () => {
  stage = await startStage({ providers: ['hunter', 'agentmail'], countHealthEveryMs: 200, sweepEveryMs: 200 })
  customer = await newcomer(stage.service, '100.00')
}, 120_000)
afterAll(() => stage.stop())

/** Whatever happens at a provider, by its twin. */
const happen = (happening: string, what: object) =>
  httpClient(stage.twins.url).post('/_twin/happen', { twin: 'agentmail', happening, ...what })
const accuracyOf = async (provider: string) =>
  succeeded(await customer.live.get(`/v1/catalog/providers/${provider}`)).at('accuracy')
/** What inspect states of how often Hunter finds. */
async function hitsOf(): Promise<unknown> {
  const offers = Object.values(
    Object(succeeded(await customer.live.post('/v1/inspect', { capability: 'contact.find' })).at('offers')),
  )
  return at(
    offers.find((offer) => at(offer, 'provider') === 'hunter'),
    'hits',
  )
}

const find = (domain: string) =>
  customer.runs.run({
    capability: 'contact.find',
    input: { full_name: 'Ada Lovelace', domain },
    routing: { explore: false },
  })

async function soldAndMailed(domain: string) {
  const { body: found } = await find(domain)
  const to = found.result?.['email']
  const { body: sent } = await customer.runs.run({
    capability: 'email.send',
    input: { to, subject: 's', text: 't' },
    routing: { allow_repeat: true },
  })
  return { runId: found.run_id, charged: found.billing.charged, messageId: sent.result?.['message_id'] }
}

it("a bounce counts against its provider's hits and accuracy, a delivery for its accuracy", async () => {
  succeeded(await customer.live.post('/v1/email/inboxes', { username: 'bounces' }))
  const [good, bad] = [await soldAndMailed('good.example.org'), await soldAndMailed('bad.example.org')]
  await happen('delivered', { message_id: good.messageId })
  await happen('delivered', { message_id: bad.messageId })
  await until(
    () => accuracyOf('hunter'),
    (accuracy) => at(accuracy, 'sample_size') === 2,
  )
  await happen('bounced', { message_id: bad.messageId })
  const credited = await until(
    async () => succeeded(await customer.live.get(`/v1/runs/${bad.runId}`)).at('billing'),
    (billing) => at(billing, 'credited') !== undefined,
  )
  expect(at(credited, 'credited')).toBe(bad.charged)
  expect(succeeded(await customer.live.get(`/v1/runs/${good.runId}`)).at('billing', 'credited')).toBeUndefined()
  // A mail server that confirmed too early counts once.
  expect(await accuracyOf('hunter')).toEqual({ rate: null, sample_size: 2 })
  for (let other = 3; other <= ANSWERS; other += 1) await find(`other-${other}.example.org`)
  expect(await until(hitsOf, (hits) => at(hits, 'sample_size') === ANSWERS)).toMatchObject({ hit_rate: 0.9 })
}, 120_000)
