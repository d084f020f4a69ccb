import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { addKnownIssue } from '../../../../db/catalog/feedback/known-issues.ts'
import { listFeedback } from '../../../../db/catalog/feedback/reports.ts'
import { httpClient, type HttpClient } from '../../../support/http.ts'
import { tablesThatHold } from '../../../support/plaintext.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { sharedTestService } from '../../../support/shared-service.ts'
import { INVALID, NOT_OURS, VALID } from './cases.ts'

let service: TestService
let client: HttpClient
beforeAll(async () => {
  service = await startTestService({ worker: false, env: { TRUSTED_PROXIES: '127.0.0.0/8,::1/128' } })
  client = httpClient(service.url, null)
})
afterAll(() => service.stop())

let addresses = 0
/** A client address that no limit has counted. */
const freshAddress = (): string => `203.0.113.${(addresses += 1)}`
const send = (report: unknown, from = freshAddress()) => client.post('/feedback', report, { 'X-Forwarded-For': from })
const kept = () => listFeedback(service.db, { since: new Date(0), type: null, limit: 1_000 })
const REPORT = { type: 'bug', goal: 'Find an address', message: 'The answer was empty.' }

describe('POST /feedback', () => {
  it('stores a report of any sender and confirms it', async () => {
    const answer = await send({
      ...REPORT,
      endpoint: 'contact.find',
      request_id: 'run_01jd3k9v8h2m4n6p8q0r2s4t6v',
      session_id: 'task-1',
    })
    expect([answer.status, answer.body]).toEqual([
      202,
      { id: expect.stringMatching(/^fb_/), status: 'accepted', received_at: expect.any(String) },
    ])
    expect((await kept()).find(({ id }) => id === answer.at('id'))?.report).toEqual({
      ...REPORT,
      endpoint: 'contact.find',
      request_id: 'run_01jd3k9v8h2m4n6p8q0r2s4t6v',
      session_id: 'task-1',
    })
  })

  it('answers the same whether the named run exists or not, and with any credential', async () => {
    const {
      rows: [run],
    } = await service.db.pool.query<{ count: string }>('select count(*) from run')
    expect(run?.count).toBe('0')
    for (const authorization of ['Bearer nonsense', `Bearer ${service.workspace.keys.live}`]) {
      const answer = await client.post(
        '/feedback',
        { ...REPORT, request_id: 'run_00000000000000000000000000' },
        { 'X-Forwarded-For': freshAddress(), authorization },
      )
      expect(answer.status).toBe(202)
    }
  })

  it('stores no secret, card number or address, in any member', async () => {
    const planted = ['sk_live_canary0000000000', '4242424242424242', 'canary@example.com', 'canary-password-1']
    const [token, card, email, password] = planted
    const answer = await send({
      type: 'other',
      goal: `Write to ${email}`,
      message: `Key ${token} and card ${card}`,
      endpoint: `/v1/x?to=${email}`,
      expected: `password=${password}`,
      suggestion: `${card}`,
      workaround_description: `${token}`,
      request_id: `${card}`,
      session_id: `${email}`,
      agent: { name: `${email}`, version: `${token}`, model: `${card}`, framework: `${token}` },
      evidence: {
        status_code: 400,
        response_excerpt: `{"password":"${password}"}`,
        request: { headers: { 'X-Api-Key': password }, deep: [{ [`${email}`]: [card, Number(card)] }] },
      },
    })
    expect(answer.status).toBe(202)
    for (const canary of planted)
      expect({ canary, tables: await tablesThatHold(service.db, canary) }).toEqual({ canary, tables: [] })
    expect(service.logLines.filter((line) => planted.some((canary) => line.includes(canary)))).toEqual([])
  })

  it('names a known issue', async () => {
    const id = await addKnownIssue(service.db, {
      title: 'Empty phone answers',
      status: 'in_progress',
      workaround: 'Send the country.',
      matcher: { endpoint: 'contact.phone', types: ['bug'], words: ['empty'] },
    })
    expect((await send({ ...REPORT, endpoint: 'contact.phone' })).body).toMatchObject({
      known_issue: { id, title: 'Empty phone answers', status: 'in_progress', workaround: 'Send the country.' },
    })
    expect((await send({ ...REPORT, type: 'performance', endpoint: 'contact.phone' })).body).not.toHaveProperty(
      'known_issue',
    )
  })

  it('counts repeats instead of merging them', async () => {
    const report = { ...REPORT, message: 'The same again.' }
    const answers = [
      await send({ ...report, session_id: 'one' }),
      await send({ ...report, session_id: 'one' }),
      await send({ ...report, session_id: 'two' }),
    ]
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(3)
    expect(
      (await kept())
        .filter((one) => one.report.message === 'The same again.')
        .map(({ sameContent, sessions }) => [sameContent, sessions]),
    ).toEqual([
      [3, 2],
      [3, 2],
      [3, 2],
    ])
  })

  it('states that nothing was stored, and when to send it again, while it cannot be stored', async () => {
    const before = (await kept()).length
    await service.db.pool.query('alter table feedback_report rename to away')
    try {
      const answer = await send(REPORT)
      expect([answer.status, answer.at('error', 'code'), answer.headers.get('retry-after')]).toEqual([
        503,
        'unavailable',
        '30',
      ])
      expect(answer.headers.get('link')).toBe('</feedback>; rel="agent-feedback"')
    } finally {
      await service.db.pool.query('alter table away rename to feedback_report')
    }
    expect((await kept()).length).toBe(before)
  })

  it.each<[string, unknown, Record<string, string>, number, string]>([
    ['no JSON', '{"type":', {}, 400, 'invalid_request'],
    [
      'a body of 64 KB and one byte',
      JSON.stringify({ ...REPORT, evidence: { request: { text: 'x'.repeat(65_536) } } }),
      {},
      413,
      'payload_too_large',
    ],
    [
      'another type of content',
      'type=bug',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'unsupported_media_type',
    ],
  ])('refuses %s', async (_, body, headers, status, code) => {
    const response = await fetch(`${service.url}/feedback`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': freshAddress(), ...headers },
      body: String(body),
    })
    expect([response.status, await response.json()]).toEqual([status, { error: expect.objectContaining({ code }) }])
  })

  it('accepts a body of 64 KB', async () => {
    const fill = 65_536 - JSON.stringify({ ...REPORT, evidence: { request: { text: '' } } }).length
    expect((await send({ ...REPORT, evidence: { request: { text: 'x'.repeat(fill) } } })).status).toBe(202)
  })

  it('refuses a missing body', async () => {
    expect((await send(undefined)).at('error', 'code')).toBe('invalid_feedback')
  })
})

describe('the cases of the Agent Feedback Protocol', () => {
  it.each(Object.entries(VALID))('accepts %s', async (_, report) => {
    expect((await send(report)).status).toBe(202)
  })

  it.each(Object.entries(NOT_OURS))(
    'refuses %s, for which the specification has no field (4.12)',
    async (_, [report, param]) => {
      const answer = await send(report)
      expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param')]).toEqual([
        400,
        'invalid_feedback',
        param,
      ])
    },
  )

  it.each(Object.entries(INVALID))('refuses %s and names the field', async (_, [report, param]) => {
    const answer = await send(report)
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param') ?? '']).toEqual([
      400,
      'invalid_feedback',
      param,
    ])
    expect(answer.at('error', 'details')).toContainEqual({ path: param, message: expect.any(String) })
  })

  it('names every fault at once', async () => {
    const answer = await send({ type: 'x', goal: '', extra: 1 })
    expect(answer.at('error', 'details')).toHaveLength(4)
  })
})

describe('limits of POST /feedback', () => {
  it('accepts 30 a minute from one address, refused ones counted, and names its limits', async () => {
    const from = freshAddress()
    const first = await send(REPORT, from)
    expect([first.headers.get('ratelimit-policy'), first.headers.get('ratelimit')]).toEqual([
      expect.stringMatching(/^"feedback_minute";q=30;w=60, "feedback_hour";q=300;w=3600, "bytes";q=\d+;w=60$/),
      expect.stringMatching(/^"feedback_minute";r=29;t=\d+, "feedback_hour";r=299;t=\d+, "bytes";r=\d+;t=\d+$/),
    ])
    for (let count = 2; count <= 30; count += 1)
      expect((await send(count % 2 === 0 ? { type: 'nonsense' } : REPORT, from)).status).not.toBe(429)
    const refused = await send(REPORT, from)
    expect([refused.status, refused.at('error', 'code'), Number(refused.headers.get('retry-after')) > 0]).toEqual([
      429,
      'rate_limited',
      true,
    ])
    expect(refused.at('error', 'message')).toBe('The limit of 30 feedback reports a minute is reached.')
    expect((await send(REPORT)).status).toBe(202)
  })

  it('accepts 300 an hour', async () => {
    const from = freshAddress()
    expect((await send(REPORT, from)).status).toBe(202)
    await service.db.pool.query('update rate_limit set points = 300 where key = $1', [`feedback_hour:address:${from}`])
    const refused = await send(REPORT, from)
    expect([refused.status, refused.at('error', 'message')]).toEqual([
      429,
      'The limit of 300 feedback reports an hour is reached.',
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
  })

  it('counts an IPv6 customer by its network', async () => {
    for (let count = 1; count <= 30; count += 1) await send(REPORT, `2001:db8:1:2::${count}`)
    expect((await send(REPORT, '2001:db8:1:2::ffff')).status).toBe(429)
    expect((await send(REPORT, '2001:db8:1:3::1')).status).toBe(202)
  })
})

describe('GET /.well-known/agent-feedback', () => {
  it('names the address for reports, and is revalidated', async () => {
    const answer = await client.get('/.well-known/agent-feedback')
    expect(answer.body).toEqual({
      spec_version: '0.1',
      endpoint: `${service.url}/feedback`,
      types: [
        'missing_capability',
        'bug',
        'unclear_documentation',
        'unexpected_response',
        'unhelpful_error',
        'performance',
        'other',
      ],
      max_bytes: 65_536,
      auth: 'none',
    })
    const again = await client.get('/.well-known/agent-feedback', { 'If-None-Match': answer.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })
})

describe('without a database', () => {
  it('a report is not stored, and the answer names the time to send it again', async () => {
    const database = new URL(service.databaseUrl)
    const name = database.pathname.slice(1)
    const admin = new pg.Client({ connectionString: Object.assign(new URL(database), { pathname: '/postgres' }).href })
    await admin.connect()
    const before = (await kept()).length
    await admin.query(`alter database "${name}" with allow_connections false`)
    try {
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
      const answer = await send(REPORT)
      expect([answer.status, answer.at('error', 'code'), answer.headers.get('retry-after')]).toEqual([
        503,
        'unavailable',
        '30',
      ])
    } finally {
      await admin.query(`alter database "${name}" with allow_connections true`)
      await admin.end()
    }
    expect((await kept()).length).toBe(before)
    expect((await send(REPORT)).status).toBe(202)
  })
})

describe('an operator', () => {
  it('is shown the run that a report names, with its workspace and charge', async () => {
    const shared = await sharedTestService()
    try {
      const { id, keys } = shared.workspace
      const http = httpClient(shared.url, keys.test)
      const input = { full_name: 'Ada Example', domain: 'example.com' }
      const { at } = await http.post('/v1/run', { capability: 'contact.find', input })
      for (const request_id of [at('run_id'), 'req_01jd3k9v8h2m4n6p8q0r2s4t6v'])
        await http.post('/feedback', { ...REPORT, goal: `Answer ${id}`, request_id })
      const listed = await listFeedback(shared.db, { since: new Date(0), type: null, limit: 1_000 })
      const [other, named] = listed.filter(({ report }) => report.goal === `Answer ${id}`)
      const run = { run_id: at('run_id'), workspace_id: id, environment: 'test', status: 'succeeded', credited: null }
      expect([other?.run, named?.run]).toEqual([null, { ...run, charged: expect.stringMatching(/^[1-9]\d*$/) }])
    } finally {
      await shared.stop()
    }
  })
})
