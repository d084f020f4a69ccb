import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { readApiKey } from '../../../domain/keys/api-key.ts'
import { encodeSessionToken, isSessionToken } from '../../../domain/keys/session-token.ts'
import { encodeToken, TOKEN_RANDOM_BYTES } from '../../../domain/keys/token.ts'

/** Enough usable bytes for a token; 28 of them are used. */
const random = fc
  .uint8Array({ minLength: TOKEN_RANDOM_BYTES, maxLength: TOKEN_RANDOM_BYTES })
  .filter((bytes) => bytes.filter((byte) => byte < 248).length >= 28)

describe('a session token', () => {
  it('is recognised by its prefix and its checksum, and is not an API key', () => {
    fc.assert(
      fc.property(random, (bytes) => {
        const token = encodeSessionToken(bytes)
        expect(token).toMatch(/^svc_sess_[0-9A-Za-z]{34}$/)
        expect([isSessionToken(token), readApiKey(token)]).toEqual([true, null])
      }),
    )
  })

  it('does not become a token of another kind by its prefix', () => {
    fc.assert(
      fc.property(random, fc.constantFrom('live', 'test', 'app'), (bytes, kind) => {
        const other = encodeToken(kind, bytes)
        expect(isSessionToken(other)).toBe(false)
        expect(isSessionToken(other.replace(`svc_${kind}_`, 'svc_sess_'))).toBe(false)
        expect(readApiKey(encodeSessionToken(bytes).replace('svc_sess_', `svc_${kind}_`))).toBeNull()
      }),
    )
  })

  it('is refused after any one mistyped character', () => {
    fc.assert(
      fc.property(random, fc.nat(), fc.constantFrom(...'0Az_- é'), (bytes, at, typed) => {
        const token = encodeSessionToken(bytes)
        const index = at % token.length
        fc.pre(token[index] !== typed)
        expect(isSessionToken(`${token.slice(0, index)}${typed}${token.slice(index + 1)}`)).toBe(false)
      }),
    )
  })
})
