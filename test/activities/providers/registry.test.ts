import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { CATALOG_FOLDER, loadCatalog, readCatalogFile } from '../../../activities/providers/catalogs/load.ts'
import { createProviderHttp } from '../../../activities/providers/http.ts'
import { MANIFESTS, findManifest } from '../../../activities/providers/manifests.ts'
import { RAW_RULES } from '../../../activities/providers/raw-rules.ts'
import { createAdapter, createAdapters } from '../../../activities/providers/registry.ts'
import { baseUrlOf, configuredCredential, readProviderSettings } from '../../../activities/providers/settings.ts'
import { findCapability } from '../../../domain/capabilities/catalog.ts'
import { CATALOG_PROVIDERS, findCatalogProvider } from '../../../domain/catalog/providers/catalog-providers.ts'

/** Providers without raw endpoints, with the reason. */
const WITHOUT_CATALOG: Readonly<Record<string, string>> = {
  unipile: 'its address is that of an account, and a catalog has one address for all',
  'sandbox-alpha': 'a simulated provider has no API',
  'sandbox-beta': 'a simulated provider has no API',
}

const http = createProviderHttp()
const catalog = loadCatalog()
afterAll(() => http.close())

const wired = (env: Record<string, string>) => [
  ...createAdapters({
    http,
    settings: readProviderSettings(env, MANIFESTS),
    reportSimulated: async () => undefined,
  }).keys(),
]

describe('the registry', () => {
  it('wires providers without a credential', () => {
    expect(wired({})).toEqual(['sec', 'sandbox-alpha', 'sandbox-beta'])
  })

  it('wires a provider once its key is set, and not for a blank key', () => {
    expect(wired({ PROVIDER_HUNTER_API_KEY: 'k', PROVIDER_SERPER_API_KEY: ' ' })).toEqual([
      'hunter',
      'sec',
      'sandbox-alpha',
      'sandbox-beta',
    ])
  })

  it('wires a provider whose host is its account once both are set', () => {
    expect(wired({ PROVIDER_UNIPILE_API_KEY: 'k' })).not.toContain('unipile')
    expect(wired({ PROVIDER_UNIPILE_API_KEY: 'k', PROVIDER_UNIPILE_ACCOUNT: 'api1.example.com:13337' })).toContain(
      'unipile',
    )
    expect(wired({ PROVIDER_UNIPILE_API_KEY: 'k', PROVIDER_UNIPILE_BASE_URL: 'http://127.0.0.1:9' })).toContain(
      'unipile',
    )
  })

  it('has an adapter for every manifest that offers a capability, and for no other', () => {
    const prefixes = MANIFESTS.map(({ slug }) => `PROVIDER_${slug.toUpperCase().replaceAll('-', '_')}`)
    const env = Object.fromEntries(
      prefixes.flatMap((prefix) => [
        [`${prefix}_API_KEY`, 'k'],
        [`${prefix}_ACCOUNT`, 'api1.example.com'],
      ]),
    )
    expect(wired(env)).toEqual(MANIFESTS.filter(({ offers }) => offers.length > 0).map(({ slug }) => slug))
  })
})

describe("an adapter for a workspace's own key", () => {
  const own = (slug: string, account: string | null = null) =>
    createAdapter(slug, { apiKey: 'own', account }, { http, settings: {} })

  it('exists for every provider with a key and one host, with or without an account of the platform', () => {
    for (const { slug, credential } of MANIFESTS.filter(({ baseUrl }) => !baseUrl.includes('{account}')))
      if (credential === 'api_key') expect([slug, own(slug) !== null]).toEqual([slug, true])
  })

  it('exists with the host of the account where each account has its own, and not without', () => {
    expect([own('unipile'), own('unipile', 'api12.unipile.com:14255') !== null]).toEqual([null, true])
  })

  it.each(['nobody', 'constructor', '__proto__'])('does not exist for %s, which this build cannot call', (slug) => {
    expect(own(slug)).toBeNull()
  })
})

describe('the provider settings', () => {
  it('are read by slug, trimmed, without trailing slashes', () => {
    const env = {
      PROVIDER_SANDBOX_ALPHA_BASE_URL: 'http://127.0.0.1:9//',
      PROVIDER_SEC_CONTACT: ' ops@example.com ',
      PROVIDER_HUNTER_API_KEY: 'k',
    }
    expect(readProviderSettings(env, MANIFESTS)).toMatchObject({
      'sandbox-alpha': { baseUrl: 'http://127.0.0.1:9' },
      sec: { contact: 'ops@example.com' },
      hunter: { apiKey: 'k' },
      serper: {},
    })
  })
})

describe('a credential', () => {
  it.each([
    [{}, undefined],
    [{ apiKey: 'key' }, 'key'],
    [{ apiKey: 'login:password' }, 'login:password'],
    [{ apiKey: 'login', apiSecret: 'password' }, 'login:password'],
    [{ apiSecret: 'password' }, undefined],
  ])('%j is read as %s', (setting, expected) => {
    expect(configuredCredential(setting)).toBe(expected)
  })

  it('has an account where the host is the account', () => {
    const env = {
      PROVIDER_HUNTER_API_KEY: ' login ',
      PROVIDER_HUNTER_API_SECRET: 'password',
      PROVIDER_HUNTER_ACCOUNT: 'api1.example.com:13337',
    }
    expect(readProviderSettings(env, MANIFESTS).hunter).toEqual({
      apiKey: 'login',
      apiSecret: 'password',
      account: 'api1.example.com:13337',
    })
  })

  it.each([
    ['https://api.example.com', {}, 'https://api.example.com'],
    ['https://{account}/api/v1', { account: 'api1.example.com:13337' }, 'https://api1.example.com:13337/api/v1'],
    ['https://{account}/api/v1', {}, undefined],
    ['https://{account}/api/v1', { baseUrl: 'http://127.0.0.1:9' }, 'http://127.0.0.1:9'],
  ])('at %s with %j calls %s', (baseUrl, setting, expected) => {
    const [manifest] = MANIFESTS
    if (manifest === undefined) throw new Error('there is no manifest')
    expect(baseUrlOf(setting, { ...manifest, baseUrl })).toBe(expected)
  })
})

describe('every manifest', () => {
  it.each(MANIFESTS.map((manifest) => [manifest.slug, manifest] as const))(
    '%s names known capabilities, inputs and its sources',
    (slug, manifest) => {
      expect(findManifest(slug)).toBe(manifest)
      expect(manifest.sources.length).toBeGreaterThan(0)
      for (const offer of manifest.offers) {
        const members = Object.keys(findCapability(offer.capability)?.inputSchema.properties ?? {})
        expect(offer.requires.length).toBeGreaterThan(0)
        expect(offer.requires.flat().filter((member) => !members.includes(member))).toEqual([])
      }
    },
  )

  it.each(MANIFESTS.map((manifest) => [manifest.slug, manifest] as const))(
    '%s calls endpoints that its catalog has',
    (slug, manifest) => {
      const listed = new Set(catalog.ofProvider(slug).map(({ method, endpoint }) => `${method} ${endpoint}`))
      const called = manifest.offers.flatMap(({ endpoints = [] }) => endpoints)
      if (!(slug in WITHOUT_CATALOG)) expect(called.filter((endpoint) => !listed.has(endpoint))).toEqual([])
    },
  )

  it('of a live provider, and every rule for raw calls, belongs to a provider with a catalog', () => {
    const live = MANIFESTS.filter(({ environment }) => environment === 'live').map(({ slug }) => slug)
    const incomplete = [...new Set([...live, ...Object.keys(RAW_RULES)])]
      .filter((slug) => catalog.ofProvider(slug).length === 0 && !(slug in WITHOUT_CATALOG))
      .map(
        (slug) =>
          `${slug}: add a row in domain/catalog/providers/, then run \`npm run catalog:import -- ${slug} <document>\`, ` +
          'or name it in WITHOUT_CATALOG',
      )
    expect(incomplete).toEqual([])
    expect(Object.keys(WITHOUT_CATALOG).filter((slug) => catalog.ofProvider(slug).length > 0)).toEqual([])
  })

  it.each(
    MANIFESTS.filter(({ slug }) => findCatalogProvider(slug) !== undefined).map(
      (manifest) => [manifest.slug, manifest] as const,
    ),
  )('%s is at one URL for adapters and raw calls, so that one setting replaces both', (slug, { baseUrl }) => {
    const file = readCatalogFile(join(CATALOG_FOLDER, `${slug}.json`))
    expect([findCatalogProvider(slug)?.baseUrl, file.baseUrl]).toEqual([baseUrl, baseUrl])
  })

  it.each(CATALOG_PROVIDERS.map(({ slug, baseUrl }) => [slug, baseUrl] as const))(
    '%s has a catalog file that was made for its address',
    (slug, baseUrl) => {
      expect(readCatalogFile(join(CATALOG_FOLDER, `${slug}.json`)).baseUrl).toBe(baseUrl)
    },
  )

  it('offers a capability at most once', () => {
    for (const { offers } of MANIFESTS)
      expect(new Set(offers.map(({ capability }) => capability)).size).toBe(offers.length)
  })
})
