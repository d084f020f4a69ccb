import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { declaredRoutes } from '../../api/http/declared-routes.ts'
import { NETWORKS } from '../../domain/senders/sender.ts'

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
    const missing = paths.filter((path) => !written.has(path))
    expect(missing.map((path) => `api/CONTRACT.md: state what ${path} promises`)).toEqual([])
  })
})
