import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createCursors } from '../../../api/route/cursors.ts'
import { createCipher } from '../../../db/cipher.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { httpClient } from '../../support/http.ts'
import { findContact } from '../../support/run-client.ts'
import { startTestService, type TestService } from '../../support/service.ts'

const key = (version: number) => ({ version, base64: Buffer.alloc(32, version).toString('base64') })
const cursorsOf = (...versions: number[]) => createCursors(createCipher(versions.map(key)).keysFor)

describe('a cursor', () => {
  const list = ['runs', 'ws_1', 'test', { status: null }]
  const cursors = cursorsOf(1)

  it('is read back by its own list, shows nothing of its position, and is the same on every replica', () => {
    const cursor = cursors.write(list, '4711.5000000')
    expect(cursorsOf(1).open(list, cursor)).toBe('4711.5000000')
    expect(cursorsOf(1).write(list, '4711.5000000')).toBe(cursor)
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain('4711')
    expect(cursors.write(list, '4712.5000000').slice(0, 20)).not.toBe(cursor.slice(0, 20))
  })

  it.each([
    [['runs', 'ws_2', 'test', { status: null }]],
    [['runs', 'ws_1', 'live', { status: null }]],
    [['runs', 'ws_1', 'test', { status: 'failed' }]],
    [['watches', 'ws_1', 'test']],
  ])('opens nothing for %j', (other) => {
    expect(cursors.open(other, cursors.write(list, 'place'))).toBeNull()
  })

  it('cannot be changed or forged', () => {
    const cursor = cursors.write(list, 'place')
    for (const other of [
      '',
      'cur_',
      'cur_AAAA',
      cursor.slice(4),
      cursor.slice(0, -2),
      `${cursor.slice(0, 10)}${cursor[10] === 'A' ? 'B' : 'A'}${cursor.slice(11)}`,
    ]) {
      expect([other, cursors.open(list, other)]).toEqual([other, null])
    }
  })

  it('is encrypted under another key than its nonce is made with', () => {
    const withKeys = (encryption: number, nonces: number) =>
      createCursors((purpose) => [Buffer.alloc(32, /nonce/.test(purpose) ? nonces : encryption)])
    const cursor = withKeys(1, 2).write(list, 'place')
    expect(withKeys(1, 3).write(list, 'place')).not.toBe(cursor)
    expect([withKeys(1, 3).open(list, cursor), withKeys(2, 1).open(list, cursor)]).toEqual(['place', null])
  })

  it('outlives a rotation of the encryption keys until its key is removed', () => {
    const cursor = cursors.write(list, 'place')
    expect([cursorsOf(1, 2).open(list, cursor), cursorsOf(2).open(list, cursor)]).toEqual(['place', null])
    expect(cursors.open(list, cursorsOf(1, 2).write(list, 'place'))).toBeNull()
  })
})

describe('every list of a workspace', () => {
  let service: TestService
  let clients: Readonly<Record<'own' | 'live' | 'outsider', ReturnType<typeof httpClient>>>
  const LISTS = [
    '/v1/runs?',
    '/v1/runs?status=succeeded&',
    '/v1/watch?',
    '/v1/suppressions?',
    '/v1/suppressions?kind=email&',
    '/v1/wallet/transactions?',
    '/v1/wallet/invoices?',
    '/v1/tables/leads/rows?',
    '/v1/tables/leads/rows?status=new&',
  ]
  const PUBLIC = ['/v1/catalog/capabilities?', '/v1/catalog/providers/hunter/endpoints?']
  const cursorOf = async (list: string): Promise<string> =>
    String((await clients.own.get(`${list}limit=1`)).at('next_cursor'))

  beforeAll(async () => {
    service = await startTestService()
    const [{ keys }, outsider] = [service.workspace, await buildWorkspace(service.db)]
    clients = {
      own: httpClient(service.url, keys.test),
      live: httpClient(service.url, keys.live),
      outsider: httpClient(service.url, outsider.keys.test),
    }
    for (const client of Object.values(clients)) {
      await client.post('/v1/features', { tables: true })
      await client.post('/v1/tables/leads/rows', {
        rows: [1, 2].map((score) => ({ email: `row${score}@example.com`, status: 'new' })),
      })
    }
    const { own } = clients
    await own.post('/v1/suppressions', { subjects: ['a@example.com', 'b@example.com'], reason: 'manual' })
    for (let one = 0; one < 2; one += 1) {
      await own.post('/v1/run', { ...findContact(), wait_seconds: 60 })
      await own.post('/v1/watch', { capability: 'web.search', input: { query: `engines ${one}` }, every: '1d' })
      const topup = await own.post('/v1/wallet/topups/checkout', { amount: '5.00' })
      await own.post(`/checkout/${String(topup.at('topup_id'))}/pay?card=works`)
    }
  }, 120_000)
  afterAll(() => service.stop())

  it.each([...LISTS, ...PUBLIC])('%s continues with its own cursor, on another replica too', async (list) => {
    const replica = await service.startReplica()
    const cursor = await cursorOf(list)
    expect(cursor).toMatch(/^cur_/)
    const [here, there] = await Promise.all([
      clients.own.get(`${list}limit=1&cursor=${cursor}`),
      httpClient(replica.url, service.workspace.keys.test).get(`${list}limit=1&cursor=${cursor}`),
    ])
    expect([here.status, there.status, there.text]).toEqual([200, 200, here.text])
    await replica.drain()
  })

  it.each(LISTS)('%s refuses its cursor to the other environment and to another workspace', async (list) => {
    const cursor = await cursorOf(list)
    for (const client of [clients.live, clients.outsider]) {
      const answer = await client.get(`${list}limit=1&cursor=${cursor}`)
      expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param')]).toEqual([
        400,
        'invalid_request',
        '/cursor',
      ])
      expect(answer.text).not.toContain('balance_after')
    }
  })

  it('refuses the cursor of every other list, and one of the earlier form', async () => {
    const all = [...LISTS, ...PUBLIC]
    const cursors = await Promise.all(all.map(cursorOf))
    for (const [at, list] of all.entries()) {
      const others = [
        ...cursors.filter((_, other) => other !== at),
        '4711.5000000',
        '7',
        'run_01j9zq3v6n4k8w2x5y7a9b1c3d',
      ]
      const answers = await Promise.all(others.map((cursor) => clients.own.get(`${list}cursor=${cursor}`)))
      expect([
        list,
        new Set(answers.map((answer) => `${answer.status} ${String(answer.at('error', 'param'))}`)),
      ]).toEqual([list, new Set(['400 /cursor'])])
    }
  })

  it('names transactions without revealing how many there are: the same id again, and none in a row', async () => {
    const read = async () =>
      JSON.parse((await clients.own.get('/v1/wallet/transactions?include=holds')).text).items.map(
        ({ id }: { id: string }) => id,
      )
    const ids: string[] = await read()
    expect(await read()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^txn_[0-9a-hjkmnp-tv-z]{26}$/.test(id))).toEqual([])
    expect(ids.toSorted()).not.toEqual(ids.toReversed())
  })
})
