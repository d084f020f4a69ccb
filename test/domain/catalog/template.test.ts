import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { type Catalog, catalogOf } from '../../../domain/catalog/catalog.ts'
import type { CatalogEndpoint } from '../../../domain/catalog/endpoint.ts'
import { buildRequest } from '../../../domain/catalog/request.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { loadCatalog } from '../../../activities/providers/catalogs/load.ts'
import { hiddenOwnKey, resolveEndpoint } from '../../../domain/catalog/resolve.ts'
import { fixedLength, matchTemplate, placeholdersOf } from '../../../domain/catalog/template.ts'
import { imported } from './build.ts'
import { numRunsFor } from '../../support/seed.ts'

describe('a concrete path of a template', () => {
  it.each<[string, string, Readonly<Record<string, string>> | null]>([
    ['/studies/{nctId}', '/studies/NCT00000102', { nctId: 'NCT00000102' }],
    ['/submissions/CIK{cik}.json', '/submissions/CIK0000320193.json', { cik: '0000320193' }],
    ['/data/{year}/{dataset}', '/data/2024/acs', { year: '2024', dataset: 'acs' }],
    ['/files/{number}.{format}', '/files/7.xml', { number: '7', format: 'xml' }],
    ['/files/{+path}', '/files/a/b.txt', { path: 'a/b.txt' }],
    ['/people/{name}', '/people/Robin%20Sample', { name: 'Robin Sample' }],
    ['/pairs/{a}/{a}', '/pairs/1/1', { a: '1' }],
    ['/pairs/{a}/{a}', '/pairs/1/2', null],
    ['/studies/{nctId}', '/studies/', null],
    ['/studies/{nctId}', '/studies/a/b', null],
    ['/studies/{nctId}', '/other/a', null],
    ['/a.b/{c}', '/aXb/1', null],
    ['/studies/{nctId}', '/studies/%E0%A4%A', null],
    ['/search', '/search', {}],
  ])('%s and %s', (template, path, values) => {
    expect(matchTemplate(template, path)).toEqual(values)
  })

  it('returns the values that a template was filled with', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (a, b) => {
        fc.pre(a.isWellFormed() && b.isWellFormed())
        const template = '/x/{a}/y/{b}'
        expect(placeholdersOf(template)).toEqual(['a', 'b'])
        expect(matchTemplate(template, `/x/${encodeURIComponent(a)}/y/${encodeURIComponent(b)}`)).toEqual({ a, b })
      }),
    )
  })

  it('prefers the template with more fixed text', () => {
    expect(fixedLength('/people/search')).toBeGreaterThan(fixedLength('/people/{id}'))
    const { provider, endpoints } = imported({
      '/people/{id}': { get: {} },
      '/people/{id}/jobs': { get: {} },
      '/{any}/{id}': { get: {}, delete: {} },
      '/people/search': { get: {} },
    })
    const catalog = catalogOf([{ provider, endpoints }])
    const found = (name: string) => {
      const one = resolveEndpoint(catalog, provider.slug, name)?.endpoint
      return one && `${one.method} ${one.endpoint}`
    }
    expect(found('/people/search')).toBe('GET /people/search')
    expect(found('/people/7')).toBe('GET /people/{id}')
    expect(found('/people/7/jobs')).toBe('GET /people/{id}/jobs')
    expect(found('DELETE /people/7')).toBe('DELETE /{any}/{id}')
    expect(found('/people/7/jobs/3')).toBeUndefined()
    expect(found('/people/{other}')).toBeUndefined()
  })
})

describe('a path whose values lead to an endpoint that needs an own key', () => {
  it.each(loadCatalog().providers.map(({ slug }) => [slug]))(
    'is found for every open template of %s, also encoded and in other case',
    (slug) => {
      const shipped = loadCatalog()
      const own = shipped.ofProvider(slug).filter(({ requires_byok }) => requires_byok)
      for (const open of shipped
        .ofProvider(slug)
        .filter((one) => !one.requires_byok && placeholdersOf(one.endpoint).length > 0)) {
        for (const { endpoint, method } of own.filter(
          (one) => one.method === open.method && placeholdersOf(one.endpoint).length === 0,
        )) {
          if (matchTemplate(open.endpoint, endpoint) === null) continue
          const encoded = endpoint.replace(/[a-z](?=[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
          for (const path of [endpoint, endpoint.toUpperCase(), `${endpoint}/`, encoded])
            expect([path, hiddenOwnKey(shipped, open, path)]).toEqual([
              path,
              expect.objectContaining({ endpoint, method }),
            ])
        }
        expect(hiddenOwnKey(shipped, open, open.endpoint)).toBeNull()
      }
    },
  )

  /** Spellings that some server reads as the same path. Each takes the value, and returns another spelling of it. */
  const respelled = (value: string): fc.Arbitrary<string> => {
    const encodedOf = (text: string, chosen: readonly number[]): string =>
      [...text]
        .map((character, at) =>
          (chosen[at % chosen.length] ?? 0) > 0
            ? `%${'25'.repeat((chosen[at % chosen.length] ?? 1) - 1)}${character.charCodeAt(0).toString(16)}`
            : character,
        )
        .join('')
    const before = fc.constantFrom('', '', './', 'x/../', '/', '//', ' ', '.%2f', '%2e/', 'x/%2e%2e/', '\\', '\t')
    const after = fc.constantFrom(
      '',
      '',
      '/',
      '//',
      '/.',
      ';x=1',
      ';',
      '?',
      '?x=1',
      '#',
      '#x',
      '.json',
      '.JSON',
      '.xml',
      ' ',
      '.',
      '\u0000',
      '%00.png',
      '\n',
      '+',
      '/x/..',
      ';/..;/analytics',
      '%20',
      '\\',
    )
    const letters = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => text.toUpperCase(),
      (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`,
      (text) => text.replace('a', '\uff41'),
    )
    return fc
      .tuple(before, letters, fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 12 }), after)
      .map(
        ([start, change, chosen, end]) =>
          `${start}${encodedOf(change(value), change(value) === value.replace('a', '\uff41') ? [0] : chosen)}${end}`,
      )
  }

  /** What is refused: the value, or the endpoint that it would reach. null: the call is made. */
  function refusalOf(catalog: Catalog, open: CatalogEndpoint, path: JsonObject): string | null {
    const built = buildRequest(open, { path })
    if (!built.ok) return built.faults.map(({ at }) => at).join()
    const hidden = hiddenOwnKey(catalog, open, built.path)
    return hidden === 'unreadable' ? hidden : (hidden?.endpoint ?? null)
  }

  const catalog = loadCatalog()
  const pairs = catalog.providers.flatMap(({ slug }) => {
    const all = catalog.ofProvider(slug)
    return all
      .filter((open) => !open.requires_byok && placeholdersOf(open.endpoint).length === 1)
      .flatMap((open) =>
        all.flatMap((own) => {
          const values =
            own.requires_byok && own.method === open.method && placeholdersOf(own.endpoint).length === 0
              ? matchTemplate(open.endpoint, own.endpoint)
              : null
          return values === null ? [] : [{ name: `${slug} ${own.method} ${own.endpoint}`, open, values }]
        }),
      )
  })

  it.each(pairs)('$name is reached by no spelling of a value', ({ open, values }) => {
    const [[name, literal] = ['', '']] = Object.entries(values)
    fc.assert(
      fc.property(respelled(literal), (value) => {
        expect([value, refusalOf(catalog, open, { [name]: value })]).not.toEqual([value, null])
      }),
      { numRuns: numRunsFor(2_000) },
    )
  })

  it.each([
    'analytics',
    'ANALYTICS',
    'analytics/',
    './analytics',
    'x/../analytics',
    'analytics;x=1',
    'analytics.json',
    'analytics?',
    '%61nalytics',
    '%2561nalytics',
    'analytics%3bx',
    'analytics%23',
    'analytics.xml.json',
    'analytics.geojson',
    'an\u200balytics',
    'an\u00adalytics',
    'ana\ufe0flytics',
    'ana\u034flytics',
    'analytics.',
    ' analytics',
    'analytics%20',
    'analytics.json;x',
    '\uff41nalytics',
    'analytics#',
  ])('is found in the value %j, also in pairs of two placeholders', (value) => {
    const { provider, endpoints } = imported({
      '/c/{domain}': { get: {} },
      '/c/{domain}/{part}': { get: {} },
      '/c/analytics': { get: {} },
      '/c/{domain}/analytics': { get: {} },
    })
    const marked = endpoints.map((one) => ({ ...one, requires_byok: one.endpoint.endsWith('analytics') }))
    const sample = catalogOf([{ provider, endpoints: marked }])
    const find = (endpoint: string): CatalogEndpoint => {
      const found = sample.find(provider.slug, endpoint)
      if (found === undefined) throw new Error(`there is no ${endpoint}`)
      return found
    }
    expect(refusalOf(sample, find('/c/{domain}'), { domain: value })).not.toBeNull()
    for (const domain of ['example.com', 'a%zz', '100%'])
      expect(refusalOf(sample, find('/c/{domain}/{part}'), { domain, part: value })).not.toBeNull()
    for (const open of ['analytics.com', 'analytics.io', 'myanalytics', 'analytics-2', 'analytics%25', 'example.com'])
      expect(refusalOf(sample, find('/c/{domain}'), { domain: open })).toBeNull()
  })

  it('is found where the catalog has one', () => {
    expect(pairs.length).toBeGreaterThan(0)
    const shipped = loadCatalog()
    const open = shipped.find('thecompaniesapi', 'GET /v2/companies/{domain}')
    if (open === undefined) throw new Error('no such endpoint')
    expect(hiddenOwnKey(shipped, open, '/v2/companies/analytics')).toMatchObject({
      requires_byok: true,
      endpoint: '/v2/companies/analytics',
    })
    expect(hiddenOwnKey(shipped, open, '/v2/companies/example.com')).toBeNull()
  })

  it('is refused when it has more layers of encoding than are decoded', () => {
    const shipped = loadCatalog()
    const open = shipped.find('thecompaniesapi', 'GET /v2/companies/{domain}')
    if (open === undefined) throw new Error('no such endpoint')
    const encoded = (layers: number): string => `/v2/companies/%${'25'.repeat(layers - 1)}61nalytics`
    for (const layers of [1, 9])
      expect([layers, hiddenOwnKey(shipped, open, encoded(layers))]).toEqual([
        layers,
        expect.objectContaining({ endpoint: '/v2/companies/analytics' }),
      ])
    for (const layers of [10, 11, 50])
      expect([layers, hiddenOwnKey(shipped, open, encoded(layers))]).toEqual([layers, 'unreadable'])
  })
})
