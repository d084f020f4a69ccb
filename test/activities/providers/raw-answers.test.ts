import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createProviderHttp } from '../../../activities/providers/http.ts'
import { RAW_RULES } from '../../../activities/providers/raw-rules.ts'
import { fixture } from '../../fixtures/load.ts'
import { startSimulator, type Simulator } from '../../support/http-simulator.ts'

const MISS = { kind: 'noMatch' }
const REJECTED = { kind: 'failed', outcome: 'rejected' }
const LIMITED = { kind: 'failed', outcome: 'rate_limited' }
const EXHAUSTED = { kind: 'failed', outcome: 'provider_error', accountExhausted: true }
/** The status is enough. */
const USUAL = null

/** Recorded answers as they arrive over HTTP, read by the rules of their provider. */
describe('a raw answer over HTTP', () => {
  const http = createProviderHttp()
  let simulator: Simulator
  beforeAll(async () => {
    simulator = await startSimulator()
  })
  afterAll(async () => {
    await http.close()
    await simulator.close()
  })

  it.each([
    ['openfda/found', USUAL],
    ['openfda/no-match', MISS],
    ['openfda/bad-search', USUAL],
    ['openfda/rate-limited', USUAL],
    ['nppes/found', USUAL],
    ['nppes/refused', REJECTED],
    ['clinicaltrials/found', USUAL],
    ['clinicaltrials/not-found', MISS],
    ['clinicaltrials/bad-parameter', USUAL],
    ['usaspending/found', USUAL],
    ['usaspending/not-found', MISS],
    ['usaspending/bad-filter', USUAL],
    ['federal-register/found', USUAL],
    ['federal-register/not-found', MISS],
    ['census/no-data', MISS],
    ['sec/submissions', USUAL],
    ['sec/rate-limited', LIMITED],
    ['dataforseo/search', { kind: 'delivered', cost: { kind: 'amount', amount: 2_000n } }],
    ['dataforseo/no-results', MISS],
    ['dataforseo/search-failed', { kind: 'failed', outcome: 'provider_error' }],
    ['dataforseo/rate-limited', LIMITED],
    ['dataforseo/cost-cap', EXHAUSTED],
    ['hunter/rate-limited', LIMITED],
    ['hunter/quota-used-up', EXHAUSTED],
    ['hunter/working', { kind: 'failed', outcome: 'provider_error' }],
    ['tavily/found', { kind: 'delivered', cost: { kind: 'amount', amount: 8_000n } }],
    ['tavily/bad-request', USUAL],
    ['tavily/rate-limited', USUAL],
    ['tavily/plan-used-up', EXHAUSTED],
    ['serper/found', USUAL],
    ['serper/rate-limited', USUAL],
    ['serper/credits-used-up', EXHAUSTED],
    ['brave/found', USUAL],
    ['brave/rate-limited', USUAL],
    ['brave/quota-used-up', EXHAUSTED],
    ['brave/token-refused', EXHAUSTED],
    ['resend/rate-limited', USUAL],
    ['resend/quota-used-up', EXHAUSTED],
    ['agentmail/rejected', REJECTED],
    ['agentmail/missing-permission', USUAL],
  ])('%s', async (name, expected) => {
    simulator.script(fixture(name))
    const answer = await http.call({
      method: 'GET',
      url: simulator.url,
      signal: new AbortController().signal,
      deadlineMs: 2_000,
    })
    if (answer.kind !== 'answer') throw new Error(`no answer: ${answer.kind}`)
    const reading = RAW_RULES[name.split('/')[0] ?? '']?.read?.(answer)
    if (expected === USUAL) expect(reading).toBeNull()
    else expect(reading).toMatchObject(expected)
  })
})
