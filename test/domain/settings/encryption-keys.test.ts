import { describe, expect, it } from '@jest/globals'
import { parseEncryptionKeys, readEncryptionKeys } from '../../../domain/settings/encryption-keys.ts'

const one = Buffer.alloc(32, 1).toString('base64')
const two = Buffer.alloc(32, 2).toString('base64')

describe('ENCRYPTION_KEYS', () => {
  it('has keys by version, in any order and with spaces between', () => {
    expect(readEncryptionKeys({ ENCRYPTION_KEYS: ` 2:${two} , 1:${one}` })).toEqual([
      { version: 2, base64: two },
      { version: 1, base64: one },
    ])
  })

  it.each([{}, { ENCRYPTION_KEYS: '' }, { ENCRYPTION_KEYS: '  ' }])(
    'is required: %j stops the start and names the variable to set',
    (env) => {
      expect(() => readEncryptionKeys(env)).toThrow(/^Set ENCRYPTION_KEYS.*openssl rand -base64 32/)
    },
  )

  it.each([
    ['no version', one],
    ['version 0', `0:${one}`],
    ['a leading zero', `01:${one}`],
    ['a negative version', `-1:${one}`],
    ['16 bytes', `1:${Buffer.alloc(16).toString('base64')}`],
    ['33 bytes', `1:${Buffer.alloc(33).toString('base64')}`],
    ['no base64', `1:${'?'.repeat(43)}=`],
    ['a comma too many', `1:${one},`],
    ['a second entry that is not a key', `1:${one},2:short`],
  ])('refuses %s and never quotes it', (_, text) => {
    const refused = (): unknown => parseEncryptionKeys(text, 'the file')
    expect(refused).toThrow(/^Entry [12] of the file is not a key\./)
    expect(refused).not.toThrow(new RegExp(one.slice(0, 12)))
  })

  it('refuses one version twice: the key of a record would be ambiguous', () => {
    expect(() => parseEncryptionKeys(`1:${one},1:${two}`, 'the file')).toThrow('the file holds version 1 twice.')
  })
})
