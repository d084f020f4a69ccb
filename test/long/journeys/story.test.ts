import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Newcomer, newcomer, succeeded } from '../../journeys/newcomer.ts'
import { buy } from '../../journeys/play.ts'
import { inboxOfDomain } from '../../journeys/senders.ts'
import { type Stage, startStage } from '../../journeys/stage.ts'
import { connectAll, driftsOf } from '../../journeys/walk.ts'
import { at } from '../../support/http.ts'
import { until } from '../../support/until.ts'

let stage: Stage
let customer: Newcomer
beforeAll(async () => {
  stage = await startStage()
  customer = await newcomer(stage.service.url, '100.00')
}, 120_000)
afterAll(() => stage.stop())

const WAIT_SECONDS = 30
const PERSON = 'robin.story@example.com'

const letter = (inbox_id: string, more: object = {}) => ({
  capability: 'email.send',
  input: { inbox_id, to: PERSON, subject: 'A question', text: 'Do you have a minute?', ...more },
})

/** A run that has ended well. */
async function bought(request: object, { runs }: Newcomer = customer) {
  const { body } = await runs.run(request)
  const run = body.done ? body : (await runs.get(body.run_id, WAIT_SECONDS)).body
  expect([run.status, run.error ?? null]).toEqual(['succeeded', null])
  return run
}

async function makeInbox({ live }: Newcomer, username: string) {
  const inbox = succeeded(await live.post('/v1/email/inboxes', { username }))
  return { id: String(inbox.at('inbox_id')), address: String(inbox.at('address')) }
}

/** `List-Unsubscribe` of a mail, as the provider has it. */
async function headerOf(inbox: string, message: string): Promise<string> {
  const answer = await fetch(
    `${stage.twins.url}/agentmail/v0/inboxes/${inbox}/messages/${encodeURIComponent(message)}`,
    { headers: { authorization: 'Bearer twin_agentmail_platform' } },
  )
  return String(at(await answer.json(), 'headers', 'List-Unsubscribe'))
}

async function clickOn(header: string): Promise<void> {
  const [, link = 'no link'] = /<(https?:[^>]+)>/.exec(header) ?? []
  const clicked = await fetch(link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(clicked.status).toBe(200)
}

async function mailTo(header: string, { address, person }: { address: string; person: string }): Promise<void> {
  const [, mailbox = '', subject = ''] = /<mailto:([^?>]+)\?subject=([^>&]+)>/.exec(header) ?? []
  expect(decodeURI(mailbox)).toBe(address)
  await stage.happen('agentmail', 'mail_arrives', { to: address, from: person, subject: decodeURIComponent(subject) })
}

describe('a newcomer, by HTTP alone', () => {
  it('sends from a verified domain', async () => {
    const inbox = await inboxOfDomain(customer.live, stage, { username: 'sales', domain: 'mail.story.example.com' })
    const run = await bought(letter(inbox))
    expect([run.provider, run.billing.platform_funded]).toEqual(['resend', true])
  })

  it('receives a reply, and answers it in its thread', async () => {
    const { id, address } = await makeInbox(customer, 'story')
    const { result } = await bought(letter(id, { to: 'robin.reply@example.com' }))
    const reply = await stage.happen('agentmail', 'mail_arrives', {
      to: address,
      from: 'robin.reply@example.com',
      in_reply_to: at(result, 'message_id'),
    })
    await until(
      async () => (await customer.live.get('/v1/events?limit=100')).text,
      (events) => events.includes(String(reply['message_id'])),
      WAIT_SECONDS,
    )
    const answered = await bought(letter(id, { to: 'robin.reply@example.com', in_reply_to: reply['message_id'] }))
    expect([at(answered.result, 'thread_id'), reply['thread_id']]).toEqual(Array(2).fill(at(result, 'thread_id')))
  })

  it.each([
    ['one click', 'robin.click@example.com', clickOn],
    ['a mail', 'robin.mail@example.com', mailTo],
  ] as const)('sends no more to a person who unsubscribes by %s', async (_, person, unsubscribe) => {
    // Suppressions apply once tables are on.
    succeeded(await customer.session.post('/v1/features', { tables: true }))
    const { id, address } = await makeInbox(customer, person.replace(/\W.*$/, '') + person.length)
    const again = { ...letter(id, { to: person }), routing: { allow_repeat: true } }
    const { result } = await bought(again)
    await unsubscribe(await headerOf(address, String(at(result, 'message_id'))), { address, person })
    await until(
      async () => (await customer.live.get('/v1/suppressions')).text,
      (suppressions) => suppressions.includes(person),
      WAIT_SECONDS,
    )
    const refused = await buy(customer, 'another send', again)
    expect([refused.delivered, refused.why]).toEqual([false, expect.stringContaining('suppressed')])
    expect((await customer.live.get('/v1/events?limit=100')).text).toContain('email.unsubscribed')
  })

  it('buys a hundred companies, and finds the hundredth in the history', async () => {
    const { run_id, result } = await bought({
      capability: 'company.search',
      input: { industries: ['Software'], limit: 100 },
      routing: { provider: 'peopledatalabs' },
    })
    const domain = String(at(result, 'items', '99', 'domain'))
    const history = succeeded(await customer.live.get(`/v1/history?q=${domain}`))
    expect([domain, history.at('items', '0', 'run_id')]).toEqual(['example-100.com', run_id])
  })

  it('buys an actor run of five dollars, and gets its final bill', async () => {
    const run = await bought({
      provider: 'apify',
      endpoint: '/v2/actors/{actorId}/runs',
      path: { actorId: 'someone~invented-actor' },
      input: { maxItems: 1_000 },
      routing: { max_cost: '7.15' },
    })
    expect([run.billing.quoted, run.billing.charged, at(run.result, 'data', 'items', '999')]).toEqual([
      '7.15',
      '4.29',
      expect.anything(),
    ])
    await stage.happen('apify', 'billed', { run_id: at(run.result, 'data', 'run', 'id'), cost: 5 })
    const billed = await until(
      async () => (await customer.runs.get(run.run_id)).body,
      ({ usage_charges = [] }) => usage_charges.length > 0,
      WAIT_SECONDS,
    )
    expect(billed.usage_charges).toMatchObject([{ amount: '2.86', reason: 'provider_final_bill' }])
  })

  it('does the same with own accounts, free of charge', async () => {
    const owner = await newcomer(stage.service.url, null)
    expect(await connectAll(owner, stage)).toEqual([])
    const { id, address } = await makeInbox(owner, 'own-story')
    const { billing } = await bought(letter(id), owner)
    expect([Number(billing.charged), billing.platform_funded]).toEqual([0, false])
    expect(stage.twins.world.calls.findLast(({ twin }) => twin === 'agentmail')).toMatchObject({
      account: 'twin_agentmail_own',
      status: 200,
    })
    const reply = await stage.happen('agentmail', 'mail_arrives', { to: address, from: PERSON })
    await until(
      async () => (await owner.live.get('/v1/events?limit=100')).text,
      (events) => events.includes(String(reply['message_id'])),
      WAIT_SECONDS,
    )
    const answered = await bought(letter(id, { in_reply_to: reply['message_id'] }), owner)
    expect([Number(answered.billing.charged), at(answered.result, 'thread_id')]).toEqual([0, reply['thread_id']])
  })

  it('leaves a ledger that proves', async () => {
    expect(await driftsOf(stage)).toEqual([])
  })
})
