import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { rotateCredentials } from '../../../../db/access/connections/rotate.ts'
import type { Database } from '../../../../db/database.ts'
import { readOauthKeys } from '../../../../db/access/oauth/keys.ts'
import { testCipher } from '../../../build/connection.ts'
import { tablesThatHold } from '../../../support/plaintext.ts'
import { openTestDatabase } from '../../build.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())
beforeEach(async () => {
  await db.pool.query('delete from oauth_key')
})

describe('the keys that every replica signs with', () => {
  it('are made once, however many replicas start at once', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => readOauthKeys(db, testCipher())))
    expect(new Set(all.map((keys) => JSON.stringify(keys))).size).toBe(1)
    expect(all[0]).toEqual({
      jwks: { keys: [expect.objectContaining({ kty: 'EC', alg: 'ES256', d: expect.any(String) })] },
      cookieKeys: [expect.stringMatching(/^[\w-]{43}$/)],
    })
  })

  it('are sealed', async () => {
    const {
      cookieKeys: [key = ''],
      jwks,
    } = await readOauthKeys(db, testCipher())
    expect(await tablesThatHold(db, key)).toEqual([])
    expect(await tablesThatHold(db, String(Object(jwks.keys[0]).d))).toEqual([])
  })

  it('stay the same when the encryption keys are rotated, and the old one can be removed', async () => {
    const made = await readOauthKeys(db, testCipher(1))
    await expect(readOauthKeys(db, testCipher(2))).rejects.toThrow('do not open')
    expect(await rotateCredentials({ db, cipher: testCipher(1, 2) })).toEqual({
      keyVersion: 2,
      rewrapped: 1,
      overtaken: 0,
      leftBehind: [],
    })
    expect(await readOauthKeys(db, testCipher(2))).toEqual(made)
  })
})
