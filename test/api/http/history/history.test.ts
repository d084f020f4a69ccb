import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Static } from 'typebox'
import type { History, HistoryOfMany } from '../../../../api/schemas/history.ts'
import { at } from '../../../support/http.ts'
import { type RunAnswer, runClient } from '../../../support/run-client.ts'
import type { SharedService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'

let service: SharedService
/** By kind, in the order in which they were made. */
const made: Record<'found' | 'missed' | 'enriched' | 'sent' | 'invited' | 'searched', string> = {
  found: '',
  missed: '',
  enriched: '',
  sent: '',
  invited: '',
  searched: '',
}
const EMAIL = 'ada.example@acme.example'

const client = (environment: 'test' | 'live' = 'test') => runClient(service.url, service.workspace.keys[environment])
const run = async (capability: string, input: object): Promise<string> => {
  const answer: RunAnswer = await client().run({ capability, input })
  return answer.body.run_id
}

beforeAll(async () => {
  service = await sharedTestService()
  made.found = await run('contact.find', { full_name: 'Ada Example', domain: 'acme.example' })
  made.missed = await run('contact.find', { full_name: 'Ada +no-match', domain: 'acme.example' })
  made.enriched = await run('company.enrich', { domain: 'acme.example' })
  made.sent = await run('email.send', { to: EMAIL, subject: 'A question', text: 'Hello' })
  made.invited = await run('linkedin.invite', { profile_url: 'https://uk.linkedin.com/in/Ada-Example/?trk=x' })
  made.searched = await run('social.search', { platform: 'x', query: 'developer tools', limit: 3 })
})
afterAll(() => service.stop())

const get = (q: string, more = '') => client().call<History>('GET', `/v1/history?q=${encodeURIComponent(q)}${more}`)
const post = (body: unknown) => client().call<Static<typeof HistoryOfMany>>('POST', '/v1/history', body)
const ids = (history: History) => history.items.map(({ run_id }) => run_id)

describe('GET /v1/history', () => {
  it('answers every member, newest first', async () => {
    const { status, body } = await get('Acme.example')
    expect(status).toBe(200)
    expect(body.subject).toEqual({ query: 'Acme.example', kind: 'domain', normalized: 'acme.example' })
    expect(ids(body)).toEqual([made.sent, made.enriched, made.missed, made.found])
    expect(body.items[0]).toMatchObject({
      run_id: made.sent,
      status: 'succeeded',
      kind: 'capability',
      capability: 'email.send',
      endpoint: null,
      input: { to: EMAIL, subject: 'A question', text: 'Hello' },
      matched: { in: 'input', path: '$.to', exact: false },
    })
    expect(body.items[3]).toMatchObject({
      charged: (await client().get(made.found)).body.billing.charged,
      matched: { in: 'input', path: '$.domain', exact: true },
    })
    expect(body.touches).toEqual([
      { run_id: made.sent, capability: 'email.send', channel: 'email', at: expect.any(String) },
    ])
    expect(body.last_touch).toEqual(body.touches[0])
    expect(body.reusable.map(({ run_id }) => run_id)).toEqual([made.enriched, made.found])
    expect(body.by_status).toEqual({ succeeded: 3, no_match: 1 })
    expect(body.by_capability).toEqual({ 'contact.find': 2, 'company.enrich': 1, 'email.send': 1 })
    const charges = await Promise.all(
      [made.found, made.enriched, made.sent].map(async (id) => Number((await client().get(id)).body.billing.charged)),
    )
    expect(Number(body.charged)).toBeCloseTo(
      charges.reduce((sum, charge) => sum + charge, 0),
      6,
    )
    expect([body.first_seen, body.last_seen]).toEqual([body.items[3]?.created_at, body.items[0]?.created_at])
    expect(body.truncated).toBe(false)
    expect(body.hints.join(' ')).toContain(`at \`poll_url\`: GET /v1/runs/${made.enriched}`)
  })

  it('finds an email in the result and in the input', async () => {
    const { body } = await get(EMAIL.toUpperCase())
    expect(body.items.map(({ run_id, matched }) => [run_id, matched])).toEqual([
      [made.sent, { in: 'input', path: '$.to', exact: true }],
      [made.found, { in: 'result', path: '$.email', exact: true }],
    ])
  })

  it.each([
    ['linkedin.com/in/ada-example', '', 'linkedin', 'in/ada-example', 'invited'],
    ['ada-example', '&kind=linkedin', 'linkedin', 'in/ada-example', 'invited'],
    ['Ada Example', '', 'text', 'ada example', 'found'],
    ['Developer Tools', '', 'text', 'developer tools', 'searched'],
  ] as const)('finds %s %s as %s %s', async (q, more, kind, normalized, name) => {
    const { body } = await get(q, more)
    expect(body.subject).toEqual({ query: q, kind, normalized })
    expect(ids(body)).toContain(made[name])
  })

  it('finds the authors of a search by their handles, with and without the platform', async () => {
    const { body: searched } = await client().get(made.searched)
    const handle = at(searched, 'result', 'items', '0', 'handle')
    expect(typeof handle).toBe('string')
    for (const q of [`@${handle}`, `x:${handle}`, `https://x.com/${handle}`])
      expect(ids((await get(q)).body)).toEqual([made.searched])
    expect(ids((await get(`instagram:${handle}`)).body)).toEqual([])
  })

  it('states that there are more, with sums over all of them', async () => {
    const { body } = await get('acme.example', '&limit=1')
    expect(ids(body)).toEqual([made.sent])
    expect(body.truncated).toBe(true)
    expect(body.by_status).toEqual({ succeeded: 3, no_match: 1 })
    expect(body.hints.join(' ')).toContain('limit')
  })

  it('lists every message, however few runs are requested', async () => {
    const send = (subject: string) => run('email.send', { to: 'bea@two-messages.example', subject, text: 'Hello' })
    const first = await send('A question')
    const second = await send('Another question')
    const { body } = await get('bea@two-messages.example', '&limit=1')
    expect(ids(body)).toEqual([second])
    expect(body.touches.map(({ run_id }) => run_id)).toEqual([second, first])
  })

  it('finds every record of a list, by each of its subjects, and so does the request for many', async () => {
    const searched = await run('company.search', { industries: ['software'], limit: 100 })
    const { body } = await client().get(searched)
    const last = at(body, 'result', 'items', '99')
    const texts = ['domain', 'name', 'linkedin_url'].map((member) => String(at(last, member)))
    for (const text of texts) {
      const { items } = (await get(text)).body
      expect(items.find(({ run_id: id }) => id === searched)?.matched).toMatchObject({ in: 'result', exact: true })
    }
    const many = await post({ subjects: texts })
    expect(many.body.totals).toMatchObject({ subjects: 3, seen: 3 })
  })

  it('is empty for an unknown subject', async () => {
    expect((await get('nobody@nowhere.example')).body).toMatchObject({
      items: [],
      touches: [],
      last_touch: null,
      reusable: [],
      by_status: {},
      by_capability: {},
      charged: '0.00',
      first_seen: null,
      last_seen: null,
      truncated: false,
    })
  })

  it('shows a key its own environment only', async () => {
    expect((await client('live').call<History>('GET', '/v1/history?q=acme.example')).body.items).toEqual([])
  })

  it.each([
    ['?q=acme.example&kind=email', '/q'],
    ['?q=%20', '/q'],
    ['', '/q'],
    ['?q=a&kind=person', '/kind'],
    ['?q=a&limit=0', '/limit'],
    ['?q=a&limit=201', '/limit'],
    ['?q=a&subject=b', '/subject'],
    [`?q=${'a'.repeat(2_001)}`, '/q'],
  ])('refuses %s and names %s', async (query, param) => {
    const { status, body } = await client().call<{ error: unknown }>('GET', `/v1/history${query}`)
    expect({ status, error: body.error }).toMatchObject({ status: 400, error: { code: 'invalid_request', param } })
  })

  it('needs a key', async () => {
    expect((await runClient(service.url, 'nobody').call('GET', '/v1/history?q=a')).status).toBe(401)
  })
})

describe('POST /v1/history', () => {
  it('has a row for each subject in order, and totals', async () => {
    const subjects = [
      'acme.example',
      EMAIL,
      'nobody@nowhere.example',
      'https://linkedin.com/in/ada-example',
      ' ',
      'acme.example',
    ]
    const { status, body } = await post({ subjects })
    expect(status).toBe(200)
    expect(body.items.map(({ subject }) => subject)).toEqual(subjects)
    expect(body.totals).toEqual({ subjects: 6, seen: 4, unseen: 1, contacted: 4, errors: 1 })
    const single = (await get('acme.example')).body
    expect(body.items[0]).toEqual({
      subject: 'acme.example',
      kind: 'domain',
      seen: true,
      count: 4,
      last_seen: single.last_seen,
      contacted: true,
      last_touch: single.last_touch,
      reusable: single.reusable[0],
    })
    expect(body.items[5]).toEqual(body.items[0])
    expect(body.items[2]).toEqual({
      subject: subjects[2],
      kind: 'email',
      seen: false,
      count: 0,
      last_seen: null,
      contacted: false,
      last_touch: null,
      reusable: null,
    })
    expect(body.items[4]).toMatchObject({ subject: ' ', error: { code: 'invalid_request' } })
  })

  it('has an error row for what does not read as the kind', async () => {
    const { status, body } = await post({ subjects: ['acme.example', EMAIL], kind: 'email' })
    expect(status).toBe(200)
    expect(body.items).toMatchObject([
      { subject: 'acme.example', error: { code: 'invalid_request', message: expect.stringContaining('email') } },
      { subject: EMAIL, seen: true },
    ])
    expect(body.totals).toEqual({ subjects: 2, seen: 1, unseen: 0, contacted: 1, errors: 1 })
  })

  it('states why, such as a missing country code', async () => {
    const message = 'The country code is missing. Write the number with it, like +14155550132.'
    const { body } = await post({ subjects: ['030 1234567'], kind: 'phone' })
    expect(body.items).toMatchObject([{ error: { code: 'invalid_request', message } }])
  })

  it('takes two hundred, and no more', async () => {
    expect(
      (await post({ subjects: Array.from({ length: 200 }, (_, number) => `p${number}@acme.example`) })).body.totals,
    ).toEqual({ subjects: 200, seen: 0, unseen: 200, contacted: 0, errors: 0 })
    for (const subjects of [Array.from({ length: 201 }, () => 'a'), [], [1], undefined])
      expect((await post({ subjects })).status).toBe(400)
    expect((await post({ subjects: ['a'], limit: 1 })).status).toBe(400)
  })

  it('answers any text: as an unknown name, or with an error in its row', async () => {
    const subjects = [
      '\u200B',
      "'; drop table run; --",
      '%',
      '!!!',
      '__proto__',
      'x:',
      '@',
      'https://',
      '+',
      '{}',
      'a'.repeat(3_000),
    ]
    const { status, body } = await post({ subjects })
    expect(status).toBe(200)
    expect(body.totals).toEqual({ subjects: 11, seen: 0, unseen: 9, contacted: 0, errors: 2 })
    for (const q of subjects.slice(1, -1)) expect([q, (await get(q)).status]).toEqual([q, 200])
    expect(
      await Promise.all(
        ['%00', '%ED%A0%80', '%E2%80%8B'].map(async (q) => (await client().call('GET', `/v1/history?q=${q}`)).status),
      ),
    ).toEqual([400, 200, 400])
  })
})

describe('a message whose input does not name those it reached', () => {
  it('is an item of those it touched, with its touch', async () => {
    const features = await client().call('POST', '/v1/features', { tables: true })
    const profile = 'https://www.linkedin.com/in/robin-rowley'
    const written = await client().call('POST', '/v1/tables/reached/rows', {
      rows: [{ email: 'robin.rowley@acme.example', linkedin_url: profile }],
    })
    expect([features.status, written.status]).toEqual([200, 200])
    const { body: sent } = await client().run({
      capability: 'email.send',
      input: { to: 'robin@home.example', subject: 'A question', text: 'Hello' },
      record: { table: 'reached', key: 'robin.rowley@acme.example' },
    })
    const { body } = await get(profile)
    expect(body).toMatchObject({
      items: [{ run_id: sent.run_id, matched: { in: 'input', path: '$', exact: true } }],
      touches: [{ run_id: sent.run_id, channel: 'email' }],
      by_capability: { 'email.send': 1 },
    })
    expect((await get('robin@home.example')).body.items).toMatchObject([
      { run_id: sent.run_id, matched: { path: '$.to' } },
    ])
    expect((await post({ subjects: [profile] })).body.items).toMatchObject([{ seen: true, count: 1, contacted: true }])
  })
})
