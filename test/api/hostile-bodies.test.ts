import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { declaredRoutes } from '../../api/http/declared-routes.ts'
import type { Route } from '../../api/route/route.ts'
import { longestTurn, parseMs } from '../support/longest-turn.ts'
import { KEY, SESSION, startFrame } from './frame.ts'

const ROUTES = [
  'discover',
  'signIn',
  'createRun',
  'writeRows',
  'importRows',
  'queryRows',
  'addSuppressions',
  'sendFeedback',
  'editTable',
]
const MEGABYTE = 1_048_576

const members = (count: number, name = 'k'): string =>
  Array.from({ length: count }, (_, index) => `"${name}${index}":1`).join(',')
const row = (index: number): string =>
  JSON.stringify({
    email: `p${index}@example.com`,
    ...Object.fromEntries(Array.from({ length: 100 }, (_, field) => [`field_${field}`, 'x'.repeat(140)])),
  })

/** Each is answered before a handler could use it. */
const BODIES: readonly (readonly [what: string, path: string, status: number, code: string, body: () => string])[] = [
  [
    '90,000 unknown members without a credential',
    '/v1/discover',
    413,
    'payload_too_large',
    () => `{"query":"x",${members(90_000)}}`,
  ],
  [
    'unknown members up to the limit of a small route',
    '/v1/discover',
    400,
    'invalid_request',
    () => `{"query":"x",${members(1_500)}}`,
  ],
  ['brackets', '/v1/auth/signin', 400, 'invalid_request', () => '['.repeat(16_000)],
  ['members for a run', '/v1/run', 400, 'invalid_request', () => `{${members(90_000)}}`],
  [
    'as many members as a run may have',
    '/v1/run',
    400,
    'invalid_request',
    () => `{${members(19_990, 'member_of_a_run_')}}`,
  ],
  [
    'objects within the input of a run',
    '/v1/run',
    400,
    'invalid_request',
    () => `{"input":[${'{"a":{"b":{}}},'.repeat(60_000)}1]}`,
  ],
  ['nesting', '/v1/run', 400, 'invalid_request', () => `{"input":${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}}`],
  [
    'conditions',
    '/v1/tables/leads/rows/query',
    400,
    'invalid_request',
    () => `{"where":{${members(19_000)}},"nothing":1}`,
  ],
  ['subjects', '/v1/suppressions', 400, 'invalid_request', () => `{"subjects":[${'"a",'.repeat(18_000)}"b"]}`],
  ['columns', '/v1/tables/leads', 400, 'invalid_request', () => `{"columns":[${'{"name":1},'.repeat(9_000)}1]}`],
  [
    '700,000 members of a row',
    '/v1/tables/leads/rows',
    400,
    'invalid_request',
    () => `{"rows":[{${members(700_000)}}]}`,
  ],
  [
    'as many members as one row may have',
    '/v1/tables/leads/rows',
    400,
    'invalid_request',
    () => `{"rows":[{${members(19_900)}}],"nothing":1}`,
  ],
  ['items', '/v1/tables/leads/rows', 400, 'invalid_request', () => `{"rows":[${'1,'.repeat(5_000_000)}1]}`],
  [
    'long numbers',
    '/v1/tables/leads/rows',
    400,
    'invalid_request',
    () => `{"rows":[{"a":[${'12345678901234567890,'.repeat(19_000)}1]}],"nothing":1}`,
  ],
  [
    'escapes',
    '/v1/tables/leads/rows',
    400,
    'invalid_request',
    () => `{"rows":[{"a":"${'\\u0041'.repeat(1_600_000)}"}],"nothing":1}`,
  ],
  [
    '500 full rows, and one member too many',
    '/v1/tables/leads/rows',
    400,
    'invalid_request',
    () => `{"rows":[${Array.from({ length: 500 }, (_, index) => row(index)).join(',')}],"nothing":1}`,
  ],
  ['lines of one character', '/v1/tables/leads/import', 409, 'limit_reached', () => `a\n${'b\n'.repeat(520_000)}`],
  ['columns of one character', '/v1/tables/leads/import', 400, 'invalid_request', () => 'a,'.repeat(520_000)],
  ['members of a report', '/feedback', 400, 'invalid_feedback', () => `{${members(6_000)}}`],
]

describe('a hostile body', () => {
  let frame: Awaited<ReturnType<typeof startFrame>>
  let longestMax: number
  beforeAll(async () => {
    longestMax = 2 * parseMs(90_000)
    // As declared: a handler's dependencies are missing, and whether tables are on does not matter here.
    const routes = declaredRoutes()
      .filter(({ operationId }) => ROUTES.includes(operationId))
      .map((route): Route => ({ ...route, admit: async () => undefined }))
    frame = await startFrame({ routes })
  })
  afterAll(() => frame.stop())

  const send = (path: string, body: Buffer): Promise<{ readonly status: number; readonly text: string }> =>
    new Promise((resolve, reject) => {
      const method = path === '/v1/tables/leads' ? 'PATCH' : 'POST'
      const sent = request(
        `${frame.server.url}${path}`,
        {
          method,
          agent: false,
          headers: {
            Authorization: `Bearer ${path.startsWith('/v1/auth') ? SESSION : KEY}`,
            'Content-Type': path.endsWith('/import') ? 'text/csv' : 'application/json',
            'Content-Length': body.length,
          },
        },
        (answer) => {
          text(answer).then((read) => resolve({ status: answer.statusCode ?? 0, text: read }), reject)
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })

  it.each(BODIES)(
    'of %s at %s is refused, and does not delay others for long',
    async (_, path, status, code, make) => {
      const body = Buffer.from(make())
      expect(body.length).toBeLessThanOrEqual(10 * MEGABYTE)
      const answer = await send(path, body)
      expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([status, code])
      expect(answer.text.length).toBeLessThan(10_000)
      // A document of 90,000 members is what one hostile megabyte was. Parsing it twice takes less than a third of the
      // time that judging it once took. Garbage of the test itself may be collected during one of the tries.
      let longest = Infinity
      for (let tries = 0; tries < 4 && longest > longestMax; tries += 1)
        longest = await longestTurn(() => send(path, body))
      expect(longest).toBeLessThan(longestMax)
    },
    60_000,
  )
})
