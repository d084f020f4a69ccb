import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Client } from '@modelcontextprotocol/client'
import { enter, type Person, signUpPerson } from '../api/dashboard/person.ts'
import { sendForm, sendServed } from '../api/dashboard/send-form.ts'
import { type Browser, openBrowser } from '../support/browser.ts'
import { at, httpClient, type HttpClient } from '../support/http.ts'
import { runActor } from '../support/live-providers.ts'
import { callTool, connectMcp, tokensRead, type ToolAnswer } from '../support/mcp.ts'
import { type Stage, startStage } from '../support/stage.ts'
import { succeeded } from './newcomer.ts'

let stage: Stage
let person: Person
let browser: Browser
/** The session of the person, first in their own workspace and then in the agent's. */
let session: HttpClient
let agent: HttpClient
let claimUrl = ''
/** The page that the person saw after it. */
let adopted = ''
let client: Client
const clients: Client[] = []
beforeAll(async () => {
  stage = await startStage()
}, 120_000)
afterAll(async () => {
  await Promise.all(clients.map((one) => one.close()))
  await stage.stop()
})

const TOKENS_MAX = 6_000
const POSTS = 1_000

async function call(tool: string, args: Readonly<Record<string, unknown>>): Promise<ToolAnswer> {
  const answer = await callTool(client, tool, args)
  expect(tokensRead(answer.result)).toBeLessThanOrEqual(TOKENS_MAX)
  return answer
}

async function connect(key: string): Promise<void> {
  client = await connectMcp(stage.service.url, key)
  clients.push(client)
}

/** It costs 1.43 dollars. */
const search = () =>
  call('run', {
    capability: 'person.search',
    input: { titles: ['Head of Examples'], limit: 100 },
    routing: { provider: 'apollo' },
    max_tokens: 1_000,
  })

/** One after the other, as one agent and one person go. */
describe('an agent that begins with nothing but the URL', () => {
  it('reads how to sign up, signs up, and runs in the sandbox', async () => {
    const anonymous = httpClient(stage.service.url)
    const guide = await anonymous.get('/auth.md')
    expect(guide.text).toContain('POST')
    expect(guide.text).toContain('/v1/agents/signup')
    const made = await anonymous.post('/v1/agents/signup', { name: 'Research agent' })
    expect(made.status).toBe(201)
    claimUrl = String(made.at('claim_url'))
    agent = httpClient(stage.service.url, String(made.at('test_key')))
    await connect(String(made.at('test_key')))
    const found = await call('discover', { query: 'work email of a person' })
    const capability = at(found.body, 'items', '0', 'capability')
    expect(capability).toBe('contact.find')
    const ran = await call('run', { capability, input: { full_name: 'Ada Example', domain: 'example.com' } })
    expect([ran.at('status'), ran.at('simulated')]).toEqual(['succeeded', true])
    expect((await agent.get('/v1/agents/me')).at('live_key')).toBe('none')
  })

  it('is adopted by a person with a budget of five dollars, and takes its live key', async () => {
    const { url } = stage.service
    person = await signUpPerson(url, 'Own')
    browser = await enter(openBrowser(), url, person)
    const location = (await browser.get(claimUrl)).headers.get('location') ?? ''
    const changed = { amount: '5.00', period: 'total' }
    adopted = (await sendForm(browser, `${url}${location}`, { form: 'claim', changed })).text
    expect(adopted).toContain('$5.00')
    const taken = await agent.post('/v1/agents/live-key')
    expect(taken.status).toBe(200)
    await connect(String(taken.at('api_key')))
    const early = await search()
    expect([early.isError, early.at('error', 'code')]).toEqual([true, 'insufficient_balance'])
    expect(early.at('error', 'topup_url')).toMatch(/^https?:\/\//u)
  })

  it('runs live, once the person has topped up, until its budget ends', async () => {
    const { url } = stage.service
    const workspace_id = (await agent.get('/v1/auth/me')).at('workspace', 'id')
    const own = httpClient(url, person.token)
    const moved = succeeded(await own.post('/v1/auth/workspace', { workspace_id }))
    session = httpClient(url, String(moved.at('session_token')))
    const opened = succeeded(await session.post('/v1/wallet/topups/checkout', { amount: '100.00' }))
    const page = new URL(String(opened.at('checkout_url')))
    succeeded(await httpClient(url).post(`${page.pathname}/pay?card=works`))
    for (let run = 0; run < 3; run += 1) expect((await search()).at('status')).toBe('succeeded')
    const refused = await search()
    expect(refused.at('error')).toMatchObject({ code: 'budget_exceeded', controls: ['key_budget'], resets_at: null })
    expect(Number(refused.at('error', 'remaining'))).toBeLessThan(1.43)
  })

  it('sends a mail after the person has approved it on the page', async () => {
    const { url } = stage.service
    const keys = succeeded(await session.get('/v1/api-keys'))
    const live = Object(keys.at('items')).find((key: unknown) => at(key, 'environment') === 'live')
    const more = { method: 'PATCH', body: { budget: { amount: '30.00', period: 'total' } } }
    succeeded(await session.request(`/v1/api-keys/${String(at(live, 'id'))}`, more))
    succeeded(await session.put('/v1/approval-policy', { runs_above: null, sends: 'always', raw_writes: false }))
    succeeded(await session.post('/v1/email/inboxes', { username: 'agent-from-nothing' }))
    const input = { to: 'kim-agent-walk@example.com', subject: 'A question', text: 'Do you have a minute?' }
    const waiting = await call('run', { capability: 'email.send', input })
    expect([waiting.at('status'), waiting.at('billing', 'charged')]).toEqual(['awaiting_approval', null])
    const switched = await sendServed(browser, `${url}/dashboard/switch-workspace`, { page: adopted, form: 'switch' })
    expect(switched.status).toBe(303)
    const approval = String(waiting.at('approval', 'url'))
    expect((await sendForm(browser, approval, { form: 'approve' })).status).toBe(303)
    const sent = await call('get_run', { run_id: waiting.at('run_id'), wait: 60 })
    expect(sent.at('status')).toBe('succeeded')
  })

  it('reads a thousand posts by slices, none above its budget of tokens', async () => {
    const items = Array.from({ length: POSTS }, (_, index) => ({
      url: `https://www.instagram.com/p/post-${index}/`,
      caption: `Post number ${index}, with some words about shoes and the people who wear them.`,
      likesCount: index,
    }))
    await stage.happen('apify', 'runs_behave', { items })
    let answer = await call(
      'run',
      runActor({ input: { search: 'shoes', resultsLimit: POSTS }, routing: { max_cost: '8.00' } }),
    )
    expect(answer.at('status')).toBe('succeeded')
    const rest = Object(answer.at('cut', 'rest', 'arguments'))
    const read = [...urlsIn(answer.at('result', 'data', 'items'))]
    for (let offset: unknown = rest.offset; offset !== null; offset = answer.at('slice', 'next_offset')) {
      answer = await call('get_run', { ...rest, offset, limit: 100 })
      read.push(...urlsIn(answer.at('slice', 'value')))
    }
    expect(read).toEqual(items.map(({ url }) => url))
  })
})

const urlsIn = (posts: unknown): unknown[] => Object(posts).map((post: unknown) => at(post, 'url'))
