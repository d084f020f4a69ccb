import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { SubjectKind } from '../../../../domain/identity/kinds.ts'
import type { Database } from '../../../../db/database.ts'
import { readMany } from '../../../../db/runs/history/batch.ts'
import { readStoredHistory } from '../../../../db/runs/history/read.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../../build.ts'
import { subjectQuery, endedRun } from './build.ts'

const opened = openTestDatabase()
let db: Database
let owner: Owner

beforeAll(async () => {
  db = (await opened).db
})
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'test' }
})
afterAll(async () => (await opened).close())

const read = (text: string, { kind, of = owner }: { kind?: SubjectKind; of?: Owner } = {}) =>
  readStoredHistory(db, of, { subject: subjectQuery(text, kind), limit: 50 })
const found = async (text: string, kind?: SubjectKind) =>
  (await read(text, kind === undefined ? {} : { kind })).items.map(({ id, place, path, exact }) => [
    id,
    `${exact ? '' : '~'}${place} ${path}`,
  ])
const touches = async (text: string) =>
  (await read(text)).touches.map(({ runId, channel, status }) => [runId, channel, status])

describe('the matches of a subject', () => {
  it('are the newest first, each run once, by its best match', async () => {
    const first = await endedRun(db, owner, {
      input: { full_name: 'Ada Lovelace', domain: 'acme.com' },
      output: { email: 'ada@acme.com' },
    })
    const second = await endedRun(db, owner, {
      capability: 'contact.verify',
      input: { email: 'Ada@Acme.com' },
      output: { email: 'ada@acme.com' },
    })
    await endedRun(db, owner, { input: { full_name: 'Bob', domain: 'other.com' } })
    expect(await found('ada@acme.com')).toEqual([
      [second, 'input $.email'],
      [first, 'result $.email'],
    ])
    expect(await found('https://www.acme.com')).toEqual([
      [second, '~input $.email'],
      [first, 'input $.domain'],
    ])
  })

  it('include for a domain emails at it and below it, and URLs on it, but no other domain', async () => {
    const mail = await endedRun(db, owner, { capability: 'contact.verify', input: { email: 'ada@mail.acme.com' } })
    const page = await endedRun(db, owner, { capability: 'web.scrape', input: { url: 'https://www.acme.com/a' } })
    await endedRun(db, owner, { capability: 'contact.verify', input: { email: 'ada@notacme.com' } })
    expect(await found('acme.com')).toEqual([
      [page, '~input $.url'],
      [mail, '~input $.email'],
    ])
  })

  it('include a LinkedIn page by its slug, a handle with and without its platform, a phone in any form', async () => {
    const linkedin = await endedRun(db, owner, { input: { linkedin_url: 'https://uk.linkedin.com/in/Ada-L/?x=1' } })
    const handle = await endedRun(db, owner, { capability: 'social.profile', input: { platform: 'x', handle: 'Ada' } })
    const phone = await endedRun(db, owner, { capability: 'person.enrich', input: { phone: '+15550100123' } })
    expect(await found('linkedin.com/in/ada-l')).toEqual([[linkedin, 'input $.linkedin_url']])
    expect(await found('https://www.linkedin.com/in/ada-l', 'url')).toEqual([[linkedin, 'input $.linkedin_url']])
    expect(await found('@ada')).toEqual([[handle, '~input $.handle']])
    expect(await found('https://twitter.com/ada')).toEqual([[handle, 'input $.handle']])
    expect(await found('instagram:ada')).toEqual([])
    expect(await found('+1 (555) 010-0123')).toEqual([[phone, 'input $.phone']])
  })

  it('include a name exactly, or not exactly by its words in any order', async () => {
    const ada = await endedRun(db, owner, { input: { full_name: 'Ada King Lovelace', domain: 'acme.com' } })
    const other = await endedRun(db, owner, { input: { full_name: 'ada lovelace', domain: 'acme.com' } })
    expect(await found('Ada Lovelace')).toEqual([
      [other, 'input $.full_name'],
      [ada, '~input $.full_name'],
    ])
    expect(await found('lovelace ÁDA')).toEqual([
      [other, '~input $.full_name'],
      [ada, '~input $.full_name'],
    ])
    expect(await found('Ada Byron')).toEqual([])
    expect(await found('!!!')).toEqual([])
  })

  it("never include another workspace's or environment's runs", async () => {
    await endedRun(db, owner, { input: { full_name: 'Ada Lovelace', domain: 'acme.com' } })
    const others = [
      { ...owner, environment: 'live' as const },
      { workspaceId: (await buildWorkspace(db)).id, environment: 'test' as const },
    ]
    for (const other of others) {
      for (const text of ['acme.com', 'Ada Lovelace', 'lovelace'])
        expect((await read(text, { of: other })).items).toEqual([])
      expect(await readMany(db, other, [subjectQuery('acme.com'), subjectQuery('ada')])).toEqual({
        seen: [],
        reusable: [],
      })
    }
  })
})

describe('a run with a long list', () => {
  const RECORDS = 5_000
  const person = (at: number) => ({
    full_name: `Given${at} Family${at}`,
    company_name: `Company ${at}`,
    domain: `company${at}.com`,
    linkedin_url: `https://www.linkedin.com/in/person-${at}`,
    email: `person@company${at}.com`,
  })

  it('is found by every subject of each record, also among many, and by nobody else', async () => {
    const run = await endedRun(db, owner, {
      capability: 'person.search',
      input: { titles: ['Founder'] },
      output: { items: Array.from({ length: RECORDS }, (_, at) => person(at)) },
    })
    const last = RECORDS - 1
    for (const [text, path] of [
      [`person@company${last}.com`, 'email'],
      [`company${last}.com`, 'domain'],
      [`linkedin.com/in/person-${last}`, 'linkedin_url'],
      [`Given${last} Family${last}`, 'full_name'],
      [`COMPANY ${last}`, 'company_name'],
    ] as const)
      expect(await found(text)).toEqual([[run, `result $.items[${last}].${path}`]])
    expect(await found(`family${last} given${last}`)).toEqual([[run, `~result $.items[${last}].full_name`]])
    expect(await found(`given${last} family0`)).toEqual([])
    // Every hundredth record, each by all of its subjects.
    const texts = Array.from({ length: RECORDS / 100 }, (_, at) => Object.values(person(at * 100 + 99))).flat()
    const { seen, reusable } = await readMany(
      db,
      owner,
      texts.map((text) => subjectQuery(text)),
    )
    expect([seen.length, seen.every(({ count }) => count === 1n), reusable]).toEqual([texts.length, true, []])
    const other = { ...owner, environment: 'live' as const }
    expect((await read(`company${last}.com`, { of: other })).items).toEqual([])
    expect((await readMany(db, other, [subjectQuery(`family${last}`)])).seen).toEqual([])
  }, 60_000)

  it('is found by its input once it has ended, and is reusable by it', async () => {
    const domains = Array.from({ length: 200 }, (_, at) => `input${at}.com`)
    const run = await endedRun(db, owner, { capability: 'company.enrich', input: { domains }, output: null })
    expect(await found('input199.com')).toEqual([[run, 'input $.domains[199]']])
    const paid = await endedRun(db, owner, { capability: 'company.enrich', input: { domains } })
    const { items, reusable, firstSeen, counted } = await read('input199.com')
    expect([items.map(({ id }) => id), reusable.map(({ id }) => id), counted]).toEqual([[paid, run], [paid], 2n])
    expect(firstSeen).toEqual(new Date(items[1]?.createdAt ?? ''))
    const many = await readMany(db, owner, [subjectQuery('input199.com')])
    expect([many.seen[0]?.count, many.reusable[0]?.run.id]).toEqual([2n, paid])
  })

  it('is not found by a key alone', async () => {
    const run = await endedRun(db, owner, {
      input: {},
      output: { items: Array.from({ length: 200 }, (_, at) => ({ domain: `company${at}.com` })) },
    })
    await db.pool.query(
      `update run_subject_block set found = array_replace(found, 'domain company199.com', 'domain other.com')
        where run_id = $1`,
      [run],
    )
    expect(await found('company199.com')).toEqual([])
  })
})

describe('the sums of a history', () => {
  it('cover all matching runs, each counted once', async () => {
    await endedRun(db, owner, {
      input: { full_name: 'Ada', domain: 'acme.com' },
      output: { email: 'ada@acme.com' },
      charge: '0.05',
    })
    await endedRun(db, owner, { input: { full_name: 'Bob', domain: 'acme.com' }, output: null })
    await endedRun(db, owner, { capability: 'company.enrich', input: { domain: 'acme.com' }, charge: '0.0143' })
    const sums = await read('acme.com')
    expect(sums).toMatchObject({
      byStatus: { succeeded: 2, no_match: 1 },
      byCapability: { 'contact.find': 2, 'company.enrich': 1 },
      charged: 64_300n,
      counted: 3n,
      more: false,
    })
    const {
      rows: [edge],
    } = await db.pool.query(
      'select min(created_at) as first, max(created_at) as last from run where workspace_id = $1',
      [owner.workspaceId],
    )
    expect([sums.firstSeen, sums.lastSeen]).toEqual([new Date(edge.first), new Date(edge.last)])
  })

  it('are empty for an unknown subject', async () => {
    for (const text of ['acme.com', 'Ada Lovelace']) {
      expect(await read(text)).toEqual({
        items: [],
        touches: [],
        moreTouches: false,
        reusable: [],
        byStatus: {},
        byCapability: {},
        charged: 0n,
        counted: 0n,
        more: false,
        firstSeen: null,
        lastSeen: null,
      })
    }
  })
})

describe('a subject of very many runs', () => {
  const RUNS = 10_050
  const HINTED = 10_000

  it('is listed and dated like any other, and summed over its newest ten thousand', async () => {
    await db.pool.query(
      `insert into run (id, workspace_id, environment, request_id, kind, capability, status, input, routing,
        request_hash, charged, subjects, created_at, finished_at, delivered_attempt)
       select 'run_' || lpad(n::text, 26, '0'), $1, 'test', 'req', 'capability', 'contact.find', 'succeeded', '{}',
         '{}', '', 1, '[]', timestamptz '2026-01-01' + n * interval '1 s', now(), 1
       from generate_series(1, $2::integer) n`,
      [owner.workspaceId, RUNS],
    )
    await db.pool.query(
      `insert into run_subject (workspace_id, environment, kind, value, run_id, place, path, exact)
       select workspace_id, environment, 'domain', 'big.com', id, 'input', '$.domain', true from run
         where workspace_id = $1`,
      [owner.workspaceId],
    )
    const history = await read('big.com')
    expect({ ...history, items: history.items.length, reusable: history.reusable.length }).toEqual({
      items: 50,
      reusable: 20,
      touches: [],
      moreTouches: false,
      byStatus: { succeeded: HINTED },
      byCapability: { 'contact.find': HINTED },
      charged: BigInt(HINTED),
      counted: BigInt(HINTED),
      more: true,
      firstSeen: new Date('2026-01-01T00:00:01Z'),
      lastSeen: new Date(Date.UTC(2026, 0, 1) + RUNS * 1_000),
    })
    expect((await readMany(db, owner, [subjectQuery('big.com')])).seen).toMatchObject([
      { count: BigInt(HINTED), lastSeen: history.lastSeen },
    ])
  })
})

describe('reusable results', () => {
  it('are paid lookups that succeeded and whose input named the subject itself', async () => {
    const paid = await endedRun(db, owner, {
      input: { full_name: 'Ada', domain: 'acme.com' },
      output: { email: 'ada@acme.com' },
    })
    await endedRun(db, owner, { input: { full_name: 'Bob', domain: 'acme.com' }, output: null })
    await endedRun(db, owner, { input: { full_name: 'Bob', domain: 'acme.com' }, charge: '0.00' })
    await endedRun(db, owner, { capability: 'contact.verify', input: { email: 'ada@acme.com' } })
    await endedRun(db, owner, {
      capability: 'email.send',
      input: { to: 'x@acme.com', from: 'y@acme.com', subject: 's', text: 't' },
    })
    expect((await read('acme.com')).reusable.map(({ id }) => id)).toEqual([paid])
  })
})

describe('the touches of a subject', () => {
  const send = (to: string, more: Partial<Parameters<typeof endedRun>[2]> = {}) =>
    endedRun(db, owner, {
      capability: 'email.send',
      input: { to, from: 'me@own.com', subject: 'Hello', text: 'Hi' },
      ...more,
    })

  it('are sends that reached it and those that may have, newest first', async () => {
    const sent = await send('ada@acme.com')
    const unknown = await send('ada@acme.com', { unknown: true })
    await send('ada@acme.com', { output: null })
    expect(await touches('ada@acme.com')).toEqual([
      [unknown, 'email', 'failed'],
      [sent, 'email', 'succeeded'],
    ])
  })

  it('are the newest two hundred, and it is known whether there are more', async () => {
    const listed = async () => {
      const { touches: list, moreTouches } = await read('ada@acme.com')
      return [list.length, list[0]?.runId, moreTouches]
    }
    const sent: string[] = []
    while (sent.length < 200) sent.push(await send('ada@acme.com'))
    expect(await listed()).toEqual([200, sent.at(-1), false])
    const newest = await send('ada@acme.com')
    expect(await listed()).toEqual([200, newest, true])
  }, 60_000)

  it('include, for a domain, those of its e-mail addresses and not those of its senders', async () => {
    const sent = await send('ada@mail.acme.com')
    expect(await touches('acme.com')).toEqual([[sent, 'email', 'succeeded']])
    expect(await touches('own.com')).toEqual([])
  })

  it('include, for a handle without a platform, those on every platform', async () => {
    const sent = await endedRun(db, owner, {
      capability: 'chat.send',
      input: { platform: 'instagram', handle: 'Ada', text: 'Hi' },
    })
    expect(await touches('@ada')).toEqual([[sent, 'instagram', 'succeeded']])
    expect(await touches('instagram:ada')).toEqual([[sent, 'instagram', 'succeeded']])
    expect(await touches('x:ada')).toEqual([])
  })

  it('include, for a person on LinkedIn, those of the profile, however it was written', async () => {
    const sent = await endedRun(db, owner, {
      capability: 'linkedin.invite',
      input: { profile_url: 'https://www.linkedin.com/in/ada/' },
    })
    expect(await touches('https://uk.linkedin.com/in/Ada')).toEqual([[sent, 'linkedin', 'succeeded']])
  })
})

describe('many subjects at once', () => {
  it('have the same answers as one by one', async () => {
    const lookup = await endedRun(db, owner, {
      input: { full_name: 'Ada King Lovelace', domain: 'acme.com' },
      output: { email: 'ada@acme.com' },
    })
    const sent = await endedRun(db, owner, {
      capability: 'email.send',
      input: { to: 'ada@acme.com', subject: 's', text: 't' },
    })
    await endedRun(db, owner, {
      capability: 'email.send',
      input: { to: 'bob@acme.com', subject: 's', text: 't' },
      unknown: true,
    })
    const { seen, reusable } = await readMany(
      db,
      owner,
      ['ada@acme.com', 'nobody@acme.com', 'acme.com', 'ada lovelace', '@ada', 'bob@acme.com'].map((text) =>
        subjectQuery(text),
      ),
    )
    const rows = new Map(
      seen.map((row) => [
        row.position,
        { count: row.count, contacted: row.contacted, last: row.lastTouch?.runId ?? null },
      ]),
    )
    expect(Object.fromEntries(rows)).toEqual({
      0: { count: 2n, contacted: true, last: sent },
      2: { count: 3n, contacted: true, last: sent },
      3: { count: 1n, contacted: false, last: null },
      5: { count: 1n, contacted: true, last: null },
    })
    expect(reusable.map(({ position, run }) => [position, run.id])).toEqual([[2, lookup]])
  })
})
