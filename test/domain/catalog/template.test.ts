import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { catalogOf } from '../../../domain/catalog/catalog.ts'
import { loadCatalog } from '../../../activities/providers/catalogs/load.ts'
import { hiddenOwnKey, resolveEndpoint } from '../../../domain/catalog/resolve.ts'
import { fixedLength, matchTemplate, placeholdersOf } from '../../../domain/catalog/template.ts'
import { imported } from './build.ts'

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

  it('finds the values again that a template was filled with', () => {
    fc.assert(fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (a, b) => {
      fc.pre(a.isWellFormed() && b.isWellFormed())
      const template = '/x/{a}/y/{b}'
      expect(placeholdersOf(template)).toEqual(['a', 'b'])
      expect(matchTemplate(template, `/x/${encodeURIComponent(a)}/y/${encodeURIComponent(b)}`)).toEqual({ a, b })
    }))
  })

  it('the template with more fixed text is meant', () => {
    expect(fixedLength('/people/search')).toBeGreaterThan(fixedLength('/people/{id}'))
    const { provider, endpoints } = imported({ '/people/{id}': { get: {} }, '/people/{id}/jobs': { get: {} }, '/{any}/{id}': { get: {}, delete: {} }, '/people/search': { get: {} } })
    const catalog = catalogOf([{ provider, endpoints }])
    const found = (name: string) => { const one = resolveEndpoint(catalog, provider.slug, name)?.endpoint; return one && `${one.method} ${one.endpoint}` }
    expect(found('/people/search')).toBe('GET /people/search')
    expect(found('/people/7')).toBe('GET /people/{id}')
    expect(found('/people/7/jobs')).toBe('GET /people/{id}/jobs')
    expect(found('DELETE /people/7')).toBe('DELETE /{any}/{id}')
    expect(found('/people/7/jobs/3')).toBeUndefined()
    expect(found('/people/{other}')).toBeUndefined()
  })
})

describe('a path whose values make an own-key endpoint of it', () => {
  it.each(loadCatalog().providers.map(({ slug }) => [slug]))('is found for every open template of %s, also encoded and in other letters', (slug) => {
    const shipped = loadCatalog()
    const own = shipped.ofProvider(slug).filter(({ requires_byok }) => requires_byok)
    for (const open of shipped.ofProvider(slug).filter((one) => !one.requires_byok && placeholdersOf(one.endpoint).length > 0)) {
      for (const { endpoint, method } of own.filter((one) => one.method === open.method && placeholdersOf(one.endpoint).length === 0)) {
        if (matchTemplate(open.endpoint, endpoint) === null) continue
        const encoded = endpoint.replace(/[a-z](?=[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
        for (const path of [endpoint, endpoint.toUpperCase(), `${endpoint}/`, encoded]) expect([path, hiddenOwnKey(shipped, open, path)]).toEqual([path, expect.objectContaining({ endpoint, method })])
      }
      expect(hiddenOwnKey(shipped, open, open.endpoint)).toBeNull()
    }
  })

  it('is found where the catalog has one', () => {
    const shipped = loadCatalog()
    const open = shipped.find('thecompaniesapi', 'GET /v2/companies/{domain}')
    if (open === undefined) throw new Error('no such endpoint')
    expect(hiddenOwnKey(shipped, open, '/v2/companies/analytics')).toMatchObject({ requires_byok: true, endpoint: '/v2/companies/analytics' })
    expect(hiddenOwnKey(shipped, open, '/v2/companies/example.com')).toBeNull()
  })
})
