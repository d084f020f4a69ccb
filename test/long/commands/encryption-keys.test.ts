import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from '@jest/globals'
import { encryptionKeys, newEncryptionKeys } from '../../../dev/local/encryption-keys.ts'
import { parseEncryptionKeys } from '../../../domain/settings/encryption-keys.ts'
import { encryptionKeys as keysOf } from '../../build/connection.ts'
import { childEnv } from '../../support/child-process.ts'

const folders: string[] = []
const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'keys-'))
  folders.push(path)
  return path
}
afterAll(() => {
  for (const path of folders) rmSync(path, { recursive: true })
})

describe('the keys of a local start', () => {
  it('are made once, for this user only, and found again', () => {
    const dataDir = folder()
    const first = encryptionKeys({}, { dataDir, deployment: 'local' })
    expect(first).toMatchObject([{ version: 1 }])
    expect(encryptionKeys({}, { dataDir, deployment: 'local' })).toEqual(first)
    expect(statSync(join(dataDir, 'encryption-keys')).mode & 0o777).toBe(0o600)
    expect(encryptionKeys({}, { dataDir: folder(), deployment: 'local' })).not.toEqual(first)
  })

  it('may be added to by hand', () => {
    const dataDir = folder()
    const [first] = encryptionKeys({}, { dataDir, deployment: 'local' })
    writeFileSync(join(dataDir, 'encryption-keys'), `1:${first?.base64},${keysOf(2)}\n`)
    expect(encryptionKeys({}, { dataDir, deployment: 'local' }).map(({ version }) => version)).toEqual([1, 2])
  })

  it('are never made again over a file that cannot be read, because what they encrypted would be lost', () => {
    const dataDir = folder()
    const file = join(dataDir, 'encryption-keys')
    writeFileSync(file, 'nonsense')
    chmodSync(file, 0o600)
    expect(() => encryptionKeys({}, { dataDir, deployment: 'local' })).toThrow(`Entry 1 of ${file} is not a key.`)
    expect(readFileSync(file, 'utf8')).toBe('nonsense')
  })

  it('are replaced by ENCRYPTION_KEYS, and then none are made', () => {
    const dataDir = folder()
    expect(encryptionKeys({ ENCRYPTION_KEYS: keysOf(4) }, { dataDir, deployment: 'local' })).toMatchObject([
      { version: 4 },
    ])
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('are random', () => {
    const made = Array.from({ length: 20 }, newEncryptionKeys)
    expect(new Set(made).size).toBe(20)
    for (const text of made) expect(parseEncryptionKeys(text, 'it')).toHaveLength(1)
  })
})

describe('a deployment without ENCRYPTION_KEYS', () => {
  it('gets none made, and the error names the setting', () => {
    const dataDir = folder()
    expect(() => encryptionKeys({}, { dataDir, deployment: 'production' })).toThrow(/^Set ENCRYPTION_KEYS/)
    expect(readdirSync(dataDir)).toEqual([])
  })

  it.each(['api/main.ts', 'worker/main.ts'])('%s refuses to start', async (script) => {
    const env = childEnv({
      DEPLOYMENT: 'production',
      DATABASE_URL: 'postgresql://127.0.0.1:1/none',
      TEMPORAL_ADDRESS: '127.0.0.1:1',
    })
    await expect(
      promisify(execFile)(process.execPath, [new URL(`../../../${script}`, import.meta.url).pathname], { env }),
    ).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Set ENCRYPTION_KEYS, which encrypts the credentials of connected providers.'),
    })
  })
})
