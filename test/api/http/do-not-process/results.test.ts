import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { buildWorkspace } from '../../../build/workspace.ts'
import { at, httpClient, type HttpAnswer, type HttpClient } from '../../../support/http.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'

const LISTS = '/v1/do-not-process'
let service: SharedService
let test: HttpClient
beforeAll(async () => {
  service = await sharedTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  test = httpClient(service.url, (await buildWorkspace(service.db)).keys.test)
})

async function listOf(kind: string, entry: unknown): Promise<void> {
  const made = await test.post(LISTS, { name: 'Objections', kind })
  const path = `${LISTS}/${String(made.at('list_id'))}/entries`
  const put = await test.request(path, { method: 'PUT', text: String(entry), headers: { 'Content-Type': 'text/csv' } })
  expect([put.status, put.at('entries')]).toEqual([200, 1])
}
const run = (request: object): Promise<HttpAnswer> => test.post('/v1/run', request)
const itemsOf = (answer: HttpAnswer): readonly unknown[] => {
  const items = answer.at('result', 'items')
  if (!Array.isArray(items)) throw new Error(answer.text)
  return items
}

describe('a result with someone on a list', () => {
  it('loses the record, which a price for each record does not count', async () => {
    const search = {
      capability: 'person.search',
      input: { titles: ['Engineer'], limit: 5 },
      response: { include_raw: true },
    }
    const before = await run(search)
    const all = itemsOf(before)
    await listOf('linkedin', at(all[1], 'linkedin_url'))
    const after = await run(search)
    expect(itemsOf(after)).toEqual(all.filter((_, index) => index !== 1))
    expect(after.at('removed')).toEqual({ records: 1, billed: expect.any(Boolean) })
    const [full, less] = [before, after].map((answer) => Number(answer.at('billing', 'charged')))
    expect(Number(less) < Number(full)).toBe(after.at('removed', 'billed') === false)
    expect(after.text).not.toContain(String(at(all[1], 'linkedin_url')))
    expect(before.at('removed')).toBeUndefined()
  })

  it('is no result where it is one record, and costs nothing', async () => {
    const find = { capability: 'contact.find', input: { full_name: 'Ada Example', domain: 'example.com' } }
    const before = await run(find)
    await listOf('email', before.at('result', 'email'))
    const { status, body } = await run(find)
    expect([status, at(body, 'error', 'code'), at(body, 'billing', 'charged')]).toEqual([404, 'no_match', null])
    expect(JSON.stringify(body)).not.toContain(String(before.at('result', 'email')))
  })

  it('of a raw run is without its record or empty, and states that it is billed', async () => {
    const call = { provider: 'hunter', endpoint: '/domain-search', query: { domain: 'example.com' } }
    const before = await run(call)
    const emails = at(before.at('result', 'data'), 'data', 'emails')
    if (!Array.isArray(emails)) throw new Error(before.text)
    await listOf('email', at(emails[0], 'value'))
    const after = await run(call)
    expect(at(after.at('result', 'data'), 'data', 'emails')).toEqual(emails.slice(1))
    expect(after.at('removed')).toEqual({ records: 1, billed: true })
  })
})
