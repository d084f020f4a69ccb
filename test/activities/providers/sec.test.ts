import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createProviderHttp } from '../../../activities/providers/http.ts'
import { createSecAdapter } from '../../../activities/providers/sec/adapter.ts'
import { secManifest } from '../../../activities/providers/sec/manifest.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { fixture } from '../../fixtures/load.ts'
import { startSimulator, type Reply, type Simulator } from '../../support/http-simulator.ts'
import { adapterContract } from './contract-kit.ts'

adapterContract({
  manifest: secManifest,
  capability: 'company.filings',
  input: { cik: '9990001' },
  create: ({ http, baseUrl }) => createSecAdapter({ http, baseUrl, contact: 'ops@example.com' }),
  success: fixture('sec/submissions'),
  misses: {
    'a company without filings': { json: { cik: '9990001', name: 'Sample', filings: { recent: { form: [] } } } },
    'a number that no company has': { status: 404, text: 'NoSuchKey', headers: { 'content-type': 'application/xml' } },
  },
  unusable: {
    'an answer that is no company': { json: { message: 'Something broke' } },
    'an answer that is null': { json: null },
  },
  // No account can be refused, and a missing company is an answer: see the misses.
  statuses: { 403: { outcome: 'rate_limited', retryAfterMs: 3_000 }, 404: { kind: 'noMatch' } },
})

describe('sec over HTTP', () => {
  const http = createProviderHttp()
  let simulator: Simulator
  beforeAll(async () => {
    simulator = await startSimulator()
  })
  afterEach(() => simulator.reset())
  afterAll(async () => {
    await http.close()
    await simulator.close()
  })

  const filings = (input: JsonObject) => {
    simulator.scriptPath('/files/company_tickers.json', fixture('sec/tickers'))
    simulator.scriptPath('/submissions/CIK0009990001.json', fixture('sec/submissions'))
    return createSecAdapter({ http, baseUrl: simulator.url, contact: 'ops@example.com' }).attempt({
      capability: 'company.filings',
      input,
      idempotencyKey: 'k',
      deadlineMs: 2_000,
      signal: new AbortController().signal,
    })
  }

  it.each([
    ['number', { cik: '9990001' }],
    ['ticker, whatever its dot or case', { ticker: 'smpl.a' }],
    ['registered name, without its legal form', { name: 'SAMPLE HOLDINGS' }],
  ])('finds a company by its %s', async (_name, input) => {
    expect(await filings(input)).toMatchObject({
      kind: 'delivered',
      output: {
        cik: '0009990001',
        name: 'Sample Holdings, Inc.',
        filings: [
          {
            form: '10-Q',
            filed_at: '2026-05-05',
            period: '2026-03-31',
            accession_number: '0009990001-26-000003',
            url: 'https://www.sec.gov/Archives/edgar/data/9990001/000999000126000003/q1.htm',
          },
          { form: '8-K', period: null },
          { form: '10-K' },
        ],
      },
    })
  })

  it('keeps to the requested form and limit', async () => {
    expect(await filings({ cik: '9990001', form: '10-k' })).toMatchObject({ output: { filings: [{ form: '10-K' }] } })
    expect(await filings({ cik: '9990001', limit: 1 })).toMatchObject({ output: { filings: [{ form: '10-Q' }] } })
    expect(await filings({ cik: '9990001', form: 'S-1' })).toMatchObject({ kind: 'noMatch' })
  })

  it('misses an unlisted ticker or name', async () => {
    expect(await filings({ ticker: 'NONE' })).toMatchObject({ kind: 'noMatch' })
    expect(await filings({ name: 'Inc.' })).toMatchObject({ kind: 'noMatch' })
  })

  const older = (replies: Record<string, Reply>) => {
    const recent = {
      form: ['10-Q'],
      filingDate: ['2026-05-05'],
      accessionNumber: ['0009990001-26-000003'],
      primaryDocument: ['q1.htm'],
    }
    const files = [{ name: 'CIK0009990001-submissions-001.json', filingCount: 1 }, { name: '../elsewhere.json' }]
    simulator.scriptPath('/submissions/CIK0009990001.json', {
      json: { name: 'Sample Holdings, Inc.', filings: { recent, files } },
    })
    for (const [path, reply] of Object.entries(replies)) simulator.scriptPath(path, reply)
    return (input: JsonObject) =>
      createSecAdapter({ http, baseUrl: simulator.url, contact: 'ops@example.com' }).attempt({
        capability: 'company.filings',
        input: { cik: '9990001', ...input },
        idempotencyKey: 'k',
        deadlineMs: 2_000,
        signal: new AbortController().signal,
      })
  }
  const OLDER = '/submissions/CIK0009990001-submissions-001.json'

  it('reads older files while the recent ones are too few, and no other path', async () => {
    const request = older({ [OLDER]: fixture('sec/older') })
    expect(await request({ form: 'S-1' })).toMatchObject({
      kind: 'delivered',
      output: { name: 'Sample Holdings, Inc.', filings: [{ form: 'S-1', filed_at: '2009-02-03' }] },
    })
    expect(await request({ form: '10-Q', limit: 1 })).toMatchObject({
      output: { filings: [{ filed_at: '2026-05-05' }] },
    })
    expect(simulator.calls.map(({ path }) => path)).toEqual([
      '/submissions/CIK0009990001.json',
      OLDER,
      '/submissions/CIK0009990001.json',
    ])
  })

  it('keeps what it found when an older file fails, and fails when it found nothing', async () => {
    const request = older({ [OLDER]: { status: 500, json: null } })
    expect(await request({})).toMatchObject({ kind: 'delivered', output: { filings: [{ form: '10-Q' }] } })
    expect(await request({ form: 'S-1' })).toMatchObject({ kind: 'failed', outcome: 'provider_error' })
  })

  it('reads the list of companies once an hour, and never keeps a bad one', async () => {
    let now = 0
    const adapter = createSecAdapter({ http, baseUrl: simulator.url, contact: 'ops@example.com', now: () => now })
    const request = () =>
      adapter.attempt({
        capability: 'company.filings',
        input: { ticker: 'SMPL-A' },
        idempotencyKey: 'k',
        deadlineMs: 2_000,
        signal: new AbortController().signal,
      })
    const reads = () => simulator.calls.filter(({ path }) => path === '/files/company_tickers.json').length
    simulator.scriptPath('/submissions/CIK0009990001.json', fixture('sec/submissions'))
    simulator.scriptPath(
      '/files/company_tickers.json',
      { status: 403, json: null },
      { json: [] },
      fixture('sec/tickers'),
    )
    expect((await request()).kind).toBe('failed')
    expect((await request()).kind).toBe('failed')
    expect([(await request()).kind, (await request()).kind, reads()]).toEqual(['delivered', 'delivered', 3])
    now += 60 * 60 * 1000
    expect([(await request()).kind, reads()]).toEqual(['delivered', 4])
  })

  it('names a contact to the agency', async () => {
    await filings({ cik: '1' })
    expect(simulator.calls[0]?.headers['user-agent']).toBe('routed-data-service ops@example.com')
  })
})
