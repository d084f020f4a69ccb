import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { formatUsd, parseUsd, platformPrice } from '../../../../domain/money/microdollars.ts'
import { fixture } from '../../../fixtures/load.ts'
import { runClient } from '../../../support/run-client.ts'
import type { TestService } from '../../../support/service.ts'
import { type Stage, startStage } from '../../../support/stage.ts'

let stage: Stage
let service: TestService
beforeAll(async () => {
  stage = await startStage({ providers: ['hunter', 'apollo', 'peopledatalabs', 'crunchbase'] })
  service = stage.service
})
beforeEach(() => stage.calm())
afterAll(async () => {
  const { drifts } = await verifyLedger(service.db)
  await stage.stop()
  expect(drifts).toEqual([])
})

const run = (capability: string, input: object, more: object = {}) =>
  runClient(service.url, service.workspace.keys.live).run({ capability, input, ...more })
const list = (base: string, perResult: string, results: bigint) =>
  formatUsd(platformPrice(parseUsd(base)) + platformPrice(parseUsd(perResult)) * results)

describe('a live list over HTTP', () => {
  it('is charged for what was delivered, not for what was requested', async () => {
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
    expect((await run('contact.domain_emails', { domain: 'no-match.example.com' })).body).toMatchObject({
      status: 'no_match',
      billing: { charged: null },
    })
  })

  it('is completed by a second call for people, and goes to a provider with all the requested filters', async () => {
    expect((await run('person.search', { titles: ['Head of Examples'], limit: 2 })).body).toMatchObject({
      status: 'succeeded',
      provider: 'apollo',
      billing: { charged: list('0', '0.01', 2n) },
    })
    expect(stage.calls('apollo').map(({ route }) => route)).toEqual([
      'POST /mixed_people/api_search',
      'POST /people/bulk_match',
    ])

    const { body } = await run('person.search', { titles: ['Head of Examples'], industries: ['Machinery'], limit: 2 })
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
      400,
      {
        error: {
          code: 'invalid_request',
          param: '/input/department',
          message: expect.stringContaining('hunter: its department must be one of management, sales'),
        },
      },
    ])
    expect(stage.twins.world.calls).toEqual([])
  })
})

describe('a live lookup over HTTP', () => {
  it('passes the payload on where its licence allows it', async () => {
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
    const { body } = await run(
      'company.funding',
      { domain: 'example.com' },
      { routing: { provider: 'crunchbase' }, response: { include_raw: true } },
    )
    expect(body).toMatchObject({ status: 'succeeded', result: { total_raised_usd: 1_500_000 } })
    expect(JSON.stringify(body)).not.toContain('33333330-3333-4333-8333-333333333333')
  })
})
