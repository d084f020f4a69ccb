import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { timeOfId } from '../../../../domain/ids/ids.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { findContact, runClient } from '../../../support/run-client.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'
import { until } from '../../../support/until.ts'

let service: SharedService
/** By the name of what it was made for. */
const made: Record<string, string> = {}
beforeAll(async () => {
  service = await sharedTestService()
  const client = runClient(service.url, service.workspace.keys.test)
  const run = async (name: string, body: object): Promise<void> => {
    made[name] = (await client.run(body)).body.run_id
  }
  await run('found', findContact(''))
  await run('failed', findContact('+error'))
  await run('verified', { capability: 'contact.verify', input: { email: 'grace@example.org' } })
  await run('percent', { capability: 'web.search', input: { query: '100%_"sure"' } })
  await run('open', findContact('+slow-20', { async: true }))
  // It is at its provider: before that it has none by which it could be found.
  await until(
    () => client.get(made['open'] ?? ''),
    ({ body }) => body.status === 'running',
  )
})
afterAll(() => service.stop())

const list = (query: Readonly<Record<string, string>>) =>
  runClient(service.url, service.workspace.keys.test).list(`?${new URLSearchParams(query)}`)
/** The names of the runs that were found, newest first. */
const found = async (q: string, more: Readonly<Record<string, string>> = {}): Promise<string[]> => {
  const names = new Map(Object.entries(made).map(([name, id]) => [id, name]))
  return (await list({ q, ...more })).body.items.map(({ run_id: id }) => names.get(id) ?? id)
}

describe('GET /v1/runs?q=', () => {
  it.each<[string, string, readonly string[]]>([
    ['a person that a run is about', 'Grace@Example.org ', ['verified']],
    ['a company, and the people of its domain', 'example.org', ['verified']],
    ['a name', 'ada example', ['open', 'failed', 'found']],
    ['a text of an input before the run ends', '+slow-20', ['open']],
    ['a provider that failed', 'sandbox-beta', ['failed']],
    ['the code of an error', 'provider_error', ['failed']],
    ['a text of an error', 'every attempt FAILED', ['failed']],
    ['a part of a capability', 'contact.ver', ['verified']],
    ['signs that SQL and JSON write otherwise', '100%_"sure"', ['percent']],
    ['a sign that matches any text in SQL', '%', ['percent']],
    ['a text that no run has', 'nothing like this', []],
  ])('finds runs by %s', async (_, q, names) => {
    expect(await found(q)).toEqual(names)
  })

  it('finds a run by its id and by the id of its request, in this workspace only', async () => {
    const { items } = (await list({ q: ` ${String(made['found']).toUpperCase()}` })).body
    expect(items.map(({ run_id: id }) => id)).toEqual([made['found']])
    expect(await found(items[0]?.request_id ?? '')).toEqual(['found'])
    const others = runClient(service.url, (await buildWorkspace(service.db)).keys.test)
    for (const q of [made['found'] ?? '', 'ada example', 'grace@example.org'])
      expect((await others.list(`?${new URLSearchParams({ q })}`)).body.items).toEqual([])
  })

  it('narrows a search by the other filters', async () => {
    expect(await found('ada example', { status: 'failed' })).toEqual(['failed'])
    expect(await found('ada example', { provider: 'sandbox-alpha' })).toEqual(['open', 'found'])
    expect(await found('grace@example.org', { provider: 'sandbox-beta' })).toEqual([])
    expect(await found(made['found'] ?? '', { status: 'failed' })).toEqual([])
  })

  it('pages through what it found, each run once', async () => {
    const first = await list({ q: 'ada example', limit: '2' })
    expect(first.body.items.map(({ run_id: id }) => id)).toEqual([made['open'], made['failed']])
    const rest = await list({ q: 'ada example', limit: '2', cursor: first.body.next_cursor ?? '' })
    expect(rest.body.items.map(({ run_id: id }) => id)).toEqual([made['found']])
  })

  it('refuses a text of spaces', async () => {
    expect([(await list({ q: ' ' })).status, (await list({ q: '' })).status]).toEqual([400, 400])
  })
})

describe('GET /v1/runs?since=&until=', () => {
  const at = (name: string): string => new Date(timeOfId(made[name] ?? '')).toISOString()

  it('lists the runs that were accepted in between', async () => {
    const { body } = await list({ since: at('failed'), until: at('percent') })
    expect(body.items.map(({ run_id: id }) => id)).toEqual([made['verified'], made['failed']])
    const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
    expect((await list({ since: day(1) })).body.items).toEqual([])
    expect((await list({ until: day(-1) })).body.items).toEqual([])
    expect((await list({ since: day(-1), until: day(1) })).body.items).toHaveLength(5)
  })

  it('refuses what is no time', async () => {
    expect((await list({ since: 'yesterday' })).status).toBe(400)
    expect((await list({ until: '2026-02-31' })).status).toBe(400)
  })
})
