import { describe, expect, it } from '@jest/globals'
import { loadCatalog } from '../../../../activities/providers/catalogs/load.ts'
import { ownKeyOnly } from '../../../../domain/catalog/account-rule.ts'
import { CATALOG_PROVIDERS, findCatalogProvider } from '../../../../domain/catalog/providers/catalog-providers.ts'
import { CALLABLE } from './judged-callable.ts'
import { CONNECTION_ONLY } from './judged-connection-only.ts'

const catalog = loadCatalog()
const linesOf = (text: string): string[] => text.trim().split('\n')
const judged = [
  ...linesOf(CALLABLE).map((line) => [line, false] as const),
  ...linesOf(CONNECTION_ONLY).map((line) => [line, true] as const),
]

/** Segments of paths that name what belongs to the account of a key. */
const OF_THE_ACCOUNT = [
  'account',
  'api[-_]?keys?',
  'billing',
  'credits?',
  'usage[^/]*',
  'users?',
  'members?',
  'webhooks?',
  'inboxes',
  'threads',
  'drafts',
  'leads',
  'contacts',
  'sequences',
  'schedules',
  'datasets',
  'key-value-stores',
  'request-queues',
  'actor-(?:runs|tasks|builds)',
]

describe('the callers of an endpoint', () => {
  it('are judged by hand for at least 150 endpoints, of every provider', () => {
    expect(new Set(judged.map(([line]) => line)).size).toBe(judged.length)
    expect(judged.length).toBeGreaterThanOrEqual(150)
    const seen = new Set(judged.map(([line]) => line.split(' ')[0]))
    const unseen = CATALOG_PROVIDERS.map(({ slug }) => slug).filter((slug) => !seen.has(slug))
    expect(
      unseen.map((slug) => `${slug}: judge an endpoint in judged-callable.ts or judged-connection-only.ts`),
    ).toEqual([])
  })

  it.each(judged)('%s may be called only through a connection: %s', (line, expected) => {
    const [provider = '', method = '', path = ''] = line.split(' ')
    const endpoint = catalog.find(provider, path, method)
    expect(endpoint).toBeDefined()
    expect(endpoint !== undefined && endpoint.rule !== null && endpoint.rule !== 'unpriced').toBe(expected)
  })
})

describe('the entire catalog', () => {
  it('is marked as the rule decides now', () => {
    const differing = catalog.all().filter((one) => {
      const provider = findCatalogProvider(one.provider)
      return (
        provider === undefined ||
        ownKeyOnly({ ...one, paidPerCall: one.rule === 'payment' && one.price !== null }, provider) !==
          (one.rule === 'unpriced' ? null : one.rule)
      )
    })
    expect(differing.map(({ provider, method, endpoint }) => `${provider} ${method} ${endpoint}`)).toEqual([])
  })

  it('gives every endpoint that is closed a reason, and no other', () => {
    expect(catalog.all().filter((one) => one.requires_byok !== (one.reason !== null))).toEqual([])
  })

  it('lets no one change, replace or delete anything with the platform key', () => {
    expect(catalog.all().filter((one) => !one.requires_byok && !['GET', 'POST'].includes(one.method))).toEqual([])
  })

  it('opens no path that names the account, except where there are no accounts (FEC files schedules)', () => {
    const names = new RegExp(`/(?:${OF_THE_ACCOUNT.join('|')})(?:/|$)`, 'i')
    expect(
      catalog
        .all()
        .filter((one) => !one.requires_byok && !one.free && names.test(one.endpoint))
        .map((one) => `${one.provider} ${one.endpoint}`),
    ).toEqual([])
  })

  it('opens only what the manifest names, where a provider stores data for its account', () => {
    for (const provider of CATALOG_PROVIDERS.filter(({ tenancy }) => tenancy === 'account')) {
      const open = catalog
        .ofProvider(provider.slug)
        .filter((one) => !one.requires_byok)
        .map((one) => `${one.method} ${one.endpoint}`)
      expect(open.toSorted()).toEqual([...(provider.opened ?? [])].toSorted())
    }
  })
})
