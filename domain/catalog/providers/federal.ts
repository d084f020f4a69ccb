import type { Auth, CatalogProvider } from './provider.ts'

const FREE = { model: 'free', note: 'Public federal data: settles at 0.' } as const

interface FederalProvider {
  readonly slug: string
  readonly title: string
  readonly baseUrl: string
  readonly auth: Auth
  readonly slashes?: readonly string[]
  readonly sources: readonly string[]
}

/** The facts that all of them share: the API is public, stores nothing for its callers, and is free. */
const federal = (facts: FederalProvider): CatalogProvider => ({
  kind: 'public_data',
  status: needsKey(facts.auth) ? 'ready' : 'live',
  reason: null,
  bodies: 'json',
  free: true,
  tenancy: 'public',
  cost: FREE,
  ...facts,
})

/** Such a source waits for the platform's key; the others need none. */
const needsKey = (auth: Auth): boolean => auth.scheme === 'query' && auth.required

const keyInQuery = (name: string, required: boolean): Auth => ({ scheme: 'query', name, required })

export const FEDERAL_PROVIDERS: readonly CatalogProvider[] = [
  federal({
    slug: 'openfda',
    title: 'openFDA',
    baseUrl: 'https://api.fda.gov',
    auth: keyInQuery('api_key', false),
    sources: [
      'A: 240 calls a minute; an empty answer is 404 NOT_FOUND.',
      'B: OpenAPI transcription openfda.yml (paths, parameters; the key is optional).',
    ],
  }),
  federal({
    slug: 'usaspending',
    title: 'USAspending',
    baseUrl: 'https://api.usaspending.gov/api/v2',
    auth: { scheme: 'none' },
    sources: ['B: OpenAPI transcription usaspending.yml, a subset of the API.'],
  }),
  federal({
    slug: 'sec',
    title: 'SEC EDGAR',
    baseUrl: 'https://data.sec.gov',
    auth: { scheme: 'none' },
    sources: ['B: OpenAPI transcription sec-edgar.yml.', 'B: a contact in User-Agent; 10 calls a second.'],
  }),
  federal({
    slug: 'clinicaltrials',
    title: 'ClinicalTrials.gov',
    baseUrl: 'https://clinicaltrials.gov/api/v2',
    auth: { scheme: 'none' },
    sources: ['A: OpenAPI document of version 2.0.0-draft (2023), an older state.'],
  }),
  federal({
    slug: 'fdic',
    title: 'FDIC BankFind',
    baseUrl: 'https://api.fdic.gov/banks',
    auth: keyInQuery('api_key', false),
    sources: [
      'A: OpenAPI document; it names the path /banks and no host.',
      'B: the host api.fdic.gov, and that the key is optional.',
    ],
  }),
  federal({
    slug: 'nppes',
    title: 'NPPES NPI Registry',
    baseUrl: 'https://npiregistry.cms.hhs.gov/api',
    auth: { scheme: 'none' },
    sources: ['B: OpenAPI transcription nppes.json; `version=2.1` is needed on every call.'],
  }),
  federal({
    slug: 'vpic',
    title: 'NHTSA vPIC',
    baseUrl: 'https://vpic.nhtsa.dot.gov/api',
    auth: { scheme: 'none' },
    sources: ['B: OpenAPI transcription nhtsa-vpic.yml; answers are JSON with `format=json`.'],
  }),
  federal({
    slug: 'federal-register',
    title: 'Federal Register',
    baseUrl: 'https://www.federalregister.gov/api/v1',
    auth: { scheme: 'none' },
    sources: [
      "A: the agency's own Ruby client (paths of documents, facets, public inspection, agencies, suggested searches; per_page, page, order, fields).",
      'B: the members of `conditions`, as several public clients send them.',
    ],
  }),
  federal({
    slug: 'fec',
    title: 'OpenFEC',
    baseUrl: 'https://api.open.fec.gov/v1',
    auth: keyInQuery('api_key', true),
    sources: [
      'A: OpenAPI document of 2021; it names the path /v1 and no host, the Swagger 2.0 document of 2020 names api.open.fec.gov.',
    ],
  }),
  federal({
    slug: 'census',
    title: 'US Census Bureau',
    baseUrl: 'https://api.census.gov',
    auth: keyInQuery('key', false),
    // The name of a data set often has several words with slashes between them (`acs/acs5`), as the document's
    // introduction states.
    slashes: ['dataset'],
    sources: ['B: OpenAPI transcription census.yaml.', 'B: the query member `key`, wanted above 500 calls a day.'],
  }),
  federal({
    slug: 'fred',
    title: 'FRED',
    baseUrl: 'https://api.stlouisfed.org/fred',
    auth: keyInQuery('api_key', true),
    sources: [
      'B: OpenAPI transcriptions fred.yml and geofred.yml.',
      'Uncertain: some series belong to third parties, whose terms are per series.',
    ],
  }),
]
