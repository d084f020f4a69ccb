import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CATALOG_FOLDER } from '../../activities/providers/catalogs/load.ts'
import { compare } from '../../domain/catalog/compare.ts'
import { importDocument, type Imported } from '../../domain/catalog/import-document.ts'
import { findCatalogProvider } from '../../domain/catalog/providers/catalog-providers.ts'
import { toStored } from '../../domain/catalog/stored.ts'
import { runImport } from '../../dev/catalog-import/run-import.ts'
import { CATALOGS, readDocument, slugOf } from './documents.ts'
import { SHIPPED } from './shipped.ts'

/** Operations by file, as the page next to them counts them. */
const OPERATIONS: Readonly<Record<string, number>> = {
  'dataforseo/serp.yml': 181,
  'dataforseo/keywords-data.yml': 70,
  'dataforseo/business-data.yml': 55,
  'dataforseo/labs.yml': 47,
  'dataforseo/ai-optimization.yml': 44,
  'dataforseo/app-data.yml': 42,
  'dataforseo/merchant.yml': 32,
  'dataforseo/on-page.yml': 30,
  'dataforseo/backlinks.yml': 24,
  'dataforseo/domain-analytics.yml': 14,
  'dataforseo/content-analysis.yml': 11,
  'dataforseo/appendix.yml': 4,
  'apify.json': 231,
  'resend.json': 104,
  'agentmail.json': 62,
  'apollo.json': 80,
  'peopledatalabs.json': 21,
  'hunter/discover.yml': 1,
  'hunter/domain-search.yml': 1,
  'hunter/email-count.yml': 1,
  'hunter/email-finder.yml': 1,
  'hunter/email-verifier.yml': 1,
  'hunter/enrichment.yml': 3,
  'hunter/leads.yml': 6,
  'hunter/account.yml': 1,
  'fullenrich.yml': 10,
  'builtwith/rest.json': 29,
  'builtwith/x402.json': 14,
  'builtwith/stripe-topup.json': 3,
  'serper.yml': 10,
  'tavily.json': 9,
  'crunchbase.yaml': 57,
  'orthogonal.json': 795,
  'openfda.yml': 22,
  'usaspending.yml': 14,
  'sec-edgar.yml': 5,
  'clinicaltrials.yaml': 9,
  'fdic.json': 8,
  'fred/fred.yml': 31,
  'fred/geofred.yml': 4,
  'nppes.json': 1,
  'nhtsa-vpic.yml': 9,
  'census.yaml': 26,
  'fec/openapi3.yaml': 90,
  'fec/swagger2.yaml': 95,
}
/** HEAD has no body, so a raw run has nothing to deliver. */
const SKIPPED: Readonly<Record<string, number>> = { 'apify.json': 2 }

const imports = new Map<string, Imported & { readonly parsedWith: readonly string[] }>()
const of = (file: string) => {
  const imported = imports.get(file)
  if (imported === undefined) throw new Error(`${file} was not imported`)
  return imported
}
const find = (file: string, method: string, path: string) => {
  const found = of(file).endpoints.find((one) => one.method === method && one.endpoint === path)
  if (found === undefined) throw new Error(`${file} has no ${method} ${path}`)
  return found
}

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'catalog-'))
  for (const file of Object.keys(OPERATIONS)) {
    const { value, warnings } = readDocument(file)
    imports.set(file, {
      ...importDocument(value, { provider: findCatalogProvider(slugOf(file)) ?? slugOf(file) }),
      parsedWith: warnings,
    })
  }
})

afterAll(() => rmSync(folder, { recursive: true }))

describe('every document', () => {
  it('is tested', () => {
    const files = readdirSync(CATALOGS, { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.(?:json|ya?ml)$/.test(name) && statSync(join(CATALOGS, name)).isFile(),
    )
    expect(files.toSorted()).toEqual(Object.keys(OPERATIONS).toSorted())
  })

  it.each(Object.entries(OPERATIONS))('%s: all %i operations end as endpoints or with a reason', (file, operations) => {
    const { endpoints, skipped } = of(file)
    expect({ total: endpoints.length + skipped.length, skipped: skipped.length }).toEqual({
      total: operations,
      skipped: SKIPPED[file] ?? 0,
    })
    expect(skipped.filter(({ reason }) => reason.length < 10)).toEqual([])
    expect(new Set(endpoints.map(({ method, endpoint }) => `${method} ${endpoint}`)).size).toBe(endpoints.length)
  })

  it('leaves no reference unresolved', () => {
    expect(
      [...imports.values()].flatMap(({ warnings }) => warnings.filter((warning) => warning.includes('leads nowhere'))),
    ).toEqual([])
  })
})

describe('the traps of the README', () => {
  it.each([
    ['fec/openapi3.yaml', 'GET', '/candidates/search/', 'https://api.open.fec.gov/v1'],
    ['fec/swagger2.yaml', 'GET', '/candidates/search/', 'https://api.open.fec.gov/v1'],
    ['fdic.json', 'GET', '/institutions', 'https://api.fdic.gov/banks'],
    ['agentmail.json', 'GET', '/v0/inboxes', 'https://api.agentmail.to'],
    ['builtwith/rest.json', 'GET', '/v1/billing/api-discovery', 'https://payments.builtwith.com'],
    ['builtwith/rest.json', 'GET', '/v22/api.json', 'https://api.builtwith.com'],
    ['sec-edgar.yml', 'GET', '/LATEST/search-index', 'https://efts.sec.gov'],
    ['sec-edgar.yml', 'GET', '/submissions/CIK{cik}.json', 'https://data.sec.gov'],
    ['tavily.json', 'POST', '/search', 'https://api.tavily.com'],
    ['census.yaml', 'GET', '/data.json', 'https://api.census.gov'],
    ['dataforseo/serp.yml', 'POST', '/v3/serp/google/organic/task_post', 'https://api.dataforseo.com'],
  ])('servers: %s %s %s is at %s', (file, method, path, baseUrl) => {
    expect(find(file, method, path).baseUrl).toBe(baseUrl)
  })

  it('credentials are not parameters, declared as schemes or not', () => {
    const names = [
      'fdic.json',
      'fec/openapi3.yaml',
      'fec/swagger2.yaml',
      'fred/fred.yml',
      'openfda.yml',
      'apify.json',
      'builtwith/rest.json',
      ...Object.keys(OPERATIONS).filter((file) => file.startsWith('hunter/')),
    ].flatMap((file) => of(file).endpoints.flatMap(({ queryParams }) => Object.keys(queryParams.properties)))
    expect(names.filter((name) => ['api_key', 'token', 'KEY'].includes(name))).toEqual([])
  })

  it('every body of DataForSEO is an array of tasks with described members', () => {
    const bodies = Object.keys(OPERATIONS)
      .filter((file) => file.startsWith('dataforseo/'))
      .flatMap((file) => of(file).endpoints)
      .filter(({ body }) => body !== null)
    expect(bodies).toHaveLength(258)
    expect(
      bodies
        .filter(({ bodyType, body }) => bodyType !== 'task' || body?.type !== 'array')
        .map(({ endpoint }) => endpoint),
    ).toEqual([])
    expect(find('dataforseo/serp.yml', 'POST', '/v3/serp/google/organic/task_post').body?.properties).toMatchObject({
      keyword: { type: 'string' },
      location_code: { type: 'integer' },
    })
  })

  it.each([
    ['apify.json', 'POST', '/v2/actors/{actorId}/runs', { bodyType: 'actor_input' }],
    ['apify.json', 'DELETE', '/v2/request-queues/{queueId}/requests/batch', { body: { type: 'array' } }],
    ['resend.json', 'POST', '/emails/batch', { bodyType: 'json', body: { type: 'array' } }],
    ['peopledatalabs.json', 'POST', '/v5/person/search', { body: { properties: { query: {}, sql: {} } } }],
    ['apollo.json', 'POST', '/contacts/bulk_update', { body: { type: 'object' } }],
    ['serper.yml', 'POST', '/maps', { body: { properties: { q: { type: 'string' } } } }],
    [
      'peopledatalabs.json',
      'POST',
      '/v5/person/retrieve/bulk',
      { body: { type: 'object', properties: { requests: { type: 'array' } } } },
    ],
    ['nhtsa-vpic.yml', 'POST', '/vehicles/DecodeVINValuesBatch/', { body: { encoding: 'form' } }],
  ])('bodies: %s %s %s', (file, method, path, expected) => {
    expect(find(file, method, path)).toMatchObject(expected)
  })

  it('one body of Resend is multipart', () => {
    expect(of('resend.json').endpoints.filter(({ body }) => body?.encoding === 'multipart')).toHaveLength(1)
  })

  it.each([
    ['census.yaml', 'GET', '/data/{year}/{dataset}', { pathParams: { properties: { dataset: { slashes: true } } } }],
    [
      'clinicaltrials.yaml',
      'GET',
      '/studies',
      { queryParams: { properties: { 'query.cond': { type: 'string' }, fields: { style: 'pipe' } } } },
    ],
    ['apollo.json', 'POST', '/mixed_people/api_search', { queryParams: { properties: { 'person_titles[]': {} } } }],
    [
      'fec/swagger2.yaml',
      'GET',
      '/committee/{committee_id}/schedules/schedule_a/by_state/',
      { pathParams: { required: ['committee_id'] }, queryParams: { properties: { committee_id: {} } } },
    ],
    [
      'apify.json',
      'PUT',
      '/v2/actors/{actorId}/versions/{versionNumber}',
      { pathParams: { required: ['actorId', 'versionNumber'] }, body: { properties: { versionNumber: {} } } },
    ],
    [
      'orthogonal.json',
      'GET',
      '/fullenrich/contact/enrich/bulk/{enrichment_id}',
      { pathParams: { required: ['enrichment_id'] } },
    ],
    ['agentmail.json', 'GET', '/v0/inboxes', { queryParams: { properties: { limit: { type: 'integer' } } } }],
  ])('parameters: %s %s %s', (file, method, path, expected) => {
    expect(find(file, method, path)).toMatchObject(expected)
  })

  it('two templates of one shape are both there, with a note', () => {
    expect(of('apollo.json').warnings).toContain(
      '/accounts/{account_id} and /accounts/{id} are one shape under two names: both are kept',
    )
    expect(of('orthogonal.json').warnings.filter((warning) => warning.includes('one shape'))).toHaveLength(4)
  })

  it('webhooks have a note', () => {
    expect(of('resend.json').warnings).toContain('17 webhooks are what the provider calls: no endpoints')
  })

  it('the Census document is read although its quoting is broken, with a warning for each place', () => {
    expect(of('census.yaml').parsedWith.map((warning) => /^line (\d+)/.exec(warning)?.[1])).toEqual(['250', '385'])
  })

  it('no title is empty or made of a missing operation id', () => {
    expect(
      [...imports.values()]
        .flatMap(({ endpoints }) => endpoints)
        .filter(({ title }) => title.length < 3 || /undefined|null/.test(title)),
    ).toEqual([])
  })

  it('prices: numbers and strings are read, varying ones are not', () => {
    const priced = of('orthogonal.json').endpoints.filter(({ price }) => price !== null)
    expect(priced).toHaveLength(566)
    expect(priced.filter(({ price }) => Number(price) === 0)).toHaveLength(8)
    expect(priced.some(({ price }) => price === '0.00125')).toBe(true)
    expect(of('builtwith/x402.json').endpoints.map(({ price }) => price)).toContain('0.0495')
  })
})

describe('the shipped catalog', () => {
  it.each(SHIPPED)('has for %s what the importer makes of these documents now', async (slug, files) => {
    const report = await runImport({
      slug,
      places: files.map((file) => join(CATALOGS, file)),
      folder,
      base: null,
      prose: 'drop',
    })
    expect(report.collisions).toEqual([])
    expect(readFileSync(join(folder, `${slug}.json`), 'utf8')).toBe(
      readFileSync(join(CATALOG_FOLDER, `${slug}.json`), 'utf8'),
    )
  })

  it('shares no sentence with the documents', () => {
    const shipped =
      readFileSync(join(CATALOG_FOLDER, 'apollo.json'), 'utf8') +
      readFileSync(join(CATALOG_FOLDER, 'resend.json'), 'utf8')
    const sentences = ['apollo.json', 'resend.json'].flatMap((file) =>
      [
        ...readFileSync(join(CATALOGS, file), 'utf8').matchAll(/"(?:description|summary)": "((?:[^"\\]|\\.){40,80})/g),
      ].map((match) => match[1] ?? ''),
    )
    expect(sentences.length).toBeGreaterThan(100)
    expect(sentences.filter((sentence) => shipped.includes(sentence))).toEqual([])
  })
})

describe('a new version of a document', () => {
  it('shows what FEC added, changed and removed between Swagger 2.0 and OpenAPI 3.0', () => {
    const [older, newer] = ['fec/swagger2.yaml', 'fec/openapi3.yaml'].map((file) =>
      of(file).endpoints.map((one) => toStored(one, of(file).provider)),
    )
    const result = compare(older ?? [], newer ?? [], new Set([of('fec/openapi3.yaml').source]))
    expect(result.endpoints).toHaveLength(90)
    expect(result.unchanged + result.changed.length + result.added.length).toBe(90)
    expect(result.removed.length - result.added.length).toBe(5)
  })
})
