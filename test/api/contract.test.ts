import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import Type from 'typebox'
import { declaredRoutes } from '../../api/http/declared-routes.ts'
import { check } from '../../api/validation/check.ts'
import { NETWORKS } from '../../domain/senders/sender.ts'

/** A path with every parameter as `{}`; the page writes the four networks of accounts as one parameter. */
const withoutNames = (path: string): string =>
  path.replace(new RegExp(`^/v1/(?:${NETWORKS.join('|')})/`), '/v1/{}/').replaceAll(/\{\w+\}/g, '{}')

/** The paths that the page writes, be they broken over two lines or followed by a query. */
const page = readFileSync(new URL('../../api/CONTRACT.md', import.meta.url), 'utf8')
const written = new Set([...page.matchAll(/\/v1\/[\w{}./-]*[\w}]/g)].map(([path]) => path.replaceAll(/\{\w+\}/g, '{}')))

/** The parameters for a window of time that take this text; null: all of them. */
const takers = (time: string | null): string[] =>
  declaredRoutes().flatMap(({ documented, path, query, body }) =>
    documented === false
      ? []
      : [query, body].flatMap((schema) =>
          ['since', 'until'].flatMap((name) => {
            const member: unknown = Object(schema).properties?.[name]
            return Type.IsSchema(member) && (time === null || check(member, time).ok) ? [`${path} ${name}`] : []
          }),
        ),
  )

describe('the contract', () => {
  it('writes the path of every documented route', () => {
    const paths = declaredRoutes()
      .filter(({ documented, path }) => documented !== false && path.startsWith('/v1/'))
      .map(({ path }) => withoutNames(path))
    const missing = paths.filter((path) => !written.has(path))
    expect(missing.map((path) => `api/CONTRACT.md: state what ${path} promises`)).toEqual([])
  })

  it('states which times `since` and `until` take', () => {
    expect(page.replaceAll(/\s+/g, ' ')).toContain(
      'A time in `since` or `until` has `Z` or an offset, or is a day, which begins at midnight UTC; `/v1/usage` and `/v1/wallet/balances` take days only.',
    )
    const instants = ['2026-11-20T09:30:00Z', '2026-11-20T09:30:00+02:00']
    const taken = ['2026-11-20', ...instants, '2026-11-20T09:30:00', '2026-11-20 09:30'].map(
      (time) => [time, takers(time)] as const,
    )
    const all = takers(null)
    const apart = all.filter((name) => !/^\/v1\/(usage|wallet\/balances) /.test(name))
    expect(all).toEqual(expect.arrayContaining(['/v1/runs since', '/v1/events since', '/v1/usage until']))
    expect(taken).toEqual([
      ['2026-11-20', all],
      ...instants.map((time) => [time, apart]),
      ['2026-11-20T09:30:00', []],
      ['2026-11-20 09:30', []],
    ])
  })
})
