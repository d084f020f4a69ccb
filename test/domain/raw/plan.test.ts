import { describe, expect, it } from '@jest/globals'
import { type CatalogEndpoint, NO_FIELDS } from '../../../domain/catalog/endpoint.ts'
import type { CatalogProvider } from '../../../domain/catalog/providers/provider.ts'
import { LIST_RATES } from '../../../domain/pricing/rates.ts'
import { planRaw, type RawPlanRequest } from '../../../domain/raw/plan.ts'
import type { AttemptAnswer } from '../../../domain/runs/attempt-answer.ts'
import { beginWaterfall, step } from '../../../domain/routing/waterfall.ts'
import type { Decision } from '../../../domain/runs/decision.ts'

const provider: CatalogProvider = {
  slug: 'sample',
  title: 'Sample',
  kind: 'company_data',
  baseUrl: 'https://api.example.com',
  auth: { scheme: 'bearer' },
  status: 'live',
  reason: null,
  bodies: 'json',
  free: false,
  tenancy: 'data',
  cost: { model: 'per_call', note: '' },
  sources: [],
}
const endpoint: CatalogEndpoint = {
  provider: 'sample',
  method: 'POST',
  endpoint: '/search',
  baseUrl: 'https://api.example.com',
  title: 'Search',
  tags: [],
  words: [],
  pathParams: NO_FIELDS,
  queryParams: NO_FIELDS,
  headerParams: NO_FIELDS,
  body: null,
  bodyType: 'json',
  cost: { model: 'per_call', basis: 'rate_card', estimate: '0.0143', currency: 'USD', note: '' },
  rate: { amount: '0.01' },
  requires_byok: false,
  rule: null,
  reason: null,
  free: false,
  deprecated: false,
  source: 'a document',
  price: null,
}
const unpriced = { ...endpoint, rate: null }
const bulk = { ...endpoint, rate: { amount: '0.01', each: { people: 1 } } }
const paged = { ...endpoint, rate: { base: '0.02', amount: '0.001', each: { limit: 10 }, usual: 10 } }
const search = { ...bulk, method: 'GET' as const }
const tasks = { ...endpoint, bodyType: 'task' as const }
const actor = { ...unpriced, bodyType: 'actor_input' as const }
const priced = { ...actor, actorPrice: { start: '0.01', item: '0.003', minimum: '0.50' } }
const federal = { ...endpoint, free: true, rate: null }
const surcharged = {
  ...endpoint,
  rate: {
    amount: '0.01',
    surcharges: [
      [
        { member: 'javascript', times: 10 },
        { member: 'browser', times: 34 },
      ],
      [{ member: 'priority', is: 2, times: 2 }],
      [{ member: 'num', above: 10, times: 2 }],
      [{ member: 'q', pattern: 'site:', times: 5 }],
    ],
  },
}
const ownKey = { ...endpoint, requires_byok: true, reason: 'It reads the account.' }

const planRequest = (more: Partial<RawPlanRequest>): RawPlanRequest => ({
  provider,
  endpoint,
  manifest: undefined,
  environment: 'live',
  input: {},
  routing: { max_cost: null, strategy: 'best_value' },
  unusable: null,
  connectionId: null,
  health: 'unknown',
  rates: LIST_RATES,
  ...more,
})
const plan = (more: Partial<RawPlanRequest>) => {
  const answer = planRaw(planRequest(more))
  if (answer.kind === 'refused') throw new Error(answer.error.message)
  return answer.plan
}
const capped = (max_cost: string) => ({ routing: { max_cost, strategy: 'best_value' as const } })

describe('the hold of a raw run', () => {
  it.each<[string, Partial<RawPlanRequest>, string]>([
    ['is one and a half times the estimate, rounded up', {}, '0.02145'],
    ['is one dollar without published rates', { endpoint: unpriced }, '1.00'],
    [
      'is one dollar for each task without published rates',
      { endpoint: { ...unpriced, bodyType: 'task' }, input: [{}, {}, {}] },
      '3.00',
    ],
    ['is lowered by max_cost', capped('0.02'), '0.02'],
    ['is lowered to the estimate by max_cost', capped('0.0143'), '0.0143'],
    ['is never raised by max_cost', capped('5.00'), '0.02145'],
    ['of a dollar is lowered by max_cost', { endpoint: unpriced, ...capped('0.25') }, '0.25'],
    ['counts every task of an array', { endpoint: tasks, input: [{}, {}, {}] }, '0.06435'],
    ['counts one task that is not an array', { endpoint: tasks, input: {} }, '0.02145'],
    ['counts every item of a bulk call', { endpoint: bulk, input: { people: [{}, {}, {}] } }, '0.06435'],
    ['counts one item of a bulk call without any', { endpoint: bulk, input: { people: [] } }, '0.02145'],
    ['counts the size that the body requests', { endpoint: bulk, input: { people: 100 } }, '2.145'],
    ['counts the size that the query requests', { endpoint: bulk, query: { people: '100' } }, '2.145'],
    ['counts one where the size is no number', { endpoint: bulk, input: { people: 'many' } }, '0.02145'],
    ['counts the items of a text with commas', { endpoint: bulk, query: { people: 'a.example,b.example' } }, '0.0429'],
    ['counts a list of one in a query as its entry', { endpoint: search, query: { people: [100] } }, '2.145'],
    [
      'counts the texts with commas of a list in a query',
      { endpoint: search, input: { people: ['a,b', 'c'] } },
      '0.06435',
    ],
    [
      'counts a member in another spelling',
      { endpoint: search, query: { People: 'a,b', 'people[]': ['c'] } },
      '0.06435',
    ],
    ['counts a body and a query', { endpoint: bulk, input: { people: 1 }, query: { people: 2 } }, '0.06435'],
    ['reads a number as any server may', { endpoint: search, query: { people: '+0100 a' } }, '2.145'],
    ['adds the units that a call names to its base', { endpoint: paged, input: { limit: 31 } }, '0.05148'],
    ['assumes the usual units', { endpoint: paged }, '0.06435'],
    ['adds the sizes of tasks', { endpoint: { ...paged, bodyType: 'task' }, input: [{ limit: 10 }, {}] }, '0.109395'],
    [
      'is multiplied by the largest of alternatives',
      { endpoint: surcharged, input: { javascript: true, browser: true } },
      '0.7293',
    ],
    [
      'is multiplied by each surcharge',
      { endpoint: surcharged, input: { priority: 2, num: '20', q: 'site:a.example' } },
      '0.429',
    ],
    [
      'is multiplied by a member that is on in the query and off in the body',
      { endpoint: surcharged, input: { javascript: false }, query: { 'JavaScript[]': [true] } },
      '0.2145',
    ],
    [
      'is not multiplied by a member that is off',
      { endpoint: surcharged, input: { browser: false, priority: 1, num: 10 } },
      '0.02145',
    ],
    ['of an actor is a dollar', { endpoint: actor }, '1.00'],
    ['of an actor is lowered by max_cost', { endpoint: actor, ...capped('0.10') }, '0.10'],
    ['of an actor is raised by max_cost', { endpoint: actor, ...capped('25') }, '25.00'],
    [
      'of an actor is at least ten cents',
      { endpoint: { ...actor, actorPrice: { item: '0.003' } }, query: { maxItems: 3 } },
      '0.10',
    ],
    ['of an actor follows its price and the items', { endpoint: priced, query: { maxItems: '1000' } }, '6.45645'],
    [
      'of an actor counts the items of each target',
      { endpoint: priced, input: { resultsLimit: 200, usernames: ['a', 'b'] } },
      '2.59545',
    ],
    ['of an actor is no less than its minimum', { endpoint: priced, query: { maxItems: 3 } }, '0.715'],
    ['of an actor without a number of items is a dollar', { endpoint: priced }, '1.00'],
    ['is zero for federal data', { endpoint: federal }, '0.00'],
    ["is zero on the workspace's own key", { connectionId: 'conn_1' }, '0.00'],
    ["of an actor is zero on the workspace's own key", { endpoint: actor, connectionId: 'conn_1' }, '0.00'],
    [
      'in the sandbox is that of the platform, with or without a connection',
      { environment: 'test', connectionId: 'conn_1' },
      '0.02145',
    ],
    ['of federal data is zero with any max_cost', { endpoint: federal, ...capped('0.00') }, '0.00'],
  ])('%s', (_, request, hold) => {
    const {
      candidates: [candidate],
      ...rest
    } = plan(request)
    expect([rest.hold, candidate?.max_charge]).toEqual([hold, hold])
  })
})

describe('the plan of a raw run', () => {
  it('has one candidate and no fallback, and does not bill a miss', () => {
    expect(plan({})).toMatchObject({
      pinned: true,
      billing: 'on_match',
      sends: false,
      candidates: [{ provider: 'sample', lane: 'quick' }],
      skipped: [],
      excluded: [],
    })
  })

  it.each<['quick' | 'slow', Partial<RawPlanRequest>]>([
    ['quick', { environment: 'test', input: { full_name: 'Ada +slow-2' } }],
    ['slow', { environment: 'test', input: { full_name: 'Ada +slow-3' } }],
    ['slow', { environment: 'test', query: { name: 'Ada +slow-20' } }],
    ['slow', { environment: 'test', path: { domain: 'slow-9.example.com' } }],
    ['slow', { environment: 'test', input: [{ keyword: 'shoes +slow-3' }] }],
    // A live provider has no scenarios.
    ['quick', { input: { full_name: 'Ada +slow-3' } }],
  ])('goes to the %s lane for %j', (lane, request) => {
    expect(plan(request).candidates[0]?.lane).toBe(lane)
  })

  it("puts an actor into the slow lane and is resumable, on the platform's account and through a connection", () => {
    for (const connectionId of [null, 'conn_1'])
      expect(plan({ endpoint: actor, connectionId }).candidates[0]).toMatchObject({
        lane: 'slow',
        resumable: true,
        deadline_ms: 600_000,
      })
    expect(plan({}).candidates[0]?.resumable).toBeUndefined()
  })

  it('names the connection in live, and only the simulator in the sandbox', () => {
    expect(plan({ connectionId: 'conn_1' }).candidates[0]).toMatchObject({ connection_id: 'conn_1' })
    expect(plan({ connectionId: 'conn_1', environment: 'test' }).candidates[0]).toMatchObject({ simulated: true })
    expect(plan({ connectionId: 'conn_1', environment: 'test' }).candidates[0]?.connection_id).toBeUndefined()
  })

  it.each<[string, Partial<RawPlanRequest>, RegExp | null]>([
    [
      'an excluded provider',
      { provider: { ...provider, status: 'excluded', reason: 'Its terms forbid it.' } },
      /cannot be called raw\. Its terms/,
    ],
    [
      'an excluded provider in the sandbox too',
      { provider: { ...provider, status: 'excluded', reason: 'Its terms forbid it.' }, environment: 'test' },
      /cannot be called raw/,
    ],
    [
      'an excluded provider with an own key too',
      { provider: { ...provider, status: 'excluded', reason: '' }, connectionId: 'conn_1' },
      /cannot be called raw/,
    ],
    ['an endpoint of the account without an own key', { endpoint: ownKey }, /your own key only.*It reads the account/],
    ['not an endpoint of the account with an own key', { endpoint: ownKey, connectionId: 'conn_1' }, null],
    [
      'not an endpoint of the account in the sandbox, which has no account',
      { endpoint: ownKey, environment: 'test' },
      null,
    ],
    ['a provider without an account', { unusable: 'no platform account' }, /no platform account/],
    [
      'not a provider without an account when the workspace has one',
      { unusable: 'no platform account', connectionId: 'conn_1' },
      null,
    ],
    [
      'not a provider without an account in the sandbox',
      { unusable: 'no platform account', environment: 'test' },
      null,
    ],
  ])('refuses %s', (_, request, message) => {
    const answer = planRaw(planRequest(request))
    if (message === null) return expect(answer.kind).toBe('plan')
    expect(answer).toMatchObject({
      kind: 'refused',
      error: { code: 'provider_not_available', message: expect.stringMatching(message) },
    })
  })
})

describe('a max_cost that the call may exceed', () => {
  it.each<[string, Partial<RawPlanRequest>, string]>([
    ['of a priced call', capped('0.00'), '0.0143'],
    ['below the estimate', capped('0.014299'), '0.0143'],
    ['of a hundred items', { endpoint: bulk, input: { people: 100 }, ...capped('1.42') }, '1.43'],
    ['of a call without rates', { endpoint: unpriced, ...capped('0') }, '1.00'],
    ['of two tasks', { endpoint: tasks, input: [{}, {}], ...capped('0.00') }, '0.0286'],
    ['of an actor below its own minimum', { endpoint: priced, ...capped('0.70') }, '0.715'],
    ['of an actor, whose cap would round to zero', { endpoint: actor, ...capped('0.0142') }, '0.0143'],
    [
      'of an actor without a price of its items, below a minute of the memory that the call names',
      { endpoint: actor, query: { memory: '32768' }, ...capped('0.15') },
      '0.152534',
    ],
  ])('is refused, with a max_cost that would suffice: %s', (_, request, fits) => {
    expect(planRaw(planRequest(request))).toMatchObject({
      kind: 'refused',
      error: { code: 'cost_limit_exceeded', controls: ['max_cost'], fits_with_max_cost: fits },
    })
  })
})

describe('how a raw run ends', () => {
  const ends = (request: Partial<RawPlanRequest>, answer: Partial<AttemptAnswer>): Decision => {
    const next = step(beginWaterfall(plan(request)), {
      kind: 'answered',
      answer: { provider: 'sample', outcome: 'succeeded', units: 1, ...answer },
    })
    if (next.kind !== 'settle') throw new Error('a raw run has one attempt')
    return next.decision
  }

  it.each<[string, Partial<RawPlanRequest>, Partial<AttemptAnswer>, string]>([
    ['the measured cost at the platform rate', {}, { cost: '0.01' }, '0.0143'],
    ['the measured cost, rounded half up', { endpoint: unpriced }, { cost: '0.00005' }, '0.000072'],
    ['the estimate without a measured cost', {}, {}, '0.0143'],
    ['zero without a measured cost and without rates', { endpoint: unpriced }, {}, '0.00'],
    ['zero for a measured cost of zero', {}, { cost: '0.00' }, '0.00'],
    ['no more than the hold', {}, { cost: '1.00' }, '0.02145'],
    ['no more than max_cost', { endpoint: unpriced, ...capped('0.03') }, { cost: '1.00' }, '0.03'],
    ['the estimate of every item of a bulk call', { endpoint: bulk, input: { people: [{}, {}] } }, {}, '0.0286'],
    ['the estimate of every task', { endpoint: tasks, input: [{}, {}] }, {}, '0.0286'],
    ['zero for federal data, with any measured cost', { endpoint: federal }, { cost: '1.00' }, '0.00'],
    ['zero on an own key, with any measured cost', { connectionId: 'conn_1' }, { cost: '1.00' }, '0.00'],
    [
      'zero for an actor on an own key',
      { endpoint: actor, connectionId: 'conn_1' },
      { cost: '1.00', rate_card: '2.00' },
      '0.00',
    ],
    ['of an actor what is reported', { endpoint: actor }, { cost: '0.02', rate_card: '0.01' }, '0.0286'],
    [
      'of an actor the rate card where that is more',
      { endpoint: actor },
      { cost: '0.01', rate_card: '0.02' },
      '0.0286',
    ],
    ['of an actor the rate card before a report', { endpoint: actor }, { rate_card: '0.02' }, '0.0286'],
    ['of an actor zero for now where both are unknown', { endpoint: actor }, {}, '0.00'],
    [
      'of an actor no more than max_cost',
      { endpoint: actor, ...capped('0.02') },
      { cost: '0.50', rate_card: '0.40' },
      '0.02',
    ],
  ])('a delivery costs %s', (_, request, answer, charge) => {
    expect(ends(request, answer)).toMatchObject({ status: 'succeeded', charge, attempt: 1 })
  })

  it.each(['no_match', 'provider_error', 'provider_timeout', 'rate_limited', 'rejected', 'unknown'] as const)(
    '%s costs zero, with any measured cost',
    (outcome) => {
      for (const request of [{}, { endpoint: actor }, { endpoint: unpriced }])
        expect(ends(request, { outcome, cost: '1.00', rate_card: '1.00' })).toMatchObject({
          attempt: null,
          charge: '0.00',
        })
    },
  )

  it('awaits a final bill only for a delivered actor whose hold is not zero', () => {
    expect(ends({ endpoint: actor }, {}).final_bill).toBe(true)
    for (const request of [{ endpoint: actor, connectionId: 'conn_1' }, {}, { endpoint: federal }])
      expect(ends(request, {}).final_bill).toBeUndefined()
    expect(ends({ endpoint: actor }, { outcome: 'no_match' }).final_bill).toBeUndefined()
  })
})
