import { readdirSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { INBOUND_PROVIDERS, type ReadInbound } from '../../../domain/inbound/message.ts'
import { readInbound } from '../../../domain/inbound/read.ts'
import { inboundFixture } from '../../build/inbound.ts'
import { numRunsFor } from '../../support/seed.ts'

const AT = '2026-11-20T10:00:00.000Z'
const FIXTURES = readdirSync(new URL('../../fixtures/inbound/', import.meta.url)).map((file) =>
  inboundFixture(file.replace(/\.json$/, '')),
)

/** A body in which one value, at any depth, is replaced. */
const broken = fc.tuple(fc.constantFrom(...FIXTURES), fc.nat(), fc.jsonValue()).map(([body, place, value]) => {
  const paths: (readonly string[])[] = []
  const walk = (node: unknown, path: readonly string[]): void => {
    if (path.length > 0) paths.push(path)
    if (typeof node === 'object' && node !== null)
      for (const [member, inner] of Object.entries(node)) walk(inner, [...path, member])
  }
  walk(body, [])
  const changed: object = JSON.parse(JSON.stringify(body))
  const path = paths[place % paths.length] ?? []
  let at: object = changed
  for (const member of path.slice(0, -1)) at = Reflect.get(at, member)
  Reflect.set(at, path.at(-1) ?? '', value)
  return changed
})

/** Every text in it, keys included. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([member, inner]) => [member, ...textsIn(inner)])
      : []

const expectReadable = (read: ReadInbound): void => {
  expect(['event', 'nothing', 'malformed']).toContain(read.kind)
  for (const text of textsIn(read)) expect([text.includes('\0'), text.isWellFormed()]).toEqual([false, true])
}

describe('any message of a provider', () => {
  it.each(INBOUND_PROVIDERS)('%s: is read, ignored or malformed, and what is read can be stored', (provider) => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue({ stringUnit: 'binary' }), broken), (body) => {
        expectReadable(readInbound(provider, { body, at: AT, deliveryId: 'msg_1' }))
      }),
      { numRuns: numRunsFor(1_000) },
    )
  })

  it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])(
    'with a type named %s is of an unknown type',
    (type) => {
      for (const [provider, body] of [
        ['resend', { type, data: { email_id: 'email_1', from: 'ada@example.org', to: ['robin@example.com'] } }],
        ['agentmail', { event_type: type, event_id: 'evt_1' }],
        ['unipile', { event: type }],
        ['unipile', { AccountStatus: { account_id: 'acc_1', message: type } }],
      ] as const)
        expect(readInbound(provider, { body, at: AT, deliveryId: 'msg_1' })).toEqual({ kind: 'nothing' })
    },
  )

  it('with an id too long for an index is malformed, in any script', () => {
    for (const account of ['x'.repeat(999), '\u754c'.repeat(333), '\u{1f600}'.repeat(250)]) {
      expect(
        readInbound('unipile', {
          body: { AccountStatus: { account_id: account, message: 'OK' } },
          at: AT,
          deliveryId: '',
        }),
      ).toEqual({ kind: 'malformed', member: 'account_id' })
    }
  })
})
