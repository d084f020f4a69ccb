import { describe, expect, it } from '@jest/globals'
import { idempotencyKeyOf } from '../../../api/route/idempotency-key.ts'
import { IdempotencyHeaders } from '../../../api/schemas/idempotency.ts'
import { RunRequest } from '../../../api/schemas/run-request.ts'
import { check } from '../../../api/validation/check.ts'

/** A header as Node reads it: each byte is a character. */
const sent = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')
const inHeader = (text: string) => check(IdempotencyHeaders, { 'Idempotency-Key': sent(text) }, { place: 'header' }).ok
const inBody = (key: string) => check(RunRequest, { capability: 'contact.verify', input: {}, idempotency_key: key }).ok

describe('an idempotency key', () => {
  it.each(['order 17', 'intl:jörg@intl.example.com:verify', 'order-17', '注文 17', 'x'.repeat(255)])(
    '%s is the same in the header and in the body',
    (key) => {
      expect([inHeader(key), inBody(key)]).toEqual([true, true])
      expect(idempotencyKeyOf(sent(key), key)).toBe(key)
      expect(idempotencyKeyOf(sent(`"${key}"`), key)).toBe(key)
    },
  )

  it.each([[''], ['x'.repeat(256)], ['a\u0000b']])('is not %j in the body', (key) => {
    expect(inBody(key)).toBe(false)
  })

  it('has at most 255 characters in the header too', () => {
    expect(() => idempotencyKeyOf('x'.repeat(256), undefined)).toThrow('at most 255 characters')
    expect(inHeader('a\tb')).toBe(false)
  })
})
