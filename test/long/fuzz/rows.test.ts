import { afterAll, beforeAll, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { HttpAnswer } from '../../support/http.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { importCsv } from '../../api/http/rows/rows-client.ts'
import { type TablesClient, tablesClient } from '../../api/http/tables/tables-client.ts'
import { numRunsFor } from '../../support/seed.ts'

let service: TestService
let client: TablesClient
beforeAll(async () => {
  service = await startTestService({ worker: false })
  client = await tablesClient(service)
  await client.write(
    'leads',
    Array.from({ length: 30 }, (_, number) => ({
      email: `p${number}@example.com`,
      a: number,
      b: { c: `${number}` },
      status: number % 2 === 0 ? 'new' : 'old',
    })),
  )
})
afterAll(() => service.stop())

const RUNS = { numRuns: numRunsFor(250) }

const word = fc.oneof(
  fc.constantFrom(
    'a',
    'b.c',
    'status',
    'next_at',
    'key',
    'touches',
    'row_created_at',
    'new',
    'p1@example.com',
    '+4d',
    '-7d',
    '__proto__',
    'constructor',
    "'; drop table run; --",
    '\0',
    '\ud800',
    '$1',
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    word,
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(word, fc.constantFrom('eq', 'ne', 'in', 'nin', 'exists', 'empty', 'contains', 'gt', 'gte', 'lt', 'lte')),
      tie('value'),
      { maxKeys: 3 },
    ),
  ),
})).value

const mostly = (right: fc.Arbitrary<unknown>, wild: fc.Arbitrary<unknown> = json): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 15, arbitrary: right }, { weight: 1, arbitrary: wild })
const fieldName = mostly(
  fc.constantFrom('a', 'b.c', 'b', 'status', 'key', 'touches', 'note', "'; drop table run; --", '$1'),
  word,
).map(String)
const operand = fc.oneof(
  fc.integer({ max: 40 }),
  fc.constantFrom('new', '5', 'p1@example.com', '2026-01-01', '-7d', "' or true --", ''),
  fc.boolean(),
)
const condition = mostly(
  fc.oneof(
    operand,
    fc.dictionary(fc.constantFrom('eq', 'ne', 'contains', 'gt', 'gte', 'lt', 'lte', 'exists'), operand, {
      minKeys: 1,
      maxKeys: 2,
    }),
    fc.record({ in: fc.array(operand, { minLength: 1, maxLength: 4 }) }),
  ),
)

/** A body that is nearly right, so that it passes the schema more often than not. */
const body = fc.record<Record<string, unknown>>(
  {
    where: mostly(fc.dictionary(fieldName, condition, { maxKeys: 2 })),
    status: mostly(fc.constantFrom('new', 'old', ['new', 'x'])),
    due: mostly(fc.boolean()),
    order: mostly(
      fieldName.map((text) => `-${text}`),
      word,
    ),
    limit: mostly(fc.integer({ min: 1, max: 10 })),
    fields: mostly(fc.array(fieldName, { maxLength: 3 })),
    set: mostly(fc.dictionary(fieldName, condition, { minKeys: 1, maxKeys: 3 })),
    if_status: mostly(fc.constantFrom('new', 'old', null)),
    keys: mostly(
      fc.array(fc.constantFrom('p1@example.com', 'P2@example.com', 'nobody@example.com'), {
        minLength: 1,
        maxLength: 3,
      }),
    ),
    cursor: word,
  },
  { requiredKeys: [] },
)

/** An answer, or a refusal that names the error; nothing else. */
function expectClear(answer: HttpAnswer): void {
  if (answer.status === 200) return
  expect([
    [400, 'invalid_request'],
    [404, 'not_found'],
  ]).toContainEqual([answer.status, answer.at('error', 'code')])
  expect(String(answer.at('error', 'message')).length).toBeGreaterThan(10)
}

const only = (request: Record<string, unknown>, ...names: string[]) =>
  Object.fromEntries(Object.entries(request).filter(([name]) => names.includes(name)))

it('no query has a worse result than a refusal', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        body,
        body.map((request) => only(request, 'where', 'order', 'fields')),
      ),
      async (request) => {
        expectClear(await client.http.post('/v1/tables/leads/rows/query', request))
      },
    ),
    RUNS,
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(
          fc.constantFrom('status', 'due', 'fields', 'limit', 'cursor', 'where'),
          word.filter((text) => text.isWellFormed()),
        ),
        { maxLength: 4 },
      ),
      async (pairs) => {
        expectClear(await client.http.get(`/v1/tables/leads/rows?${new URLSearchParams(pairs).toString()}`))
      },
    ),
    RUNS,
  )
})

it('no update or deletion has a worse result than a refusal, and none reaches a row that it does not name', async () => {
  await client.write('kept', [{ email: 'kept@example.com' }])
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        body,
        body.map((request) => only(request, 'where', 'set', 'limit', 'order')),
        body.map((request) => only(request, 'keys', 'set', 'if_status')),
      ),
      async (request) => {
        expectClear(
          await client.http.patch('/v1/tables/leads/rows', {
            set: { status: 'new' },
            ...only(request, 'where', 'set', 'limit', 'order', 'keys', 'if_status', 'status', 'due', 'cursor'),
          }),
        )
        expectClear(
          await client.http.post(
            '/v1/tables/leads/rows/delete',
            only(request, 'where', 'status', 'limit', 'keys', 'order'),
          ),
        )
      },
    ),
    RUNS,
  )
  expect((await client.detail('kept')).body).toMatchObject({ rows: 1 })
})

it('no file has a worse result than a refusal', async () => {
  const cell = fc.oneof(
    word,
    fc.constantFrom(
      'email',
      'a@example.com',
      '"',
      '"x"',
      ',',
      ';',
      '\n',
      '\r\n',
      '\ufeff',
      '{"a":1e999}',
      '[[[',
      '"{""a"":""\\u0000""}"',
      "'='",
    ),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.array(cell, { maxLength: 12 }).map((parts) => parts.join('')),
        fc
          .array(fc.array(cell, { maxLength: 3 }), { maxLength: 4 })
          .map((lines) => `email,note\n${lines.map((cells) => cells.join(',')).join('\n')}`),
      ),
      async (file) => {
        expectClear(await importCsv(client.http, 'files', file))
      },
    ),
    RUNS,
  )
})
