import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createCipher } from '../../db/cipher.ts'
import type { SecretContext, SealedSecret } from '../../domain/connections/credential.ts'
import { testCipher } from '../build/connection.ts'

const owner: SecretContext = { workspaceId: 'ws_1', provider: 'hunter', connectionId: 'conn_1' }
const SECRET = 'canary-credential-0123456789'

describe('a sealed credential', () => {
  const cipher = testCipher(1)

  it('opens for its owner, whatever the credential is', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, unit: 'binary' }).filter((text) => text.isWellFormed()),
        (credential) => {
          expect(cipher.open(owner, cipher.seal(owner, credential))).toEqual({ kind: 'opened', credential })
        },
      ),
    )
  })

  it('shows no part of the credential, and never has the same bytes twice', () => {
    const [first, second] = [cipher.seal(owner, SECRET), cipher.seal(owner, SECRET)]
    expect(Buffer.from(first.ciphertext, 'base64').toString('latin1')).not.toContain(SECRET.slice(0, 6))
    expect(first.ciphertext).not.toBe(second.ciphertext)
    expect(first.wrappedKey).not.toBe(second.wrappedKey)
  })

  it.each<[string, Partial<SecretContext>]>([
    ['workspace', { workspaceId: 'ws_2' }],
    ['provider', { provider: 'findymail' }],
    ['record', { connectionId: 'conn_2' }],
  ])('does not open for another %s', (_, other) => {
    expect(cipher.open({ ...owner, ...other }, cipher.seal(owner, SECRET))).toEqual({ kind: 'damaged', keyVersion: 1 })
  })

  it('does not open with the data key of another credential of the same owner', () => {
    const [first, second] = [cipher.seal(owner, SECRET), cipher.seal(owner, SECRET)]
    expect(cipher.open(owner, { ...first, wrappedKey: second.wrappedKey }).kind).toBe('damaged')
  })

  it.each(['wrappedKey', 'ciphertext'] as const)('does not open when any bit of its %s was changed', (part) => {
    const sealed = cipher.seal(owner, SECRET)
    const bytes = Buffer.from(sealed[part], 'base64')
    for (let bit = 0; bit < 8 * bytes.length; bit += 1) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      expect(cipher.open(owner, { ...sealed, [part]: changed.toString('base64') }).kind).toBe('damaged')
    }
  })

  it.each<[string, Partial<SealedSecret>]>([
    ['an empty ciphertext', { ciphertext: '' }],
    ['a short one', { ciphertext: Buffer.alloc(20).toString('base64') }],
    ['no wrapped key', { wrappedKey: '' }],
    ['a text that is not base64', { ciphertext: '????' }],
  ])('does not open, and does not throw, with %s', (_, part) => {
    expect(cipher.open(owner, { ...cipher.seal(owner, SECRET), ...part }).kind).toBe('damaged')
  })

  it('reports a missing key as missing, not as damage', () => {
    expect(testCipher(1).open(owner, testCipher(2).seal(owner, SECRET))).toEqual({ kind: 'unknownKey', keyVersion: 2 })
  })

  it('does not open with another key of the same version', () => {
    const other = createCipher([{ version: 1, base64: Buffer.alloc(32, 9).toString('base64') }])
    expect(other.open(owner, cipher.seal(owner, SECRET)).kind).toBe('damaged')
  })
})

describe('keys by version', () => {
  it('the newest encrypts, at any position, and the older ones still open', () => {
    const old = testCipher(1).seal(owner, SECRET)
    const both = testCipher(3, 1)
    expect(both.newestVersion).toBe(3)
    expect(both.seal(owner, SECRET).keyVersion).toBe(3)
    expect(both.open(owner, old)).toEqual({ kind: 'opened', credential: SECRET })
  })

  it('rewrapping changes only the wrapped key, and the new version suffices afterwards', () => {
    const old = testCipher(1).seal(owner, SECRET)
    const done = testCipher(1, 2).rewrap(owner, old)
    if (done.kind !== 'rewrapped') throw new Error(done.kind)
    expect(done.sealed).toMatchObject({ keyVersion: 2, ciphertext: old.ciphertext })
    expect(done.sealed.wrappedKey).not.toBe(old.wrappedKey)
    expect(testCipher(2).open(owner, done.sealed)).toEqual({ kind: 'opened', credential: SECRET })
    expect(testCipher(1).open(owner, done.sealed)).toEqual({ kind: 'unknownKey', keyVersion: 2 })
  })

  it('a wrapped key that claims another version does not open', () => {
    const sealed = testCipher(1, 2).seal(owner, SECRET)
    expect(testCipher(1, 2).open(owner, { ...sealed, keyVersion: 1 }).kind).toBe('damaged')
  })

  it('rewrapping needs the owner and the old key', () => {
    const old = testCipher(1).seal(owner, SECRET)
    expect(testCipher(2).rewrap(owner, old)).toEqual({ kind: 'unknownKey', keyVersion: 1 })
    expect(testCipher(1, 2).rewrap({ ...owner, workspaceId: 'ws_2' }, old)).toEqual({ kind: 'damaged', keyVersion: 1 })
  })
})
