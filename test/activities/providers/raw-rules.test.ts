import { describe, expect, it } from '@jest/globals'
import { loadCatalog } from '../../../activities/providers/catalogs/load.ts'
import { findManifest } from '../../../activities/providers/manifests.ts'
import { RAW_RULES } from '../../../activities/providers/raw-rules.ts'
import { findCatalogProvider } from '../../../domain/catalog/providers/catalog-providers.ts'
import { parseUsd } from '../../../domain/money/microdollars.ts'
import type { Json } from '../../../domain/json/json.ts'
import type { RawAnswer, RawReading } from '../../../domain/providers/raw-rules.ts'

const read = (provider: string, answer: Partial<RawAnswer>): RawReading | null | undefined =>
  RAW_RULES[provider]?.read?.({ status: 200, body: null, headers: {}, ...answer })

const tasks = (...codes: number[]): Json => ({
  status_code: 20000,
  cost: 0.0035,
  tasks: codes.map((status_code) => ({ status_code })),
})

const costly = (cost: Json, ...each: readonly (readonly [number, Json])[]): Json => ({
  status_code: 20000,
  cost,
  tasks: each.map(([status_code, one]) => ({ status_code, cost: one })),
})

const MISS = { kind: 'noMatch' } as const
const REJECTED = { kind: 'failed', outcome: 'rejected' } as const
const LIMITED = { kind: 'failed', outcome: 'rate_limited' } as const
const BROKEN = { kind: 'failed', outcome: 'provider_error' } as const
const EXHAUSTED = { ...BROKEN, accountExhausted: true } as const
const paid = (usd: string) => ({ kind: 'delivered', cost: { kind: 'amount', amount: parseUsd(usd) } }) as const
const COST_ABSENT = { kind: 'delivered', cost: { kind: 'absent' } } as const
const COST_UNREADABLE = { kind: 'delivered', cost: { kind: 'unreadable' } } as const

const CASES: readonly (readonly [string, string, Partial<RawAnswer>, object | null])[] = [
  [
    'openfda',
    'takes its NOT_FOUND for a miss',
    { status: 404, body: { error: { code: 'NOT_FOUND', message: 'No matches found!' } } },
    MISS,
  ],
  ['openfda', 'takes a 404 of its gateway for what it is', { status: 404 }, null],
  [
    'openfda',
    'leaves its other errors to their status',
    { status: 429, body: { error: { code: 'OVER_RATE_LIMIT' } } },
    null,
  ],
  [
    'nppes',
    'finds the refusal inside a 200',
    { body: { Errors: [{ description: 'No valid search criteria', field: 'number', number: '08' }] } },
    { ...REJECTED, detail: 'HTTP 200: the registry refused the query (error 08)' },
  ],
  [
    'nppes',
    'quotes no text of a refusal',
    { body: { Errors: [{ number: 'Robin Sample' }] } },
    { ...REJECTED, detail: 'HTTP 200: the registry refused the query (error without a number)' },
  ],
  ['nppes', 'leaves an answer without errors alone', { body: { result_count: 0, results: [] } }, null],
  ['clinicaltrials', 'takes a missing study for a miss', { status: 404, body: null }, MISS],
  ['clinicaltrials', 'leaves a refused parameter to its status', { status: 400 }, null],
  ['census', 'takes an answer without content for a miss', { status: 204 }, MISS],
  ['census', 'leaves rows alone', { body: [['NAME'], ['Sample County']] }, null],
  [
    'usaspending',
    'takes a missing record for a miss',
    { status: 404, body: { detail: 'Agency with a toptier code of 999 does not exist' } },
    MISS,
  ],
  ['usaspending', 'takes a page of a proxy for what it is', { status: 404, body: null }, null],
  [
    'federal-register',
    'takes a missing document for a miss',
    { status: 404, body: { status: 404, message: 'Record Not Found' } },
    MISS,
  ],
  ['sec', 'takes 403 for the rate limit', { status: 403 }, LIMITED],
  ['sec', 'takes 404 for a miss', { status: 404 }, MISS],
  ['sec', 'leaves a delivery alone', { body: { cik: '1' } }, null],

  ['dataforseo', 'reads the cost of a delivery', { body: tasks(20000) }, paid('0.0035')],
  ['dataforseo', 'delivers when any task did', { body: tasks(40501, 20000, 40202) }, paid('0.0035')],
  ['dataforseo', 'delivers a task that was created', { body: tasks(20100) }, paid('0.0035')],
  [
    'dataforseo',
    'reports no cost by null',
    { body: { status_code: 20000, cost: null, tasks: [{ status_code: 20000 }] } },
    COST_ABSENT,
  ],
  [
    'dataforseo',
    'finds a cost that is no amount',
    { body: { status_code: 20000, cost: {}, tasks: [{ status_code: 20000 }] } },
    COST_UNREADABLE,
  ],
  [
    'dataforseo',
    'leaves out the cost of a failed task that is billed',
    { body: costly(0.004, [20000, 0.002], [40101, 0.002]) },
    paid('0.002'),
  ],
  [
    'dataforseo',
    'leaves out the cost of a miss, which would be free alone',
    { body: costly(0.006, [40102, 0.002], [20000, 0.002], [40101, 0.002]) },
    paid('0.002'),
  ],
  [
    'dataforseo',
    'rounds only the difference',
    { body: costly(0.0000022, [20000, 0.000001], [40101, 0.0000006], [40101, 0.0000006]) },
    paid('0.000001'),
  ],
  [
    'dataforseo',
    'leaves out no cost that cannot be read',
    { body: costly(0.004, [20000, 0.002], [40101, {}], [40101, null]) },
    paid('0.004'),
  ],
  ['dataforseo', 'never pays less than nothing', { body: costly(0.001, [20000, 0], [40101, 0.002]) }, paid('0.00')],
  ['dataforseo', 'takes no search results for a miss', { body: tasks(40102) }, MISS],
  ['dataforseo', 'takes a miss next to a failure for a miss', { body: tasks(40101, 40102) }, MISS],
  [
    'dataforseo',
    'fails on a search that failed, although it is billed',
    { body: tasks(40101) },
    { ...BROKEN, detail: 'HTTP 200 with status 40101' },
  ],
  ['dataforseo', 'finds the rate limit of a task', { body: tasks(40202) }, LIMITED],
  ['dataforseo', 'finds the rate limit of the entire answer', { body: { status_code: 40202, tasks: null } }, LIMITED],
  ['dataforseo', 'finds too many queries at once', { body: { status_code: 40209, tasks: [] } }, LIMITED],
  ['dataforseo', 'finds the cap of cost', { body: { status_code: 40203, tasks: null } }, EXHAUSTED],
  ['dataforseo', 'finds used-up funds', { body: tasks(40210) }, EXHAUSTED],
  ['dataforseo', 'puts the account before the input', { body: tasks(40501, 40203) }, EXHAUSTED],
  ['dataforseo', 'finds a refused field', { body: tasks(40501) }, REJECTED],
  ['dataforseo', 'takes a code of the fifties for its own fault', { body: tasks(50000) }, BROKEN],
  [
    'dataforseo',
    'does not take a part without a subscription for the account',
    { body: tasks(40204) },
    { kind: 'failed', outcome: 'provider_error', detail: 'HTTP 200 with status 40204' },
  ],
  ['dataforseo', 'fails on an answer without tasks', { body: { status_code: 20000, tasks: [] } }, BROKEN],
  ['dataforseo', 'fails on an answer that is no task array', { body: [] }, BROKEN],
  ['dataforseo', 'fails on a task without a code', { body: { status_code: 20000, tasks: [{}, null] } }, BROKEN],
  ['dataforseo', 'leaves other statuses alone', { status: 402, body: null }, null],

  ['peopledatalabs', 'takes 404 for a miss', { status: 404 }, MISS],
  [
    'peopledatalabs',
    'reads the credits of a person',
    { endpoint: 'GET /v5/person/enrich', headers: { 'x-call-credits-spent': '2' } },
    paid('0.70'),
  ],
  [
    'peopledatalabs',
    'reads the credits of an address at their price',
    { endpoint: 'GET /v5/ip/enrich', headers: { 'x-call-credits-spent': '2' } },
    paid('0.18'),
  ],
  [
    'peopledatalabs',
    'reads the credits of companies at their price',
    { endpoint: 'POST /v5/company/search', headers: { 'x-call-credits-spent': '3' } },
    paid('0.33'),
  ],
  [
    'peopledatalabs',
    'recognises that no credits are zero',
    { endpoint: 'GET /v5/company/enrich', headers: { 'x-call-credits-spent': '0' } },
    paid('0.00'),
  ],
  [
    'peopledatalabs',
    'does not price what it has no price for',
    { endpoint: 'GET /v5/skill/enrich', headers: { 'x-call-credits-spent': '1' } },
    COST_ABSENT,
  ],
  ['peopledatalabs', 'does not guess without the header', { endpoint: 'GET /v5/person/enrich' }, COST_ABSENT],
  [
    'peopledatalabs',
    'reads no number out of nonsense',
    { endpoint: 'GET /v5/person/enrich', headers: { 'x-call-credits-spent': '-1e9' } },
    COST_UNREADABLE,
  ],
  [
    'apollo',
    'finds used-up credits in a 422',
    { status: 422, body: { error: 'You have insufficient credits.' } },
    EXHAUSTED,
  ],
  ['apollo', 'leaves another 422 to its status', { status: 422, body: { error: 'Value too long' } }, null],
  [
    'apollo',
    'treats a match without a person as a miss',
    { endpoint: 'POST /people/match', body: { person: null } },
    MISS,
  ],
  [
    'apollo',
    'does not look for a person elsewhere',
    { endpoint: 'GET /organizations/enrich', body: { person: null } },
    null,
  ],
  [
    'apollo',
    'reads the credits of a bulk match',
    { endpoint: 'POST /people/bulk_match', body: { matches: [{}, {}], credits_consumed: 10 } },
    paid('0.10'),
  ],
  ['fullenrich', 'reads the credits of a search', { body: { people: [], metadata: { credits: 2.5 } } }, paid('0.145')],
  ['fullenrich', 'leaves an error to its status', { status: 400, body: { error: 'x' } }, null],
  ['hunter', 'takes 403 for the rate limit', { status: 403 }, LIMITED],
  ['hunter', 'takes 429 for the quota', { status: 429 }, EXHAUSTED],
  ['hunter', 'does not take an unfinished answer for a delivery', { status: 202, body: { meta: {} } }, BROKEN],
  [
    'hunter',
    'takes a search without an address for a miss',
    { endpoint: 'GET /email-finder', body: { data: { email: null, score: null } } },
    MISS,
  ],
  [
    'hunter',
    'leaves an address alone',
    { endpoint: 'GET /email-finder', body: { data: { email: 'robin.sample@example.com' } } },
    null,
  ],
  ['findymail', 'finds used-up credits inside a 200', { body: { error: 'Not enough credits' } }, EXHAUSTED],
  ['findymail', 'finds another error inside a 200', { body: { error: 'Something broke' } }, BROKEN],
  ['findymail', 'takes 404 for a miss', { status: 404, body: { message: 'Contact not found' } }, MISS],
  ['findymail', 'takes a page of a proxy for what it is', { status: 404 }, null],
  ['findymail', 'takes a contact that is null for a miss', { body: { contact: null } }, MISS],
  ['findymail', 'knows a paused subscription', { status: 423 }, EXHAUSTED],
  ['findymail', 'leaves a delivery alone', { body: { email: 'robin.sample@example.com', verified: false } }, null],
  [
    'leadmagic',
    'reads the credits, parts of one too',
    { body: { email_status: 'valid', credits_consumed: 0.25 } },
    paid('0.006'),
  ],
  ['leadmagic', 'knows that a miss takes none', { body: { email: null, credits_consumed: 0 } }, paid('0.00')],
  ['leadmagic', 'does not guess credits', { body: { email: null, credits_consumed: 'many' } }, COST_UNREADABLE],
  ['leadmagic', 'finds an error inside a 200', { body: { success: false, errors: [{ code: 'x' }] } }, BROKEN],
  ['leadmagic', 'takes 404 for a miss', { status: 404, body: { success: false } }, MISS],
  ['prospeo', 'takes NO_MATCH for a miss', { status: 400, body: { error: true, error_code: 'NO_MATCH' } }, MISS],
  [
    'prospeo',
    'finds used-up credits in a 400',
    { status: 400, body: { error: true, error_code: 'INSUFFICIENT_CREDITS' } },
    EXHAUSTED,
  ],
  [
    'prospeo',
    'finds its own fault in a 400',
    { status: 400, body: { error: true, error_code: 'INTERNAL_ERROR' } },
    BROKEN,
  ],
  [
    'prospeo',
    'leaves a refused input to its status',
    { status: 400, body: { error: true, error_code: 'INVALID_DATAPOINTS' } },
    null,
  ],
  ['prospeo', 'finds an error inside a 200', { body: { error: true } }, BROKEN],
  [
    'prospeo',
    'knows that a repeat is free',
    { body: { error: false, free_enrichment: true, person: {} } },
    paid('0.00'),
  ],
  [
    'thecompaniesapi',
    'takes a company that is not known for a miss',
    { status: 404, body: { messages: 'companyNotFound', status: 404 } },
    MISS,
  ],
  ['thecompaniesapi', 'takes a page of a proxy for what it is', { status: 404 }, null],
  ['thecompaniesapi', 'reads the cost of an answer', { body: { meta: { cost: 2, credits: 10 } } }, paid('0.0038')],
  [
    'thecompaniesapi',
    'reads the cost of the company of an address',
    { body: { company: { meta: { cost: 1 } }, email: {}, meta: { freeRequest: false } } },
    paid('0.0019'),
  ],
  [
    'wappalyzer',
    'reads the credits in a header',
    { body: [], headers: { 'wappalyzer-credits-spent': '5' } },
    paid('0.1125'),
  ],
  ['wappalyzer', 'does not guess credits', { body: [] }, COST_ABSENT],
  [
    'builtwith',
    'takes a domain that is not known for a miss',
    { body: { Errors: [{ Code: -10, Message: 'Domain not in our system.' }], Results: null } },
    MISS,
  ],
  [
    'builtwith',
    'finds used-up credits inside a 200',
    { body: { Errors: [{ Code: -3, Message: 'No API credits remaining.' }] } },
    EXHAUSTED,
  ],
  [
    'builtwith',
    'finds another error inside a 200',
    { body: { Errors: [{ Code: -1, Message: 'Something broke' }] } },
    BROKEN,
  ],
  ['builtwith', 'leaves a delivery alone', { body: { Results: [] } }, null],
  ['tavily', 'reads the credits', { body: { results: [], usage: { credits: 2 } } }, paid('0.016')],
  ['tavily', 'does not guess credits', { body: { results: [] } }, COST_ABSENT],
  ['tavily', "finds the plan's limit", { status: 432 }, EXHAUSTED],
  ['tavily', 'finds the pay-as-you-go limit', { status: 433 }, EXHAUSTED],
  ['serper', 'finds used-up credits', { status: 400, body: { message: 'Not enough credits' } }, EXHAUSTED],
  ['serper', 'leaves another 400 to its status', { status: 400, body: { message: 'Missing query parameter' } }, null],
  ['resend', 'finds the daily quota', { status: 429, body: { name: 'daily_quota_exceeded' } }, EXHAUSTED],
  ['resend', 'leaves the rate limit to its status', { status: 429, body: { name: 'rate_limit_exceeded' } }, null],
  [
    'agentmail',
    'takes a refused message for a fault of the caller',
    { status: 403, body: { code: 'message_rejected' } },
    REJECTED,
  ],
  ['agentmail', 'leaves a refused key to its status', { status: 403, body: { code: 'missing_permission' } }, null],
]

describe('the reading of a raw answer', () => {
  it.each(CASES)('%s %s', (provider, _what, answer, expected) => {
    const reading = read(provider, answer)
    if (expected === null) expect(reading).toBeNull()
    else expect(reading).toMatchObject(expected)
    if (reading?.kind === 'failed')
      expect(reading.accountExhausted === true).toBe('accountExhausted' in (expected ?? {}))
  })

  it.each(Object.keys(RAW_RULES))('%s reads any body without throwing', (provider) => {
    const bodies: readonly Json[] = [
      null,
      'text',
      42,
      true,
      [],
      [null],
      {},
      { data: [] },
      { tasks: 'x', status_code: 20000 },
      { Errors: {} },
      { error: [] },
    ]
    for (const body of bodies)
      for (const status of [200, 400, 403, 404, 422, 429, 500]) read(provider, { status, body })
  })
})

describe('the raw rules', () => {
  it('set members in bodies of endpoints that the catalog has', () => {
    const catalog = loadCatalog()
    const named = Object.entries(RAW_RULES).flatMap(([slug, { body }]) =>
      (body?.endpoints ?? []).map((endpoint) => [slug, endpoint] as const),
    )
    expect(named.length).toBeGreaterThan(0)
    expect(
      named.filter(([slug, endpoint]) => !/^[A-Z]+ \//.test(endpoint) || catalog.find(slug, endpoint) === undefined),
    ).toEqual([])
  })

  it('belong to providers that exist', () => {
    expect(
      Object.keys(RAW_RULES).filter(
        (slug) => findCatalogProvider(slug) === undefined && findManifest(slug) === undefined,
      ),
    ).toEqual([])
  })

  it('name a contact to the agency that requires one', () => {
    expect(RAW_RULES.sec?.contactHeaders?.('ops@example.com')).toEqual({
      'user-agent': 'routed-data-service ops@example.com',
    })
  })

  it('request JSON and the right API version', () => {
    expect([RAW_RULES.nppes?.query, RAW_RULES.vpic?.query, RAW_RULES.fdic?.query]).toEqual([
      { version: '2.1' },
      { format: 'json' },
      { format: 'json' },
    ])
  })
})
