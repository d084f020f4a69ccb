import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { displayApiKey, encodeApiKey, readApiKey } from '../../../domain/keys/api-key.ts'
import { TOKEN_RANDOM_BYTES } from '../../../domain/keys/token.ts'
import { ENVIRONMENTS } from '../../../domain/runs/states.ts'
import { numRunsFor } from '../../support/seed.ts'

const BASE62 = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']
const environment = fc.constantFrom(...ENVIRONMENTS)
/** Enough usable bytes for a key; 28 of them are used. */
const random = fc
  .uint8Array({ minLength: TOKEN_RANDOM_BYTES, maxLength: TOKEN_RANDOM_BYTES })
  .filter((bytes) => bytes.filter((byte) => byte < 248).length >= 28)
const key = fc.tuple(environment, random).map(([env, bytes]) => encodeApiKey(env, bytes))

describe('an API key', () => {
  it('contains the environment that it selects', () => {
    fc.assert(
      fc.property(environment, random, (env, bytes) => {
        const text = encodeApiKey(env, bytes)
        expect(text).toMatch(new RegExp(`^svc_${env}_[0-9A-Za-z]{34}$`))
        expect(readApiKey(text)).toBe(env)
      }),
    )
  })

  it('is refused after any one mistyped character', () => {
    fc.assert(
      fc.property(key, fc.nat(), fc.constantFrom(...BASE62, '_', '-', ' ', 'é'), (text, at, typed) => {
        const index = at % text.length
        fc.pre(text[index] !== typed)
        expect(readApiKey(`${text.slice(0, index)}${typed}${text.slice(index + 1)}`)).toBeNull()
      }),
      { numRuns: numRunsFor(3_000) },
    )
  })

  it('is refused with every wrong character at every position of one example', () => {
    const text = encodeApiKey(
      'live',
      Uint8Array.from({ length: TOKEN_RANDOM_BYTES }, (_, index) => (index * 37) % 248),
    )
    for (let index = 0; index < text.length; index += 1) {
      for (const typed of BASE62) {
        if (typed === text[index]) continue
        expect(readApiKey(`${text.slice(0, index)}${typed}${text.slice(index + 1)}`)).toBeNull()
      }
    }
  })

  it('is refused after two neighbours were swapped', () => {
    fc.assert(
      fc.property(key, fc.nat(), (text, at) => {
        const index = at % (text.length - 1)
        fc.pre(text[index] !== text[index + 1])
        expect(readApiKey(`${text.slice(0, index)}${text[index + 1]}${text[index]}${text.slice(index + 2)}`)).toBeNull()
      }),
    )
  })

  it('is refused when a character is missing or added', () => {
    fc.assert(
      fc.property(key, fc.nat(), fc.constantFrom(...BASE62), (text, at, added) => {
        const index = at % text.length
        expect(readApiKey(text.slice(0, index) + text.slice(index + 1))).toBeNull()
        expect(readApiKey(`${text.slice(0, index)}${added}${text.slice(index)}`)).toBeNull()
      }),
    )
  })

  it('cannot be turned from a test key into a live one', () => {
    fc.assert(
      fc.property(random, (bytes) => {
        expect(readApiKey(encodeApiKey('test', bytes).replace('svc_test_', 'svc_live_'))).toBeNull()
      }),
    )
  })

  it.each([
    '',
    'svc_',
    'svc_test_',
    'Bearer svc_test_abc',
    'sk_live_0123456789',
    'svc_prod_0123456789012345678901234567890123',
  ])('is not %j', (text) => {
    expect(readApiKey(text)).toBeNull()
  })

  it('is drawn evenly: bytes that would favour some characters are thrown away', () => {
    const kept = Array.from({ length: 28 }, (_, index) => index * 8)
    const padded = [...kept.flatMap((byte) => [255, byte, 248]), ...Array.from({ length: 8 }, () => 250)]
    expect(encodeApiKey('test', Uint8Array.from(padded))).toBe(encodeApiKey('test', Uint8Array.from(kept)))
  })

  it('is never made from too little randomness', () => {
    expect(() =>
      encodeApiKey(
        'test',
        Uint8Array.from({ length: 27 }, () => 1),
      ),
    ).toThrow(RangeError)
    expect(() =>
      encodeApiKey(
        'test',
        Uint8Array.from({ length: TOKEN_RANDOM_BYTES }, () => 255),
      ),
    ).toThrow(RangeError)
  })

  it('is displayed afterwards by its prefix and suffix only', () => {
    fc.assert(
      fc.property(key, (text) => {
        const shown = displayApiKey(text)
        expect(shown).toBe(`${text.slice(0, 13)}…${text.slice(-4)}`)
        // The prefix is nine characters long: four random ones and four of the checksum are shown.
        expect(shown).toHaveLength('svc_live_'.length + 4 + '…'.length + 4)
      }),
    )
  })
})
