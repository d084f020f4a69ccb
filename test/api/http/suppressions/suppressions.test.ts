import { setTables } from '../../../build/features.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { at, httpClient, type HttpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

const LIST = '/v1/suppressions'
const REMOVE = '/v1/suppressions/remove'
let service: TestService
let workspace: TestWorkspace
let live: HttpClient
beforeAll(async () => {
  service = await startTestService({ worker: false })
})
afterAll(() => service.stop())
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
  live = httpClient(service.url, workspace.keys.live)
  await setTables(service.url, workspace.keys.live, true)
})

const add = (subjects: readonly string[], more: object = {}, client = live) => client.post(LIST, { subjects, ...more })
const subjectsOf = (body: unknown): unknown[] => {
  const items = at(body, 'items')
  return Array.isArray(items) ? items.map((item) => at(item, 'subject')) : []
}
const listed = async (query = '', client = live) => subjectsOf((await client.get(`${LIST}${query}`)).body)

describe('POST /v1/suppressions', () => {
  it('suppresses all named subjects, and reports unreadable ones', async () => {
    const { status, body } = await add(
      [
        'Robin@Example.com',
        'example.org',
        'https://www.linkedin.com/in/robin/',
        '+1 202 555 0123',
        'x:robin',
        '@robin',
        'robin@example.com',
        'Robin Sample',
        'https://example.com/about',
      ],
      { reason: 'unsubscribe', platform: 'instagram' },
    )
    expect(status).toBe(200)
    expect(body).toEqual({
      added: 6,
      unchanged: 0,
      items: [
        ['Robin@Example.com', 'email'],
        ['example.org', 'domain'],
        ['https://www.linkedin.com/in/robin/', 'linkedin'],
        ['+1 202 555 0123', 'phone'],
        ['x:robin', 'handle'],
        ['instagram:robin', 'handle'],
      ].map(([subject, kind]) => ({
        subject,
        kind,
        reason: 'unsubscribe',
        source: 'api',
        derived_from: null,
        created_at: expect.any(String),
      })),
      refused: ['Robin Sample', 'https://example.com/about'].map((subject) => ({
        subject,
        reason: expect.any(String),
      })),
    })
  })

  it('refuses a request of which nothing is readable, and names the first subject', async () => {
    const answer = await live.post(LIST, { subjects: ['4155550123', 'Robin Sample'] })
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param')]).toEqual([
      400,
      'invalid_request',
      '/subjects/0',
    ])
    expect(answer.at('error', 'message')).toBe(
      '"4155550123": The country code is missing. Write the number with it, like +14155550132.',
    )
    expect(await listed()).toEqual([])
  })

  it('shows each handle with its network, so that the list removes what it shows', async () => {
    await add(['@Robin', 'x:@Robin', '@kim'], { platform: 'instagram' })
    const shown = await listed()
    expect([...shown].toSorted()).toEqual(['instagram:kim', 'instagram:robin', 'x:@Robin'])
    expect((await live.post(REMOVE, { subjects: shown })).body).toEqual({ removed: 3, not_found: [] })
    expect(await listed()).toEqual([])
  })

  it('leaves an existing one as it is, whatever the new request has', async () => {
    const first = await add(['robin@example.com'], { reason: 'complaint' })
    const again = await add(['ROBIN@example.com', 'kim@example.com'], { reason: 'bounce' })
    expect(again.body).toMatchObject({
      added: 1,
      unchanged: 1,
      items: [at(first.body, 'items', '0'), { subject: 'kim@example.com', reason: 'bounce' }],
    })
    expect(await listed()).toHaveLength(2)
  })

  it('is manual when no reason is given, and refuses unknown ones', async () => {
    expect((await add(['robin@example.com'])).body).toMatchObject({ items: [{ reason: 'manual' }] })
    for (const body of [
      {},
      { subjects: [] },
      { subjects: ['a@example.com'], reason: 'boredom' },
      { subjects: [1] },
      { subjects: ['a@example.com'], until: 'tomorrow' },
      { subjects: 'a@example.com' },
    ]) {
      const answer = await live.post(LIST, body)
      expect([answer.status, answer.at('error', 'code')]).toEqual([400, 'invalid_request'])
    }
  })

  it('accepts a thousand subjects and not one more', async () => {
    const subjects = Array.from({ length: 1_001 }, (_, index) => `robin${index}@example.com`)
    expect((await add(subjects)).status).toBe(400)
    expect((await add(subjects.slice(1))).body).toMatchObject({ added: 1_000 })
    expect((await add(subjects.slice(1))).body).toMatchObject({ added: 0, unchanged: 1_000 })
  })

  it('adds each subject once for overlapping lists that arrive at the same time and in any order', async () => {
    const subjects = Array.from({ length: 200 }, (_, index) => `robin${index}@example.com`)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => add(index % 2 === 0 ? subjects : subjects.toReversed())),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(answers.map(({ body }) => Number(at(body, 'added'))).reduce((sum, one) => sum + one, 0)).toBe(200)
    expect(answers.map(({ body }) => subjectsOf(body).length)).toEqual(Array.from({ length: 8 }, () => 200))
  })
})

describe('POST /v1/suppressions/remove', () => {
  it('removes what each subject names, in any spelling, and reports missing ones', async () => {
    await add(['robin@example.com', 'example.com', 'x:robin', '@kim'], { platform: 'instagram' })
    const { status, body } = await live.post(REMOVE, {
      subjects: ['ROBIN@example.com', 'https://x.com/robin', '@kim', 'other@example.com', 'nobody at all'],
      platform: 'instagram',
    })
    expect([status, body]).toEqual([200, { removed: 3, not_found: ['other@example.com', 'nobody at all'] }])
    expect(await listed()).toEqual(['example.com'])
  })

  it('loses no entry of the list when others are added at the same time', async () => {
    const subjects = Array.from({ length: 100 }, (_, index) => `robin${index}@example.com`)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        live.post(index % 2 === 0 ? LIST : REMOVE, { subjects: index % 4 < 2 ? subjects : subjects.toReversed() }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    await live.post(REMOVE, { subjects })
    expect(await listed()).toEqual([])
  })
})

describe('a repeated request with an idempotency key', () => {
  it('adds and removes nothing again, and is answered as before', async () => {
    for (const path of [LIST, REMOVE]) {
      const send = () => live.post(path, { subjects: ['robin@example.com'] }, { 'Idempotency-Key': path })
      const first = await send()
      const again = await send()
      expect([again.status, again.body, again.headers.get('Idempotent-Replay')]).toEqual([200, first.body, 'true'])
      expect(at(first.body, path === LIST ? 'added' : 'removed')).toBe(1)
    }
  })
})

describe('GET /v1/suppressions', () => {
  it('is filtered by kind and reason', async () => {
    await add(['a@example.com', 'example.org'], { reason: 'bounce' })
    await add(['b@example.com'], { reason: 'complaint' })
    expect((await listed('?kind=email')).toSorted()).toEqual(['a@example.com', 'b@example.com'])
    expect((await listed('?reason=bounce')).toSorted()).toEqual(['a@example.com', 'example.org'])
    expect(await listed('?kind=email&reason=bounce')).toEqual(['a@example.com'])
    expect((await live.get(`${LIST}?kind=text`)).status).toBe(400)
  })

  it('is read page by page, each entry once, also while others are added', async () => {
    const subjects = Array.from({ length: 25 }, (_, index) => `robin${index}@example.com`)
    await add(subjects)
    // Entries of one moment are distinguished by what they name.
    await service.db.pool.query(
      "update suppression set created_at = date_trunc('milliseconds', created_at) where workspace_id = $1",
      [workspace.id],
    )
    const seen: unknown[] = []
    let cursor: unknown = null
    do {
      const { body } = await live.get(`${LIST}?limit=4${typeof cursor === 'string' ? `&cursor=${cursor}` : ''}`)
      seen.push(...subjectsOf(body))
      cursor = at(body, 'next_cursor')
      await add([`new${seen.length}@example.com`])
    } while (cursor !== null)
    expect(seen.toSorted()).toEqual(subjects.toSorted())
  })

  it.each([
    'x',
    'AAAA',
    Buffer.from('1 text a').toString('base64url'),
    Buffer.from('99999999999999999999 email a').toString('base64url'),
    Buffer.from('1 email \u0000').toString('base64url'),
  ])('refuses a cursor of another origin (%s)', async (cursor) => {
    const answer = await live.get(`${LIST}?cursor=${cursor}`)
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param')]).toEqual([
      400,
      'invalid_request',
      '/cursor',
    ])
  })

  it('belongs to one workspace and one environment', async () => {
    await add(['robin@example.com'])
    const other = await buildWorkspace(service.db)
    await setTables(service.url, other.keys.live, true)
    expect(await listed('', live.as(workspace.keys.test))).toEqual([])
    expect(await listed('', live.as(other.keys.live))).toEqual([])
    expect((await live.as(other.keys.live).post(REMOVE, { subjects: ['robin@example.com'] })).body).toEqual({
      removed: 0,
      not_found: ['robin@example.com'],
    })
    expect(await listed()).toEqual(['robin@example.com'])
  })
})

describe('while tables are off', () => {
  it('every route is forbidden, and the list is kept for when they are on again', async () => {
    await add(['robin@example.com'])
    await setTables(service.url, workspace.keys.live, false)
    for (const answer of [
      await live.get(LIST),
      await add(['kim@example.com']),
      await live.post(REMOVE, { subjects: ['robin@example.com'] }),
    ]) {
      expect([answer.status, answer.at('error', 'code')]).toEqual([403, 'forbidden'])
    }
    await setTables(service.url, workspace.keys.live, true)
    expect(await listed()).toEqual(['robin@example.com'])
  })
})
