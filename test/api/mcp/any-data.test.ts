import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Client } from '@modelcontextprotocol/client'
import fc from 'fast-check'
import { CUTS_MAX } from '../../../domain/answers/cut.ts'
import { buildSession } from '../../build/session.ts'
import { at, type HttpClient, httpClient, membersOf } from '../../support/http.ts'
import { charsRead, connectMcp, textOf } from '../../support/mcp.ts'
import { numRunsFor } from '../../support/seed.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { budget, storedRows, storedText } from './stored-data.ts'

/** Every tool over HTTP, with data that the product's own routes have stored. The seed of a failure is printed. */
let service: TestService
let http: HttpClient
let clients: Readonly<Record<Way, Client>>
beforeAll(async () => {
  service = await startTestService({
    env: { RATE_LIMIT_REQUESTS_PER_MINUTE: '0', RATE_LIMIT_RUNS_PER_MINUTE: '0' },
  })
  const key = service.workspace.keys.test
  http = httpClient(service.url, key)
  await http.post('/v1/features', { tables: true })
  clients = {
    both: await connectMcp(service.url, key),
    structured: await connectMcp(service.url, key, { path: '/mcp?answers=structured' }),
    text: await connectMcp(service.url, key, { path: '/mcp?answers=text' }),
  }
}, 120_000)
afterAll(async () => {
  await Promise.all(WAYS.map((way) => clients[way].close()))
  await service.stop()
})

const WAYS = ['both', 'structured', 'text'] as const
type Way = (typeof WAYS)[number]
/** How an answer is read, and how much of it may be. */
interface Reading {
  readonly way: Way
  readonly tokens: number
}
const reading: fc.Arbitrary<Reading> = fc.record({ way: fc.constantFrom(...WAYS), tokens: budget })

/** The tools whose answers always have the default budget. */
const UNBUDGETED = new Set(['wallet', 'feedback'])
const DEFAULT_TOKENS = 6_000

/** The body of an answer, which has to be within its budget. */
async function read({ way, tokens }: Reading, name: string, args: Readonly<Record<string, unknown>>): Promise<unknown> {
  const unbudgeted = UNBUDGETED.has(name)
  const sent = { name, arguments: unbudgeted ? { ...args } : { ...args, max_tokens: tokens } }
  const result = await clients[way].callTool(sent)
  const length = charsRead(result)
  const most = (unbudgeted ? DEFAULT_TOKENS : tokens) * 4
  expect([name, way, length, length <= most]).toEqual([name, way, length, true])
  return way === 'text' ? JSON.parse(textOf(result)) : result.structuredContent
}

/** Every item of a list, page by page. */
async function readAll(how: Reading, name: string, args: Readonly<Record<string, unknown>>): Promise<unknown[]> {
  const items: unknown[] = []
  for (let cursor: unknown; ;) {
    const page = await read(how, name, { ...args, ...(cursor === undefined ? {} : { cursor }) })
    items.push(...membersOf(at(page, 'items')).map(([, item]) => item))
    cursor = at(page, 'next_cursor')
    if (typeof cursor !== 'string') return items
  }
}

const property = <T>(
  values: fc.Arbitrary<T>,
  many: number,
  holds: (value: T, how: Reading) => Promise<void>,
  examples: [T, Reading][] = [],
) =>
  fc.assert(fc.asyncProperty(values, reading, holds), {
    numRuns: numRunsFor(many) + examples.length,
    examples,
    endOnFailure: true,
    // The values are too long to be read.
    reporter({ failed, seed, counterexamplePath: path, errorInstance }) {
      if (failed) throw new Error(`With seed ${seed} and path ${path}`, { cause: errorInstance })
    },
  })

const words = (length: number) => storedText.map((text) => `a${text}`.slice(0, length).toWellFormed())

describe('no answer of a tool is above its budget, and reading on yields everything once', () => {
  it('rows of tables', async () => {
    let tables = 0
    await property(storedRows, 40, async (rows, how) => {
      const table = `any_${(tables += 1)}`
      const sent = [{}, ...rows].map((row, index) => ({ ...row, email: `row${index}@example.com` }))
      await read(how, 'table_write', { action: 'upsert', table, rows: sent })
      await read(how, 'tables', { table })
      const stored = membersOf((await http.get(`/v1/tables/${table}/rows?limit=500`)).at('items')).map(([, row]) => row)
      const shown = await readAll(how, 'tables', { table, limit: 12 })
      expect(shown.map((row) => at(row, 'key'))).toEqual(stored.map((row) => at(row, 'key')))
      await read(how, 'table_write', { action: 'update', table, keys: ['row0@example.com'], set: { seen: true } })
      await read(how, 'table_write', { action: 'drop', table, confirm: true })
    })
  }, 280_000)

  it('tables and suppressions', async () => {
    const names = Array.from({ length: 15 }, (_, index) => `list_${index}`)
    const people = Array.from({ length: 120 }, (_, index) => `${'p'.repeat(60)}${index}@${'d'.repeat(60)}.example`)
    for (const name of names)
      await http.post('/v1/tables', { name, title: '"'.repeat(90), description: `${'é"\\'.repeat(150)}` })
    await http.post('/v1/suppressions', { subjects: people })
    await property(fc.constant(null), 10, async (_, how) => {
      const shown = await readAll(how, 'tables', {})
      expect(
        shown
          .map((table) => at(table, 'name'))
          .filter((name) => names.includes(String(name)))
          .toSorted(),
      ).toEqual(names.toSorted())
      const blocked = await readAll(how, 'tables', { suppressions: true })
      expect(blocked.map((one) => at(one, 'subject')).toSorted()).toEqual(people.toSorted())
    })
  }, 200_000)

  it('runs, their results by `cut.rest`, and the history of their subjects', async () => {
    // Each text that was cut is read on its own: with a hundred results of small budgets that is thousands of calls.
    // The widest text: JSON writes it in three times as many characters, and JSON in a text in five times.
    const input = fc.record({ query: words(300), limit: fc.integer({ min: 1, max: 25 }) })
    const widest = { query: `a${'\u0001"\\'.repeat(99)}`, limit: 12 }
    const examples = WAYS.map((way): [typeof widest, Reading] => [widest, { way, tokens: 500 }])
    await property(
      input,
      15,
      async (search, how) => {
        const run = await read(how, 'run', { capability: 'web.search', input: search })
        const runId = String(at(run, 'run_id'))
        const expected = (await http.get(`/v1/runs/${runId}`)).at('result', 'results')
        expect(await readOn(how, run, 'results')).toEqual(expected)
        await read(how, 'get_run', { run_id: runId, fields: 'results.title', max_items: 3, summary: true })
        await read(how, 'history', { q: search.query, kind: 'text' })
        await read(how, 'history', { subjects: Array(200).fill(search.query), limit: 1 })
      },
      examples,
    )
  }, 280_000)

  it('a run of posts, a batch, and the history of a domain', async () => {
    await property(words(60), 15, async (handle, how) => {
      const posts = { capability: 'social.posts', input: { platform: 'reddit', handle: 'robin.sample', limit: 40 } }
      const run = await read(how, 'run', posts)
      const expected = (await http.get(`/v1/runs/${String(at(run, 'run_id'))}`)).at('result', 'items')
      expect(await readOn(how, run, 'items')).toEqual(expected)
      const items = Array.from({ length: 30 }, (_, index) => ({
        input: index % 3 === 0 ? { [handle]: handle } : { full_name: `Ada ${handle}`, domain: 'example.com' },
      }))
      const batch = await read(how, 'batch_run', { capability: 'contact.find', items })
      expect(at(batch, 'totals', 'items')).toBe(30)
      await read(how, 'history', { q: 'example.com', kind: 'domain', limit: 200 })
    })
  }, 280_000)

  it('events', async () => {
    let runs = 0
    const person = http.as((await buildSession(service.db, service.workspace.id)).token)
    const sandbox = { 'Service-Environment': 'test' }
    await property(words(500), 10, async (note, how) => {
      const find = { capability: 'contact.find', input: { full_name: 'Ada Example', domain: 'example.com' } }
      const runId = String(at(await read(how, 'run', { ...find, approval: 'required', async: true }), 'run_id'))
      const reject = async () => (await person.post(`/v1/runs/${runId}/reject`, { note }, sandbox)).status
      await until(reject, (status) => status === 200, 20)
      await read(how, 'get_run', { run_id: runId, wait: 30 })
      const stored = async () => membersOf((await http.get('/v1/events?limit=500')).at('items'))
      runs += 1
      const all = (await until(stored, ({ length }) => length >= 2 * runs, 20)).map(([, event]) => at(event, 'id'))
      const shown: unknown[] = []
      for (let page: unknown; page === undefined || at(page, 'has_more') === true;) {
        page = await read(how, 'events', {
          limit: 200,
          ...(page === undefined ? {} : { after: at(page, 'next_after') }),
        })
        shown.push(...membersOf(at(page, 'items')).map(([, event]) => at(event, 'id')))
      }
      expect(shown).toEqual(all)
    })
  }, 280_000)

  it('what is found, inspected, refused and reported', async () => {
    const capabilities = membersOf((await http.get('/v1/catalog/capabilities')).at('items')).map(([, item]) =>
      String(at(item, 'capability')),
    )
    const drawn = fc.record({ text: words(400), capability: fc.constantFrom(...capabilities) })
    await property(drawn, 20, async ({ text, capability }, how) => {
      await read(how, 'discover', { query: text, limit: 50 })
      await read(how, 'discover', { query: 'email of a person', limit: 50 })
      await read(how, 'inspect', { capability })
      await read(how, 'inspect', { provider: 'hunter', endpoint: '/email-finder' })
      const faults = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`${text}${index}`, text]))
      await read(how, 'run', { capability, input: faults })
      await read(how, 'run', { capability: text.slice(0, 100).toWellFormed(), input: {} })
      const rows = Array.from({ length: 60 }, () => ({ [text]: 1 }))
      await read(how, 'table_write', { action: 'upsert', table: 'refused', rows })
      await read(how, 'tables', { table: 'refused', where: faults })
      await read(how, 'table_write', {
        action: 'suppress',
        subjects: Array.from({ length: 60 }, (_, at_) => text + at_),
      })
      await read(how, 'feedback', { type: 'bug', goal: text, message: text })
      await read(how, 'wallet', {})
    })
  }, 280_000)
})

/**
 * A list of a result, which an answer may have cut: its `cut.rest` and the offsets that follow, and each value within
 * an item that was cut.
 */
async function readOn(how: Reading, answer: unknown, path: string): Promise<unknown> {
  const rest = at(answer, 'cut', 'rest', 'arguments')
  if (rest === undefined) return at(answer, 'result', path)
  expect(String(at(rest, 'path'))).toMatch(new RegExp(`^${path}(?:\\.|$)`))
  return readSlices(how, at(answer, 'run_id'), path)
}

async function readSlices(how: Reading, runId: unknown, path: string): Promise<unknown> {
  let value: unknown
  let request = { how, limit: 100 }
  for (let offset: unknown = 0; offset !== null;) {
    const answer = await read(request.how, 'get_run', { run_id: runId, path, offset, limit: request.limit })
    const slice = at(answer, 'slice')
    // More parts than these may be cut.
    const namesAll = membersOf(at(answer, 'cut', 'parts')).length < CUTS_MAX
    if (at(slice, 'value') === undefined || (!namesAll && request.limit > 1)) request = withRoom(request)
    else {
      const part = await withoutCuts(request.how, answer)
      value = value === undefined ? part : joined(value, part)
      offset = at(slice, 'next_offset')
    }
  }
  return value
}

/** Too little of a slice fits: as `cut.rest` advises, less is requested, and at last with a larger budget. */
function withRoom({ how, limit }: { how: Reading; limit: number }): { how: Reading; limit: number } {
  if (limit > 1) return { how, limit: Math.floor(limit / 2) }
  expect(how.tokens).toBeLessThan(DEFAULT_TOKENS)
  return { how: { ...how, tokens: 2 * how.tokens }, limit }
}

/** The value of a slice, with each part of it that was cut read on its own. */
async function withoutCuts(how: Reading, answer: unknown): Promise<unknown> {
  const [path, offset] = [String(at(answer, 'slice', 'path')), Number(at(answer, 'slice', 'offset'))]
  const value: unknown = structuredClone(at(answer, 'slice', 'value'))
  const cuts = membersOf(at(answer, 'cut', 'parts')).map(([, cut]) => String(at(cut, 'path')))
  for (const cut of cuts.filter((one) => one.startsWith('slice.value.'))) {
    const [first = '', ...others] = cut.slice('slice.value.'.length).split('.')
    const within = [path, Array.isArray(value) ? String(Number(first) + offset) : first, ...others].join('.')
    put(value, [first, ...others], await readSlices(how, at(answer, 'run_id'), within))
  }
  return value
}

function put(value: unknown, [name = '', ...rest]: readonly string[], expected: unknown): void {
  if (rest.length > 0) put(at(value, name), rest, expected)
  else
    Object.defineProperty(Object(value), name, {
      value: expected,
      enumerable: true,
      writable: true,
      configurable: true,
    })
}

function joined(before: unknown, after: unknown): unknown {
  if (typeof before === 'string') return before.replace(/…$/, '') + String(after)
  return Array.isArray(before) ? [...before, ...Object(after)] : { ...Object(before), ...Object(after) }
}
