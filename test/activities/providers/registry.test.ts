import { afterAll, describe, expect, it } from '@jest/globals'
import { createProviderHttp } from '../../../activities/providers/http.ts'
import { MANIFESTS, findManifest } from '../../../activities/providers/manifests.ts'
import { createAdapter, createAdapters } from '../../../activities/providers/registry.ts'
import { readProviderSettings } from '../../../activities/providers/settings.ts'
import { findCapability } from '../../../domain/capabilities/catalog.ts'

const http = createProviderHttp()
afterAll(() => http.close())

const wired = (env: Record<string, string>) => [...createAdapters({ http, settings: readProviderSettings(env, MANIFESTS) }).keys()]

describe('the registry', () => {
  it('wires what needs no credential', () => {
    expect(wired({})).toEqual(['sec', 'sandbox-alpha', 'sandbox-beta'])
  })

  it('wires a provider once its key is set, and not for a blank key', () => {
    expect(wired({ PROVIDER_HUNTER_API_KEY: 'k', PROVIDER_SERPER_API_KEY: ' ' })).toEqual(['hunter', 'sec', 'sandbox-alpha', 'sandbox-beta'])
  })

  it('has an adapter for every manifest', () => {
    const env = Object.fromEntries(MANIFESTS.map(({ slug }) => [`PROVIDER_${slug.toUpperCase().replaceAll('-', '_')}_API_KEY`, 'k']))
    expect(wired(env)).toEqual(MANIFESTS.map(({ slug }) => slug))
  })
})

describe('an adapter for a key of somebody else', () => {
  const own = (slug: string) => createAdapter(slug, 'own', { http, settings: {} })

  it('is made for every provider that takes a key, whether or not the platform has an account', () => {
    for (const { slug, credential } of MANIFESTS) if (credential === 'api_key') expect([slug, own(slug) !== null]).toEqual([slug, true])
  })

  it.each(['nobody', 'constructor', '__proto__'])('is not made for %s, which this build cannot call', (slug) => {
    expect(own(slug)).toBeNull()
  })
})

describe('the provider settings', () => {
  it('are read by slug, trimmed, without trailing slashes', () => {
    const env = { PROVIDER_SANDBOX_ALPHA_BASE_URL: 'http://127.0.0.1:9//', PROVIDER_SEC_CONTACT: ' ops@example.com ', PROVIDER_HUNTER_API_KEY: 'k' }
    expect(readProviderSettings(env, MANIFESTS)).toMatchObject({
      'sandbox-alpha': { baseUrl: 'http://127.0.0.1:9' },
      sec: { contact: 'ops@example.com' },
      hunter: { apiKey: 'k' },
      serper: {},
    })
  })
})

describe('every manifest', () => {
  it.each(MANIFESTS.map((manifest) => [manifest.slug, manifest] as const))('%s names known capabilities, inputs and its sources', (slug, manifest) => {
    expect(findManifest(slug)).toBe(manifest)
    expect(manifest.sources.length).toBeGreaterThan(0)
    for (const offer of manifest.offers) {
      const members = Object.keys(findCapability(offer.capability)?.inputSchema.properties ?? {})
      expect(offer.requires.length).toBeGreaterThan(0)
      expect(offer.requires.flat().filter((member) => !members.includes(member))).toEqual([])
    }
  })

  it('offers a capability at most once', () => {
    for (const { offers } of MANIFESTS) expect(new Set(offers.map(({ capability }) => capability)).size).toBe(offers.length)
  })
})
