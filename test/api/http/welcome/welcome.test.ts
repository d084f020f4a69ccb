import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type HttpClient, httpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

let service: TestService
let client: HttpClient
beforeAll(async () => {
  service = await startTestService({ worker: false })
  client = httpClient(service.url, service.workspace.keys.test)
}, 120_000)
afterAll(() => service.stop())

/** As a browser requests it, without a key. */
async function open(url: string): Promise<{ status: number; type: string | null; html: string }> {
  const response = await fetch(url)
  return { status: response.status, type: response.headers.get('content-type'), html: await response.text() }
}

describe("an address for people in the API's answers", () => {
  it('leads to a page with the code of a referral, and that code signs up', async () => {
    const referrals = await client.get('/v1/referrals')
    const { status, type, html } = await open(String(referrals.at('url')))
    expect([status, type]).toEqual([200, 'text/html; charset=utf-8'])
    const shown = /-d '(\{[^']+\})'/.exec(html)?.[1] ?? '{}'
    expect(JSON.parse(shown)).toMatchObject({ referral_code: referrals.at('code') })
    expect((await httpClient(service.url).post('/v1/auth/signup', JSON.parse(shown))).status).toBe(200)
  })

  it.each(['', '/?ref=', '/?ref=%3Cscript%3Ealert(1)%3C/script%3E', '/?ref=a&ref=b', '/?session_id=cs_1'])(
    'leads to the same page from %j, without any of its text',
    async (path) => {
      const { status, html } = await open(`${service.url}${path}`)
      expect([status, html]).toEqual([200, (await open(`${service.url}/`)).html])
      expect(html).not.toMatch(/referral|script|cs_1/)
    },
  )

  it('explains the request for a top-up, which is accepted', async () => {
    const { status, html } = await open(`${service.url}/v1/wallet/topups/checkout`)
    expect(status).toBe(200)
    const shown = /-d '(\{[^']+\})'/.exec(html)?.[1] ?? '{}'
    expect((await client.post('/v1/wallet/topups/checkout', JSON.parse(shown))).body).toMatchObject({
      checkout_url: expect.stringMatching(/^http/),
    })
  })
})
