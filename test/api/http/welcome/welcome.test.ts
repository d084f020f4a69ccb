import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { servedText } from '../../../support/html-form.ts'
import { type HttpClient, httpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

let service: TestService
let client: HttpClient
beforeAll(async () => {
  service = await startTestService({ worker: false })
  client = httpClient(service.url, service.workspace.keys.test)
}, 120_000)
afterAll(() => service.stop())

const amountIn = (shown: string | undefined): number | string =>
  shown?.startsWith('$') === true ? Number(shown.slice(1)) : (shown ?? '')

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
    const shown = /-d '(\{[^']+\})'/.exec(servedText(html, 'sign-up-call') ?? '')?.[1] ?? '{}'
    expect(JSON.parse(shown)).toMatchObject({ referral_code: referrals.at('code') })
    expect((await httpClient(service.url).post('/v1/auth/signup', JSON.parse(shown))).status).toBe(200)
  })

  it.each(['', '/?ref=', '/?ref=%3Cscript%3Ealert(1)%3C/script%3E', '/?ref=a&ref=b', '/?session_id=cs_1'])(
    'leads to the same page from %j, without any of its text',
    async (path) => {
      const { status, html } = await open(`${service.url}${path}`)
      expect([status, html]).toEqual([200, (await open(`${service.url}/`)).html])
      expect(html).not.toMatch(/referral|<script|cs_1/)
    },
  )

  it('has every capability of the catalog with its providers, and prices as inspect shows them', async () => {
    const { html } = await open(`${service.url}/`)
    const live = httpClient(service.url, service.workspace.keys.live)
    const { items }: { items: { capability: string; title: string; providers: string[] }[] } = JSON.parse(
      (await live.get('/v1/catalog/capabilities')).text,
    )
    expect(items).toHaveLength(39)
    for (const { capability, title, providers } of items) {
      const shown = servedText(html, capability) ?? ''
      expect(shown).toContain(title)
      expect(shown).toMatch(new RegExp(`\\b${providers.length} providers?\\b`))
      const { offers }: { offers: { price: { amount: string } }[] } = JSON.parse(
        (await live.post('/v1/inspect', { capability })).text,
      )
      const prices = offers.map(({ price }) => Number(price.amount)).toSorted((one, other) => one - other)
      const expected = [prices.at(0), prices.at(-1)].map((price) => (price === 0 ? 'Free' : price))
      const found = /(\$[\d.]+|Free)(?: – (\$[\d.]+))?/.exec(shown) ?? []
      expect([capability, ...[found[1], found[2] ?? found[1]].map(amountIn)]).toEqual([capability, ...expected])
    }
  })

  it('shows a call with its answer, needs no script, and weighs at most 60 KB with its style', async () => {
    const { html } = await open(`${service.url}/`)
    expect(servedText(html, 'main')).toContain('"email": "ada.example@example.com"')
    const [, style = ''] = /rel="stylesheet" href="([^"]+)"/.exec(html) ?? []
    const bytes = [html, (await open(`${service.url}${style}`)).html].map((text) => gzipSync(text).length)
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(60 * 1_024)
  })

  it('explains the request for a top-up, which is accepted', async () => {
    const { status, html } = await open(`${service.url}/v1/wallet/topups/checkout`)
    expect(status).toBe(200)
    const shown = /-d '(\{[^']+\})'/.exec(html)?.[1] ?? '{}'
    expect((await client.post('/v1/wallet/topups/checkout', JSON.parse(shown))).body).toMatchObject({
      checkout_url: expect.stringMatching(/^http/),
    })
  })
})
