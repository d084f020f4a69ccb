import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { declaredRoutes } from '../../api/http/declared-routes.ts'
import { NETWORKS } from '../../domain/senders/sender.ts'

/** Paths that api/CONTRACT.md describes under their noun without writing them. Only older routes are here. */
const WITHOUT_PATH: readonly string[] = [
  '/v1/runs/{}',
  '/v1/runs/{}/cancel',
  '/v1/spend-guard',
  '/v1/outbound-guard',
  '/v1/connections',
  '/v1/tables/{}/rows/query',
  '/v1/tables/{}/rows/delete',
  '/v1/tables/{}/export.csv',
  '/v1/tables/{}/rows/{}',
  '/v1/events',
  '/v1/webhooks',
  '/v1/webhooks/{}',
  '/v1/webhooks/{}/test',
  '/v1/webhooks/{}/rotate-secret',
  '/v1/webhooks/{}/deliveries/{}/retry',
  '/v1/wallet/topups/checkout',
  '/v1/wallet/invoices',
  '/v1/wallet/invoices/{}',
  '/v1/watch/{}',
  '/v1/inbound/resend',
  '/v1/inbound/unipile',
  '/v1/discover',
  '/v1/inspect',
  '/v1/catalog/capabilities',
  '/v1/catalog/providers',
  '/v1/catalog/providers/{}',
  '/v1/catalog/providers/{}/endpoints',
]

/** A path with every parameter as `{}`; the page writes the four networks of accounts as one parameter. */
const withoutNames = (path: string): string =>
  path.replace(new RegExp(`^/v1/(?:${NETWORKS.join('|')})/`), '/v1/{}/').replaceAll(/\{\w+\}/g, '{}')

/** The paths that the page writes, be they broken over two lines or followed by a query. */
const page = readFileSync(new URL('../../api/CONTRACT.md', import.meta.url), 'utf8')
const written = new Set([...page.matchAll(/\/v1\/[\w{}./-]*[\w}]/g)].map(([path]) => path.replaceAll(/\{\w+\}/g, '{}')))

describe('the contract', () => {
  it('writes the path of every documented route', () => {
    const paths = declaredRoutes()
      .filter(({ documented, path }) => documented !== false && path.startsWith('/v1/'))
      .map(({ path }) => withoutNames(path))
    const missing = paths.filter((path) => !written.has(path) && !WITHOUT_PATH.includes(path))
    expect(missing.map((path) => `api/CONTRACT.md: state what ${path} promises`)).toEqual([])
    expect(WITHOUT_PATH.filter((path) => written.has(path) || !paths.includes(path))).toEqual([])
  })
})
