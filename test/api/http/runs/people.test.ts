import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { verifyLedger } from '../../../../db/wallets/verify.ts'
import { formatUsd, parseUsd, platformPrice } from '../../../../domain/money/microdollars.ts'
import { fixture } from '../../../fixtures/load.ts'
import { type Simulator, startSimulator } from '../../../support/http-simulator.ts'
import { runClient } from '../../../support/run-client.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

let simulator: Simulator
let service: TestService
beforeAll(async () => {
  simulator = await startSimulator()
  const setting = { apiKey: 'a-key', baseUrl: simulator.url }
  service = await startTestService({
    providers: { hunter: setting, apollo: setting, peopledatalabs: setting, crunchbase: setting },
  })
})
beforeEach(() => simulator.reset())
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await service.stop()
  await simulator.close()
  expect(drifts).toEqual([])
})

const run = (capability: string, input: object, more: object = {}) =>
  runClient(service.url, service.workspace.keys.live).run({ capability, input, ...more })
const list = (base: string, perResult: string, results: bigint) =>
  formatUsd(platformPrice(parseUsd(base)) + platformPrice(parseUsd(perResult)) * results)

describe('a live list over HTTP', () => {
  it('is charged for what was delivered, not for what was requested', async () => {
    simulator.script(fixture('hunter/domain'))
    const { status, body } = await run('contact.domain_emails', { domain: 'example.com', limit: 50 })
    expect([status, body.status, body.provider]).toEqual([200, 'succeeded', 'hunter'])
    expect(body).toMatchObject({
      billing: { charged: list('0.02205', '0.00245', 2n) },
      result: {
        pattern: '{first}.{last}',
        items: [{ email: 'robin.sample@example.com' }, { email: 'info@example.com' }],
      },
    })
  })

  it('is free when it is empty', async () => {
    simulator.script(fixture('hunter/domain-miss'))
    expect((await run('contact.domain_emails', { domain: 'example.com' })).body).toMatchObject({
      status: 'no_match',
      billing: { charged: null },
    })
  })

  it('is completed by a second call for people, and goes to a provider with all the requested filters', async () => {
    simulator.scriptPath('/mixed_people/api_search', fixture('apollo/search'))
    simulator.scriptPath('/people/bulk_match', fixture('apollo/matches'))
    expect((await run('person.search', { titles: ['Head of Examples'] })).body).toMatchObject({
      status: 'succeeded',
      provider: 'apollo',
      billing: { charged: list('0', '0.01', 2n) },
    })

    simulator.script(fixture('peopledatalabs/people'))
    const { body } = await run('person.search', { titles: ['Head of Examples'], industries: ['Machinery'] })
    expect(body).toMatchObject({
      status: 'succeeded',
      provider: 'peopledatalabs',
      attempts: [{ provider: 'peopledatalabs' }],
      billing: { charged: list('0', '0.35', 2n) },
    })
  })

  it('is refused before it is a run when its only provider lacks the filter', async () => {
    const { status, body } = await run('contact.domain_emails', { domain: 'example.com', department: 'product' })
    expect([status, body]).toMatchObject([
      409,
      {
        error: {
          code: 'provider_not_available',
          message: expect.stringContaining('hunter: its department must be one of management, sales'),
        },
      },
    ])
    expect(simulator.calls).toHaveLength(0)
  })
})

describe('a live lookup over HTTP', () => {
  it('passes the payload on where its licence allows it', async () => {
    simulator.script(fixture('hunter/person'))
    const { body } = await run(
      'contact.reverse_email',
      { email: 'robin.sample@example.com' },
      { routing: { provider: 'hunter' }, response: { include_raw: true } },
    )
    expect(body).toMatchObject({
      status: 'succeeded',
      result: { full_name: 'Robin Sample', raw: fixture('hunter/person').json },
    })
  })

  it('withholds records whose licence requires it', async () => {
    simulator.scriptPath('/searches/organizations', fixture('crunchbase/search'))
    simulator.script(fixture('crunchbase/organization'))
    const { body } = await run(
      'company.funding',
      { domain: 'example.com' },
      { routing: { provider: 'crunchbase' }, response: { include_raw: true } },
    )
    expect(body).toMatchObject({ status: 'succeeded', result: { total_raised_usd: 1_500_000 } })
    expect(JSON.stringify(body)).not.toContain('33333330-3333-4333-8333-333333333333')
  })
})
