import { describe, expect, it } from '@jest/globals'
import { apifyManifest } from '../../../activities/providers/apify/manifest.ts'
import { loadCatalog } from '../../../activities/providers/catalogs/load.ts'
import { MANIFESTS } from '../../../activities/providers/manifests.ts'
import { createDiscovery } from '../../../api/discover/discovery.ts'
import { CAPABILITIES } from '../../../domain/capabilities/catalog.ts'
import { withActorPrice } from '../../../domain/catalog/actor-price.ts'
import { type CatalogEndpoint, TAG_LENGTH_MAX, TAGS_MAX, TITLE_LENGTH_MAX } from '../../../domain/catalog/endpoint.ts'
import { actorIn } from '../../../domain/catalog/known-actors.ts'
import { KNOWN_ACTORS } from '../../../domain/catalog/providers/actors.ts'
import { buildRequest } from '../../../domain/catalog/request.ts'
import { resolveEndpoint } from '../../../domain/catalog/resolve.ts'
import { rawTerms } from '../../../domain/raw/terms.ts'

const catalog = loadCatalog()
const discovery = createDiscovery({ capabilities: CAPABILITIES, manifests: MANIFESTS, catalog })

describe('a known actor', () => {
  it.each(KNOWN_ACTORS.map((known) => [known.actor, known] as const))(
    '%s is a separate endpoint: started, paid and resumed as any actor, with no placeholders',
    (actor, { title, tags, words }) => {
      const endpoint = catalog.find('apify', `POST /v2/actors/${actor}/runs`)
      if (endpoint === undefined) throw new Error('it is not in the catalog')
      expect(endpoint).toMatchObject({
        bodyType: 'actor_input',
        requires_byok: false,
        cost: { model: 'per_event', basis: 'reported' },
        pathParams: { properties: {}, required: [] },
        title,
        tags,
      })
      expect(endpoint.queryParams.properties).toHaveProperty('memory')
      expect(actorIn(endpoint.endpoint)).toBe(actor)
      expect(buildRequest(endpoint, { input: { any: 1 }, path: {}, query: { memory: 512 } }, [])).toMatchObject({
        ok: true,
      })
      const provider = catalog.provider('apify')
      expect(provider && rawTerms(endpoint, provider, undefined)).toMatchObject({ actor: true, repeat: 'resumed' })
      expect(actor).toMatch(/^[\w.-]+~[\w.-]+$/)
      expect(title.length).toBeLessThanOrEqual(TITLE_LENGTH_MAX)
      expect([tags.length <= TAGS_MAX, tags.every((tag) => tag.length <= TAG_LENGTH_MAX)]).toEqual([true, true])
      expect(words.split(' ')).toEqual([...new Set(words.split(' '))].toSorted())
    },
  )

  it('states what is assumed of its price: that of the catalog, what it publishes, or nothing yet', () => {
    const priced = catalog.find('apify', 'POST /v2/actors/apify~instagram-scraper/runs')
    const unread = catalog.find('apify', 'POST /v2/actors/apify~web-scraper/runs')
    if (priced === undefined || unread === undefined) throw new Error('they are not in the catalog')
    const noteOf = (endpoint: CatalogEndpoint) => [endpoint.cost.estimate, endpoint.cost.note]
    expect([
      noteOf(priced),
      noteOf(unread),
      noteOf(withActorPrice(unread, null)),
      noteOf(withActorPrice(unread, { minimum: '0.50' })),
      noteOf(withActorPrice(unread, { item: '0.001' })),
    ]).toEqual([
      ['0.3861', expect.stringContaining('100 items')],
      [null, expect.stringContaining('until the actor is inspected')],
      [null, expect.stringContaining('publishes no price of its items')],
      [null, expect.stringContaining('publishes no price of its items')],
      ['0.143', expect.stringContaining('100 items')],
    ])
  })

  it('exists for every actor that a capability calls', () => {
    const named = new Set(KNOWN_ACTORS.map(({ actor }) => `POST /v2/actors/${actor}/runs`))
    expect(apifyManifest.offers.flatMap(({ endpoints = [] }) => endpoints).filter((one) => !named.has(one))).toEqual([])
  })

  it.each([
    ['google maps places', 'compass~crawler-google-places'],
    ['website content crawler', 'apify~website-content-crawler'],
    ['tiktok followers', 'clockworks~tiktok-followers-scraper'],
    ['scrape facebook pages', 'apify~facebook-pages-scraper'],
    ['instagram reels', 'apify~instagram-reel-scraper'],
    ['booking.com hotels', 'voyager~booking-scraper'],
    ['reddit comments scraper', 'trudax~reddit-scraper-lite'],
    ['instagram-hashtag-scraper', 'apify~instagram-hashtag-scraper'],
  ])('is found by its job: %s', (query, actor) => {
    const found = discovery
      .search({ query, limit: 5, isLive: () => true, kind: 'endpoint' })
      .map((one) => (one.kind === 'endpoint' ? one.endpoint.endpoint : ''))
    expect(found).toContain(`/v2/actors/${actor}/runs`)
  })
})

describe('the address of an actor', () => {
  const resolved = (name: string) => {
    const found = resolveEndpoint(catalog, 'apify', name)
    return found === undefined ? null : [`${found.endpoint.method} ${found.endpoint.endpoint}`, found.path]
  }
  const KNOWN = ['POST /v2/actors/apify~instagram-scraper/runs', {}]
  const ANY = ['POST /v2/actors/{actorId}/runs', { actorId: 'somebody~something' }]

  it.each([
    ['/v2/actors/apify~instagram-scraper/runs', KNOWN],
    ['POST /v2/actors/apify~instagram-scraper/runs', KNOWN],
    ['/v2/acts/apify~instagram-scraper/runs', KNOWN],
    ['POST /v2/acts/apify~instagram-scraper/runs', KNOWN],
    ['/acts/apify~instagram-scraper/runs', KNOWN],
    ['/actors/apify~instagram-scraper/runs', KNOWN],
    ['/v2/actors/somebody~something/runs', ANY],
    ['/acts/somebody~something/runs', ANY],
    ['/v2/acts/{actorId}/runs', ['POST /v2/actors/{actorId}/runs', {}]],
    ['/acts/{actorId}/run-sync', ['POST /v2/actors/{actorId}/run-sync', {}]],
    ['/actors/{id}/runs', null],
    ['/v3/acts/somebody~something/runs', null],
  ])('%s is understood in every spelling', (name, expected) => {
    expect(resolved(name)).toEqual(expected)
  })

  it('is unknown at another provider', () => {
    expect(resolveEndpoint(catalog, 'hunter', '/acts/apify~instagram-scraper/runs')).toBeUndefined()
  })
})
