import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { purgeExpired } from '../../../../activities/maintenance/purge-expired.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { at, httpClient, type HttpAnswer, type HttpClient } from '../../../support/http.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'

const LISTS = '/v1/do-not-process'
const DAY_MS = 86_400_000
let service: SharedService
let workspace: TestWorkspace
let test: HttpClient
beforeAll(async () => {
  service = await sharedTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  workspace = await buildWorkspace(service.db)
  test = httpClient(service.url, workspace.keys.test)
})

const create = async (more: object = {}): Promise<string> => {
  const made = await test.post(LISTS, { name: 'Objections', kind: 'email', ...more })
  expect(made.status).toBe(201)
  return `${LISTS}/${String(made.at('list_id'))}`
}
const put = (list: string, text: string, query = '', type = 'text/csv'): Promise<HttpAnswer> =>
  test.request(`${list}/entries${query}`, { method: 'PUT', text, headers: { 'Content-Type': type } })
const lookUp = (email: string) => test.post('/v1/run', { capability: 'contact.reverse_email', input: { email } })
const codeOf = async (email: string) => (await lookUp(email)).at('error', 'code')

describe('a do-not-process list', () => {
  it('is created without entries, filled, listed and deleted', async () => {
    const list = await create({ name: 'Objections 2026' })
    const empty = await test.get(list)
    expect(empty.body).toMatchObject({
      list_id: expect.stringMatching(/^dnp_/),
      name: 'Objections 2026',
      kind: 'email',
      hash: 'none',
      environment: 'test',
      version: 0,
      entries: 0,
      switched_at: null,
      upload: null,
    })
    const stored = await put(list, 'email\nRobin@example.com\nno address\nrobin@example.com\nerin@example.org')
    expect(stored.body).toMatchObject({
      part: 1,
      entries: 2,
      refused: { entries: 1, lines: [{ line: 3, reason: expect.any(String) }] },
      list: { version: 1, entries: 2, switched_at: expect.any(String), upload: null },
    })
    expect((await test.get(LISTS)).body).toEqual({ items: [stored.at('list')], next_cursor: null })
    expect((await httpClient(service.url, workspace.keys.live).get(LISTS)).at('items')).toEqual([])
    expect((await test.delete(list)).body).toEqual(stored.at('list'))
    expect((await test.get(list)).status).toBe(404)
    expect((await test.delete(list)).status).toBe(404)
    expect(await codeOf('robin@example.com')).toBeUndefined()
  })

  it('switches to all parts at once when the last has come, and a repeated part changes nothing', async () => {
    const list = await create()
    await put(list, 'old@example.com')
    expect((await put(list, 'robin@example.com', '?part=1')).at('list', 'upload')).toEqual({ parts: 1, entries: 1 })
    await put(list, 'kim@example.com', '?part=2')
    expect(await codeOf('old@example.com')).toBe('do_not_process')
    expect(await codeOf('robin@example.com')).toBeUndefined()
    const again = await put(list, 'erin@example.com\nkim@example.com', '?part=2')
    expect(again.at('list', 'upload')).toEqual({ parts: 2, entries: 3 })
    const last = () => put(list, 'pat@example.com', '?part=3&last=true')
    const switched = await last()
    expect(switched.at('list')).toMatchObject({ version: 2, entries: 4, upload: null })
    expect((await last()).body).toEqual(switched.body)
    const codes = await Promise.all(['old', 'robin', 'erin', 'kim', 'pat'].map((name) => codeOf(`${name}@example.com`)))
    expect(codes).toEqual([undefined, ...Array.from({ length: 4 }, () => 'do_not_process')])
  })

  it('takes parts in their order, and an abandoned upload is deleted after a day', async () => {
    const list = await create()
    const early = await put(list, 'robin@example.com', '?part=2')
    expect([early.status, early.at('error', 'code'), early.at('error', 'param')]).toEqual([409, 'conflict', '/part'])
    await put(list, 'robin@example.com', '?part=1')
    await purgeExpired({ db: service.db, log: { info: () => {}, warn: () => {}, error: () => {} } })({
      at: Date.now() + 2 * DAY_MS,
    })
    expect((await test.get(list)).at('upload')).toBeNull()
    expect((await put(list, 'robin@example.com', '?part=2')).status).toBe(409)
  })

  it('takes JSON, and hashes of the normal form', async () => {
    const list = await create({ hash: 'sha256' })
    const entries = [createHash('sha256').update('robin@example.com').digest('hex'), 'robin@example.com', 7]
    const stored = await put(list, JSON.stringify({ entries }), '', 'application/json')
    expect(stored.body).toMatchObject({ entries: 1, refused: { entries: 2, lines: [{ line: 2 }, { line: 3 }] } })
    expect(await codeOf('ROBIN@example.com')).toBe('do_not_process')
    expect(await codeOf('robin+news@example.com')).toBe('do_not_process')
    expect(await codeOf('kim@example.com')).toBeUndefined()
  })

  it("takes the files of California's DROP as they are: an id, and a hash in Base64", async () => {
    const hashed = (text: string) => createHash('sha256').update(text).digest('base64')
    const phones = await create({ kind: 'phone', hash: 'sha256' })
    const file = `ID,Hash\nq7Wn3Xz0KpLd,${hashed('4155550132')}\nq7Wn3Xz0KpLe,${hashed('2025550123')}\n`
    expect((await put(phones, file)).body).toMatchObject({ entries: 2, refused: { entries: 0 } })
    const call = (phone: string) => test.post('/v1/run', { capability: 'person.enrich', input: { phone } })
    expect((await call('+1 415 555 0132')).at('error', 'code')).toBe('do_not_process')
    expect((await call('+1 415 555 0133')).at('error', 'code')).toBeUndefined()
  })

  it.each<[string, string, string, string]>([
    ['no entry that can be read', 'text/csv', 'email\nnobody\nno one', 'Line 2'],
    ['only a heading', 'text/csv', 'email', 'no entry'],
    ['JSON of another form', 'application/json', '["robin@example.com"]', 'entries'],
    ['broken JSON', 'application/json', '{"entries": [', 'JSON'],
  ])('refuses %s, and stays as it was', async (_name, type, text, message) => {
    const list = await create()
    await put(list, 'robin@example.com')
    const refused = await put(list, text, '', type)
    expect([refused.status, refused.at('error', 'code')]).toEqual([400, 'invalid_request'])
    expect(JSON.stringify(refused.body)).toContain(message)
    expect((await test.get(list)).body).toMatchObject({ version: 1, entries: 1 })
  })

  it('is one of as many as the quota allows', async () => {
    for (let count = 0; count < 20; count += 1) await create()
    const refused = await test.post(LISTS, { name: 'One more', kind: 'phone' })
    expect([refused.status, refused.at('error', 'code')]).toEqual([409, 'limit_reached'])
  })
})

describe('a run about someone on a list', () => {
  it('is blocked before a provider is called or money is held, and its error names the list and no person', async () => {
    const list = await create()
    await put(list, 'robin@example.com')
    const { status, body } = await lookUp('Robin@example.com')
    expect(status).toBe(403)
    expect(body).toMatchObject({ status: 'blocked', attempts: [], billing: { charged: null } })
    const message = String(at(body, 'error', 'message'))
    expect(message).toContain(list.slice(LISTS.length + 1))
    expect(JSON.stringify(at(body, 'error'))).not.toContain('robin')
  })

  it.each<[string, object, object]>([
    [
      'a raw run',
      { kind: 'domain', text: 'example.net' },
      { provider: 'hunter', endpoint: '/domain-search', query: { domain: 'www.example.net' } },
    ],
    [
      'a send',
      { kind: 'email', text: 'erin@example.org' },
      { capability: 'email.send', input: { to: 'erin@example.org', subject: 'A question', text: 'Hello' } },
    ],
  ])('is blocked: %s', async (_name, listed, request) => {
    const list = await create({ kind: at(listed, 'kind') })
    await put(list, String(at(listed, 'text')))
    expect((await test.post('/v1/run', request)).at('error', 'code')).toBe('do_not_process')
  })
})
