import { expect } from '@jest/globals'
import { openBrowser } from '../../../support/browser.ts'
import { at, httpClient, membersOf } from '../../../support/http.ts'
import { answerConsent, locationOf } from '../../../support/oauth.ts'
import { until } from '../../../support/until.ts'
import type { Newcomer } from '../newcomer.ts'
import type { CommandPromise, CommandOutput } from '../walk.ts'

const sandbox = (newcomer: Newcomer) => httpClient(newcomer.credential('base_url'), newcomer.credential('test_key'))

/** Opens a page that a command has printed, and presses its main button. */
export async function pressMain({ stdout }: CommandOutput): Promise<void> {
  const url = /http:[^\s"]+\/(?:checkout|connect)\/[^\s"]+/.exec(stdout)?.[0]
  if (url === undefined) throw new Error(`the command printed no page: ${stdout}`)
  const browser = openBrowser()
  const page = await browser.get(url)
  expect([url, page.status]).toEqual([url, 200])
  const action = /<form method="post"(?: action="([^"]+)")?>\s*<button class="main"/.exec(page.text)
  if (action === null) throw new Error(`there is no main button at ${url}: ${page.text}`)
  expect((await browser.post(new URL(action[1] ?? '', url).href, [])).status).toBe(200)
}

const answers =
  (expected: object) =>
  ({ json }: CommandOutput): void => {
    expect(json).toMatchObject(expected)
  }

export const TOUR: Readonly<Record<string, readonly CommandPromise[]>> = {
  'A tour': [{ command: 'alias svc=' }, { command: 'credential()' }],
  'People and keys': [
    { command: '/v1/auth/signup' },
    { command: 'POST /v1/api-keys' },
    { command: 'svc login' },
    {
      command: '/v1/api-keys?days=7',
      check: answers({ items: [{ name: 'my laptop', usage: { runs: 0 } }, { environment: 'test' }] }),
    },
    { command: 'DELETE /v1/api-keys/$ID', check: answers({ revoked: true }) },
    { command: '/v1/auth/signout' },
    { command: 'unset SVC_SESSION_TOKEN' },
    { command: 'svc whoami', exit: 3 },
    { command: 'svc logout' },
  ],
  'The wallet': [
    { command: 'svc wallet top-up 20.00', check: pressMain },
    { command: 'svc wallet transactions --holds', prints: /topup +20\.00[^]* hold +-\d/ },
    { command: 'svc wallet invoices', prints: /20\.00/ },
    {
      command: 'svc wallet auto-top-up',
      async check({ newcomer }) {
        const read = async () => (await sandbox(newcomer).get('/v1/events?types=wallet.topup_failed')).body
        const events = await until(read, (body) => at(body, 'items', '0') !== undefined)
        expect(at(events, 'items', '0', 'data', 'reason')).toBe('monthly_limit')
        const { body } = await sandbox(newcomer).get('/v1/wallet/transactions')
        expect(membersOf(at(body, 'items')).filter(([, item]) => at(item, 'kind') === 'topup')).toHaveLength(3)
      },
    },
  ],
  'Plans and referrals': [
    { command: 'POST /v1/plan', check: pressMain },
    { command: 'GET /v1/plan', check: answers({ plan: 'plus', limits: { discount_percent: 10 } }) },
    // The plan takes 10 % off 0.0143.
    { command: 'svc inspect contact.find', prints: /from +0\.01287 USD/ },
    { command: '/v1/referrals', check: answers({ code: expect.any(String) }) },
  ],
  Tables: [
    { command: 'svc tables on' },
    { command: 'svc tables write leads', prints: /1 inserted/ },
    { command: 'svc run person.enrich', prints: /^succeeded[^]*written +leads +ada@example\.com/m },
    { command: 'svc run person.enrich', prints: /^succeeded[^]*provider +a saved answer[^]*charged +0\.00 USD/m },
    { command: 'svc tables rows leads', prints: /ada@example\.com[^]*enriched/ },
    { command: 'svc suppressions add', prints: /^1 added/ },
    { command: 'svc run email.send', exit: 5, prints: /^blocked/ },
    { command: 'svc history', prints: /person\.enrich/ },
  ],
  'Replies, events and webhooks': [
    { command: 'npm start', startsService: true },
    {
      command: 'node examples/webhook-receiver.mjs',
      readyWhen: /listening/,
      finallyPrints: /^genuine evt_\w+ .*"text":"Tell me more"/m,
    },
    { command: 'svc webhooks listen', readyWhen: /Forwarding to/, finallyPrints: /linkedin\.message_received +204/ },
    { command: 'robin_writes()' },
    {
      command: 'robin_writes msg_1',
      check: async ({ newcomer }) => {
        await waitForReceivedMessages(newcomer, 1)
      },
    },
    { command: 'svc events --types linkedin.message_received', prints: /linkedin\.message_received/ },
    { command: 'svc run linkedin.message', prints: /^succeeded/ },
    { command: 'WEBHOOK=' },
    {
      command: 'robin_writes msg_2',
      check: async ({ newcomer }) => {
        await waitForFirstAttempt(newcomer)
      },
    },
    { command: 'svc webhooks get', prints: /whd_\w+ +pending[^]*401/ },
    { command: 'svc webhooks retry', prints: /^whd_\w+ is pending/ },
    { command: 'svc webhooks delete' },
  ],
  'Your own accounts and inboxes': [
    { command: 'POST /v1/linkedin/accounts', check: pressMain },
    {
      command: 'GET /v1/linkedin/accounts',
      check: answers({ items: [{ status: 'connected' }, { status: 'connected' }] }),
    },
    { command: '/v1/email/inboxes', check: answers({ status: 'active', address: expect.stringMatching(/^sales@/) }) },
  ],
  Watches: [
    { command: 'POST /v1/watch ' },
    {
      command: '/refresh',
      check: ({ at: find }) => expect([find('changed'), find('new', '0')]).toEqual([[], expect.anything()]),
    },
    {
      command: '/refresh',
      check: ({ at: find }) => expect([find('new'), find('unchanged')]).toEqual([[], expect.any(Number)]),
    },
    {
      command: '/v1/watch/$WATCH',
      check: answers({ next_refresh_at: expect.any(String), refreshes: [{ new: 0 }, {}] }),
    },
  ],
  'Connected apps': [
    {
      command: 'node dev/oauth-client.mjs',
      async whileRunning(life, newcomer) {
        const url = /^open (\S+)$/m.exec(await life.prints(/^open (\S+)$/m))?.[1] ?? ''
        const browser = openBrowser()
        const person = { email: newcomer.credential('email'), password: newcomer.credential('password') }
        const back = await answerConsent(locationOf(await browser.get(url), url), person, { browser })
        expect((await fetch(back)).status).toBe(200)
        expect(await life.prints(/\d+ events$/m)).toMatch(/^connected with the scopes: read$/m)
      },
    },
    { command: 'DELETE "/v1/connected-apps/', check: answers({ name: 'dev/oauth-client.mjs' }) },
  ],
  Feedback: [
    { command: 'svc feedback', prints: /accepted/ },
    { command: 'npm run feedback:list', prints: /Find companies that are hiring in Lisbon/ },
  ],
  'The typed client': [{ command: 'node_modules/.bin/node try.ts', prints: /^succeeded \S+@example\.com 0\.0\d+$/m }],
}

/** Waits until this many received messages have become events. */
const waitForReceivedMessages = (newcomer: Newcomer, count: number) =>
  until(
    async () => membersOf((await sandbox(newcomer).get('/v1/events?types=linkedin.message_received')).at('items')),
    (events) => events.length === count,
  )

/** Waits until the first delivery of the endpoint has had an attempt, whatever its answer. */
async function waitForFirstAttempt(newcomer: Newcomer): Promise<void> {
  await waitForReceivedMessages(newcomer, 2)
  const id = String((await sandbox(newcomer).get('/v1/webhooks')).at('items', '0', 'id'))
  await until(
    async () => (await sandbox(newcomer).get(`/v1/webhooks/${id}`)).at('deliveries', '0', 'attempts', '0'),
    (attempt) => attempt !== undefined,
  )
}
