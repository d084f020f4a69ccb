import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type HttpClient, httpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { type ChangingWeb, startChangingWeb, watchTheWeb } from '../../../support/web-search.ts'

let web: ChangingWeb
let service: TestService
let client: HttpClient
beforeAll(async () => {
  web = await startChangingWeb()
  service = await startTestService({ providers: web.settings })
  client = httpClient(service.url, service.workspace.keys.live)
}, 120_000)
afterAll(async () => {
  await service.stop()
  await web.close()
})

const makeWatch = async (more: Readonly<Record<string, unknown>> = {}, of: HttpClient = client): Promise<string> => {
  const made = await of.post('/v1/watch', watchTheWeb(more))
  expect([made.status, made.text]).toEqual([200, expect.any(String)])
  return String(made.at('id'))
}

const refresh = (id: string, of: HttpClient = client) => of.post(`/v1/watch/${id}/refresh`)
const page = (name: string, title = 'Sample') => ({ url: `https://example.com/${name}`, title })

describe('a refresh by hand', () => {
  it('answers only what is new or has changed, whatever moves by itself', async () => {
    const id = await makeWatch()
    web.lists(page('a'), page('b'))
    const first = await refresh(id)
    expect([first.status, first.text]).toEqual([200, expect.any(String)])
    expect(first.body).toMatchObject({ watch_id: id, state: 'done', status: 'succeeded', changed: [], unchanged: 0, left_out: 0 })
    expect(first.at('new')).toMatchObject([{ url: 'https://example.com/a' }, { url: 'https://example.com/b' }])

    const second = await refresh(id)
    expect(second.body).toMatchObject({ new: [], changed: [], unchanged: 2 })

    web.lists(page('c'), page('b', 'Another title'), page('a'))
    const third = await refresh(id)
    expect(third.body).toMatchObject({
      new: [{ url: 'https://example.com/c' }], unchanged: 1,
      changed: [{ before: { url: 'https://example.com/b', title: 'Sample' }, after: { url: 'https://example.com/b', title: 'Another title' } }],
    })
  })
})
