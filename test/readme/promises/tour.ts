import { expect } from '@jest/globals'
import { openBrowser } from '../../support/browser.ts'
import { at, httpClient, membersOf } from '../../support/http.ts'
import { answerConsent, locationOf } from '../../support/oauth.ts'
import { until } from '../../support/until.ts'
import type { Newcomer } from '../newcomer.ts'
import type { Promised, Told } from '../walk.ts'

const sandbox = (newcomer: Newcomer) => httpClient(newcomer.credential('base_url'), newcomer.credential('test_key'))

/** Opens a page that an answer names, and presses its main button. */
async function pressMain(url: string): Promise<void> {
  const browser = openBrowser()
  const page = await browser.get(url)
  expect([url, page.status]).toEqual([url, 200])
  const action = /<form method="post"(?: action="([^"]+)")?><button class="main"/.exec(page.text)
  if (action === null) throw new Error(`there is no main button at ${url}: ${page.text}`)
  expect((await browser.post(new URL(action[1] ?? '', url).href, [])).status).toBe(200)
}

const pay = async ({ at: find }: Told): Promise<void> => pressMain(String(find('checkout_url')))
const answers = (expected: object) => ({ json }: Told): void => { expect(json).toMatchObject(expected) }

export const TOUR: Readonly<Record<string, readonly Promised[]>> = {
  'A tour': [{ command: 'credential()' }, { command: 'field()' }, { command: 'KEY=' }, { command: 'as()' }, { command: 'call()' }, { command: 'my()' }],
  'People and keys': [
    { command: '/v1/auth/signup' },
    { command: '/v1/api-keys -d' },
    { command: '/v1/api-keys?days=7', holds: answers({ items: [{ name: 'my laptop', usage: { runs: 0 } }, { environment: 'test' }] }) },
    { command: '/v1/api-keys/$ID -X DELETE', holds: answers({ revoked: true }) },
    { command: '/v1/auth/signout' },
  ],
  'The wallet': [
    { command: '/v1/wallet/topups/checkout', holds: pay },
    { command: '/v1/wallet/transactions', holds: answers({ items: expect.arrayContaining([expect.objectContaining({ kind: 'topup', amount: '20.00' }), expect.objectContaining({ kind: 'hold' })]) }) },
    { command: '/v1/wallet/invoices', holds: answers({ items: [{ total: '20.00', simulated: true }] }) },
    {
      command: '/v1/wallet/auto-topup',
      async holds({ newcomer }) {
        const read = async () => (await sandbox(newcomer).get('/v1/events?types=wallet.topup_failed')).body
        const events = await until(read, (body) => at(body, 'items', '0') !== undefined)
        expect(at(events, 'items', '0', 'data', 'reason')).toBe('monthly_limit')
        const { body } = await sandbox(newcomer).get('/v1/wallet/transactions?limit=20')
        expect(membersOf(at(body, 'items')).filter(([, item]) => at(item, 'kind') === 'topup')).toHaveLength(3)
      },
    },
  ],
  'Plans and referrals': [
    { command: 'my /v1/plan', holds: pay },
    { command: 'call /v1/plan', holds: answers({ plan: 'plus' }) },
    { command: '/v1/inspect', holds: answers({ capability: 'contact.find' }) },
    { command: '/v1/referrals', holds: answers({ code: expect.any(String) }) },
  ],
  Tables: [
    { command: '/v1/features', holds: answers({ tables: { enabled: true } }) },
    { command: '/v1/tables/leads/rows' },
    { command: '/v1/run', holds: answers({ status: 'succeeded', table: { name: 'leads' } }) },
    { command: '/v1/suppressions', holds: answers({ added: 1 }) },
    { command: '/v1/history', holds: answers({ items: [{ subject: 'ada@example.com', seen: true }, { subject: 'example.org' }] }) },
  ],
  'Replies, as events and webhooks': [
    { command: 'npm start', starts: true },
    { command: '/v1/webhooks -d' },
    { command: 'WEBHOOK=' },
    { command: 'node ops/webhook-receiver.mjs', goesOn: /listening/ },
    { command: '/test -X POST', holds: answers({ delivered: true, status_code: 204 }) },
    { command: '/v1/inbound/unipile' },
    { command: '/v1/events?types=linkedin.message_received&wait=30', holds: answers({ items: expect.arrayContaining([expect.objectContaining({ type: 'linkedin.message_received' })]) }) },
    { command: 'linkedin.message', holds: answers({ status: 'succeeded' }) },
  ],
  'Accounts and inboxes of your own': [
    { command: '/v1/linkedin/accounts -X POST', holds: ({ at: find }) => pressMain(String(find('connect_url'))) },
    { command: '/v1/linkedin/accounts', holds: answers({ items: [{ status: 'connected' }, { status: 'connected' }] }) },
    { command: '/v1/email/inboxes', holds: answers({ status: 'active' }) },
  ],
  Watches: [
    { command: '/v1/watch -d' },
    { command: '/refresh', holds: ({ at: find }) => expect([find('changed'), find('new', '0')]).toEqual([[], expect.anything()]) },
    { command: '/refresh', holds: ({ at: find }) => expect([find('new'), find('unchanged')]).toEqual([[], expect.any(Number)]) },
    { command: '/v1/watch/$WATCH', holds: answers({ next_refresh_at: expect.any(String), refreshes: [{ new: 0 }, {}] }) },
  ],
  'Apps of others': [
    {
      command: 'node ops/oauth-client.mjs',
      async meanwhile(life, newcomer) {
        const url = /^open (\S+)$/m.exec(await life.says(/^open (\S+)$/m))?.[1] ?? ''
        const browser = openBrowser()
        const person = { email: newcomer.credential('email'), password: newcomer.credential('password') }
        const back = await answerConsent(locationOf(await browser.get(url), url), person, { browser })
        expect((await fetch(back)).status).toBe(200)
        expect(await life.says(/\d+ events$/m)).toMatch(/^connected with the scopes: read$/m)
      },
    },
    { command: 'APP=' },
    { command: '/v1/connected-apps/$APP -X DELETE' },
  ],
  Feedback: [
    { command: '/feedback', holds: answers({ status: 'accepted' }) },
    { command: 'npm run feedback:list', prints: /Find companies that hire in Lisbon/ },
  ],
}
