import { afterAll, beforeAll, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { numRunsFor } from '../../support/seed.ts'
import { until } from '../../support/until.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { crowd, type Member, membersOf } from './crowd.ts'
import { type Door, doorNames, DOORS, type Written } from './doors.ts'
import { type Office, ok, openOffice } from './office.ts'
import { drawn, type Kind, KINDS, lone, named, type Person, person, type Spelled, textOf } from './people.ts'
import { sendByJob, sendsTo } from './sends.ts'
import { suppressBy, WAY_NAMES } from './suppressing.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
}, 120_000)
afterAll(() => office.close())

const NAME = 'Ada Example'
let tables = 0

/** What an existing row gains: by a change of it, and by a run that is linked to it. */
const linked = (key: string): Readonly<Record<string, Door>> => ({
  update: async ({ live }, table, [set]) =>
    void (await ok(live.patch(`/v1/tables/${table}/rows`, { keys: [key], set }))),
  record: async ({ live }, table, [set]) =>
    void (await ok(
      live.post('/v1/run', {
        capability: 'contact.verify',
        input: { email: 'probe@example.com' },
        record: { table, key, set, save: 'all' },
      }),
    )),
})

/** One row has two identities of the person, the second of which the next row has, too. */
const written = (ada: Person, kinds: readonly Kind[], texts: readonly number[]): Written => ({
  full_name: NAME,
  ...Object.fromEntries(kinds.map((kind, at) => [ada[kind].field, textOf(ada[kind], texts[at] ?? 0)])),
})

const step = fc.record({
  door: fc.constantFrom(...doorNames, 'update', 'record'),
  texts: fc.array(drawn, { minLength: 3, maxLength: 3 }),
})
const history = fc.record({
  ada: person,
  kinds: fc.shuffledSubarray([...KINDS], { minLength: KINDS.length }),
  steps: fc.array(step, { minLength: 3, maxLength: 3 }),
  lookups: fc.array(drawn, { minLength: 4, maxLength: 4 }),
  way: fc.constantFrom(...WAY_NAMES),
  suppressed: fc.constantFrom(...KINDS),
  sends: fc.array(drawn, { minLength: 6, maxLength: 6 }),
})
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never

async function comesIn(table: string, { ada, kinds, steps }: History): Promise<void> {
  for (const [at, { door, texts }] of steps.entries()) {
    const [known = 'email', gained = 'email'] = kinds.slice(at)
    const doors: Readonly<Record<string, Door>> = { ...DOORS, ...linked(textOf(named(ada[known]), texts[2] ?? 0)) }
    // The first row cannot be changed.
    const through = doors[at === 0 && !Object.hasOwn(DOORS, door) ? 'rows' : door]
    const isLinked = at > 0 && !Object.hasOwn(DOORS, door)
    await through?.(office, table, [written(ada, isLinked ? [gained] : [known, gained], texts)])
  }
}

/** The person's runs under each spelling: the same ones. */
async function isInOneHistory({ ada, lookups }: History, table: string): Promise<void> {
  const [first = 0, ...others] = lookups
  const { body } = await ok(
    office.live.post('/v1/run', { capability: 'contact.verify', input: { email: textOf(ada.email, first) } }),
  )
  for (const other of others.slice(0, 2)) {
    const q = encodeURIComponent(textOf(ada.email, other))
    const found = await ok(office.live.get(`/v1/history?kind=email&q=${q}`))
    expect([table, found.at('items', '0', 'run_id')]).toEqual([table, Object(body).run_id])
  }
}

/** A person writes on LinkedIn, by the name that the network has for them; answers with the chat. */
async function writesToUs({ ada }: History): Promise<string> {
  const slug = ada.linkedin.value.slice('in/'.length)
  const { chat_id: chat } = await office.stage.happen('unipile', 'message_arrives', {
    network: 'LINKEDIN',
    profile_url: `https://www.linkedin.com/in/ACoAAB${Buffer.from(slug).toString('hex')}`,
    public_identifier: slug,
  })
  await until(
    () => office.live.get('/v1/events?types=linkedin.message_received&limit=200'),
    ({ text }) => text.includes(String(chat)),
  )
  return String(chat)
}

/** All drawn cases take minutes. */
const THOROUGH_MS = 480_000

it(
  'a person is one row and one history, and once suppressed is reached by nothing, however they are spelled',
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async (drawnHistory) => {
        const table = `people-${(tables += 1)}`
        const { ada, way, suppressed, sends } = drawnHistory
        await comesIn(table, drawnHistory)
        const rows = await ok(office.live.post(`/v1/tables/${table}/rows/query`, { limit: 10 }))
        expect([rows.at('items')].flat()).toHaveLength(1)
        const [chat] = await Promise.all([writesToUs(drawnHistory), isInOneHistory(drawnHistory, table)])
        await suppressBy(office, way, named(ada[suppressed]), sends[0] ?? 0)
        const answers = await Promise.all(
          [
            ...sendsTo(office, ada, sends),
            {
              name: 'into the chat',
              send: () =>
                office.live.post('/v1/run', { capability: 'linkedin.message', input: { chat_id: chat, text: 'Hi' } }),
            },
          ].map(async ({ name, send }) => [name, (await send()).at('error', 'code')]),
        )
        expect(answers).toEqual(answers.map(([name]) => [name, 'suppressed']))
        expect(await sendByJob(office, textOf(ada.email, sends[5] ?? 0))).toMatchObject({ outcome: 'blocked' })
        await office.live.delete(`/v1/tables/${table}?confirm=true`)
        await office.live.post('/v1/suppressions/remove', {
          subjects: KINDS.map((kind) => textOf(named(ada[kind]), 0)),
        })
        expect((await office.live.get('/v1/suppressions')).at('items')).toEqual([])
      }),
      { numRuns: numRunsFor(60), endOnFailure: true },
    )
  },
  THOROUGH_MS,
)

const gathering = fc.record({
  people: crowd,
  /** Each door takes a part of them, in their order. */
  doors: fc.array(fc.constantFrom(...doorNames), { minLength: 3, maxLength: 3 }),
  way: fc.constantFrom(...WAY_NAMES),
  suppressed: drawn,
  erased: drawn,
})

const rowsIn = async (table: string): Promise<readonly JsonObject[]> =>
  [(await ok(office.live.post(`/v1/tables/${table}/rows/query`, { order: 'key', limit: 50 }))).at('items')]
    .flat()
    .map((row) => Object(row))

const OWN_FIELDS = ['full_name', 'email', 'linkedin_url', 'phone', 'website', 'domain', 'company', 'note'] as const

/** What a row states of its person, without what the service counts. */
const ownFieldsOf = (row: JsonObject): object =>
  Object.fromEntries(OWN_FIELDS.flatMap((field) => (row[field] === undefined ? [] : [[field, row[field]]])))

const isOf =
  ({ email, profile }: Member) =>
  (row: JsonObject): boolean =>
    row['email'] === (email ?? undefined) && row['linkedin_url'] === (profile ?? undefined)

const writeTo = ({ email, profile }: Member) =>
  office.live.post('/v1/run', {
    routing: { allow_repeat: true },
    ...(email === null
      ? { capability: 'linkedin.invite', input: { profile_url: profile } }
      : { capability: 'email.send', input: { to: email, inbox_id: office.inboxId, subject: 's', text: 't' } }),
  })

/** A message to a number of several people is to none of them. */
const callsAt = async (phone: string): Promise<unknown> =>
  (
    await office.live.post('/v1/run', {
      capability: 'chat.send',
      input: { platform: 'whatsapp', phone, text: 't' },
      routing: { allow_repeat: true },
    })
  ).at('error', 'code')

/** A field that mentions an erased person goes entirely. */
function withoutMentionOf({ email, profile }: Member, { note, ...row }: JsonObject): JsonObject {
  return String(note).endsWith(String(email ?? profile)) || note === undefined ? row : { ...row, note }
}

function memberAt(members: readonly Member[], at: number): Member {
  const one = members[at % members.length]
  if (one === undefined) throw new Error('a crowd has people')
  return one
}

/** An identity that no other person has. */
const ownOf = ({ email, profile }: Member): Spelled =>
  email === null ? lone('linkedin', profile ?? '') : lone('email', email)

async function erase({ email, profile }: Member): Promise<void> {
  const made = await ok(office.live.post('/v1/erasures', { subject: email ?? profile }))
  await until(
    () => office.live.get(`/v1/erasures/${String(made.at('erasure_id'))}`),
    (answer) => answer.at('status') === 'finished',
  )
}

it(
  'of people who share phones, companies and sites none is lost, blocked or erased with another',
  async () => {
    await fc.assert(
      fc.asyncProperty(gathering, async ({ people, doors, way, suppressed, erased }) => {
        const table = `crowd-${(tables += 1)}`
        const members = membersOf(people)
        for (const [at, door] of doors.entries()) {
          const rows = members.filter((_, index) => index % doors.length === at).map(({ row }) => row)
          if (rows.length > 0) await DOORS[door](office, table, rows)
        }
        const before = await rowsIn(table)
        expect(before).toHaveLength(members.length)
        for (const one of members) expect([one, before.filter(isOf(one)).map(ownFieldsOf)]).toEqual([one, [one.row]])

        const blocked = memberAt(members, suppressed)
        await suppressBy(office, way, ownOf(blocked), 0)
        const codes = await Promise.all(members.map(async (one) => (await writeTo(one)).at('error', 'code')))
        expect(codes).toEqual(members.map((one) => (one === blocked ? 'suppressed' : undefined)))

        const numbers = members.flatMap(({ phone }) => phone ?? [])
        if (numbers.length > 1) expect(await callsAt(numbers[0] ?? '')).not.toBe('suppressed')

        const gone = memberAt(members, erased)
        await erase(gone)
        const left = before.filter((row) => !isOf(gone)(row))
        expect((await rowsIn(table)).map(ownFieldsOf)).toEqual(
          left.map((row) => ownFieldsOf(withoutMentionOf(gone, row))),
        )
        await office.live.delete(`/v1/tables/${table}?confirm=true`)
      }),
      { numRuns: numRunsFor(50), endOnFailure: true },
    )
  },
  THOROUGH_MS,
)
