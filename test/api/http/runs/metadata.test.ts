import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { buildWorkspace } from '../../../build/workspace.ts'
import { httpClient } from '../../../support/http.ts'
import { findContact, runClient } from '../../../support/run-client.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'

const ACME = { customer: 'acme', campaign: '2026-11' }
const AUTUMN = { customer: 'initech', campaign: '2026-11' }

let service: SharedService
beforeAll(async () => {
  service = await sharedTestService()
}, 120_000)
afterAll(() => service.stop())

const client = () => runClient(service.url, service.workspace.keys.test)
const made = async (metadata: object | undefined, scenario = ''): Promise<string> =>
  (await client().run(findContact(scenario, metadata === undefined ? {} : { metadata }))).body.run_id
const found = async (query: string): Promise<string[]> =>
  (await client().list(`?${query}`)).body.items.map(({ run_id }) => run_id)

describe('the metadata of a run', () => {
  it('is in the answer, when the run is read, and in the list; a run without has no such member', async () => {
    const { body } = await client().run(findContact('', { metadata: ACME }))
    expect(body.metadata).toEqual(ACME)
    expect((await client().get(body.run_id)).body.metadata).toEqual(ACME)
    const [listed] = (await client().list('?limit=1')).body.items
    expect(listed).toMatchObject({ run_id: body.run_id, metadata: ACME })
    expect('metadata' in (await client().get(await made(undefined))).body).toBe(false)
  })

  it('finds the run, by one pair or by all of several, also with other filters and page by page', async () => {
    const { keys } = await buildWorkspace(service.db)
    const own = runClient(service.url, keys.test)
    const run = async (metadata: object, scenario = '') =>
      (await own.run(findContact(scenario, { metadata }))).body.run_id
    const [first, missed, other, last] = [
      await run(ACME),
      await run(ACME, '+no-match'),
      await run(AUTUMN),
      await run({ customer: 'acme', 'a b.c/&=': '[é]' }),
    ]
    const list = async (query: string) => (await own.list(`?${query}`)).body.items.map(({ run_id }) => run_id)
    expect(await list('metadata[customer]=acme')).toEqual([last, missed, first])
    expect(await list('metadata%5Bcampaign%5D=2026-11')).toEqual([other, missed, first])
    expect(await list('metadata[customer]=acme&metadata[campaign]=2026-11')).toEqual([missed, first])
    expect(await list(`${new URLSearchParams({ 'metadata[a b.c/&=]': '[é]' }).toString()}`)).toEqual([last])
    for (const [more, ids] of [
      ['status=no_match', [missed]],
      ['provider=sandbox-alpha', [last, first]],
      ['q=Ada', [last, missed, first]],
      [`q=${String((await own.get(first)).body.result?.['email'])}`, [last, first]],
      ['metadata[__proto__]=own', []],
      ['q=Ada&provider=sandbox-alpha', [last, first]],
      [`q=${first}`, [first]],
      ['metadata[customer2]=acme', []],
    ] as const)
      expect([more, await list(`metadata[customer]=acme&${more}`)]).toEqual([more, [...ids]])
    expect(await list('metadata[customer]=Acme')).toEqual([])
    const page = (await own.list('?metadata[customer]=acme&metadata[campaign]=2026-11&limit=1')).body
    const query = `metadata[campaign]=2026-11&metadata[customer]=acme&cursor=${page.next_cursor ?? ''}`
    expect([page.items.map(({ run_id }) => run_id), await list(query)]).toEqual([[missed], [first]])
    // Of this workspace and environment alone.
    expect(await found('metadata[a b.c/%26%3D]=[é]')).toEqual([])
    expect((await runClient(service.url, keys.live).list('?metadata[customer]=acme')).body.items).toEqual([])
  })

  it('is a part of the request of an idempotency key', async () => {
    const key = { 'Idempotency-Key': 'with-metadata' }
    const first = await client().run(findContact('', { metadata: ACME }), key)
    const again = await client().run(findContact('', { metadata: { campaign: '2026-11', customer: 'acme' } }), key)
    expect([again.status, again.body.run_id, again.body.metadata]).toEqual([200, first.body.run_id, ACME])
    for (const metadata of [AUTUMN, undefined]) {
      const other = await client().run(findContact('', { metadata }), key)
      expect([other.status, other.body.error?.code]).toEqual([422, 'idempotency_mismatch'])
    }
  })

  it('is on raw runs and on the runs of a watch', async () => {
    const raw = await client().run({
      provider: 'hunter',
      endpoint: '/email-finder',
      query: { domain: 'example.com', full_name: 'Ada Example' },
      metadata: { kind: 'raw' },
    })
    expect(raw.body.metadata).toEqual({ kind: 'raw' })
    expect(await found('metadata[kind]=raw')).toEqual([raw.body.run_id])
    const api = httpClient(service.url, service.workspace.keys.test)
    const watch = await api.post('/v1/watch', {
      capability: 'social.posts',
      input: { platform: 'reddit', handle: 'robin.sample' },
      every: '1d',
      metadata: { kind: 'watched' },
    })
    expect([watch.status, watch.at('metadata', 'kind')]).toEqual([200, 'watched'])
    const id = String(watch.at('id'))
    const refresh = await api.post(`/v1/watch/${id}/refresh`, {})
    expect(await found('metadata[kind]=watched')).toEqual([refresh.at('run_id')])
    expect((await api.get(`/v1/watch/${id}`)).at('metadata')).toEqual({ kind: 'watched' })
  })

  it.each<[string, unknown, string]>([
    ['17 pairs', Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, 'v'])), '/metadata'],
    ['a key of 41 characters', { ['k'.repeat(41)]: 'v' }, `/metadata/${'k'.repeat(41)}`],
    ['an empty key', { '': 'v' }, '/metadata/'],
    ['a key with a bracket', { 'a[b]': 'v' }, '/metadata/a[b]'],
    ['a key with a line break', { 'a\nb': 'v' }, '/metadata/a\nb'],
    ['the key __proto__', Object.fromEntries([['__proto__', 'v']]), '/metadata'],
    ['a value of 501 characters', { customer: 'v'.repeat(501) }, '/metadata/customer'],
    ['an empty value', { customer: '' }, '/metadata/customer'],
    ['a number', { customer: 1 }, '/metadata/customer'],
    ['a list', ['acme'], '/metadata'],
  ])('names what is wrong with %s', async (_, metadata, param) => {
    const { status, body } = await client().run(findContact('', { metadata }))
    expect([status, body.error]).toMatchObject([400, { code: 'invalid_request', param }])
  })

  it('has 16 pairs, keys of 40 and values of 500 characters, whatever their bytes', async () => {
    const most = Object.fromEntries(
      Array.from({ length: 16 }, (_, index) => [`${'𝔞'.repeat(38)}${10 + index}`, '𝔞'.repeat(500)]),
    )
    const run = await client().run(findContact('', { metadata: most }))
    expect([run.status, run.body.metadata]).toEqual([200, most])
    const [[key = '', value = ''] = []] = Object.entries(most)
    expect(await found(new URLSearchParams({ [`metadata[${key}]`]: value }).toString())).toEqual([run.body.run_id])
  })

  it.each([
    ['metadata=acme', '/metadata'],
    ['metadata[customer]=a&metadata[customer]=b', '/metadata/customer'],
    ['metadata[]=a', '/metadata/'],
    ['metadata[customer]=', '/metadata/customer'],
    ['metadata[a[b]]=c', '/metadata[a[b]]'],
    ['other[a]=c', '/other[a]'],
  ])('a filter of %s is refused by name', async (query, param) => {
    const { status, body } = await client().call<{ error: object }>('GET', `/v1/runs?${query}`)
    expect([status, body.error]).toMatchObject([400, { code: 'invalid_request', param }])
  })
})
