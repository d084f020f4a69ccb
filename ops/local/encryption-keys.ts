import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EncryptionKey, parseEncryptionKeys, readEncryptionKeys } from '../../domain/settings/encryption-keys.ts'

/** One new key in the format of ENCRYPTION_KEYS. */
export const newEncryptionKeys = (): string => `1:${randomBytes(32).toString('base64')}`

/**
 * The keys of ENCRYPTION_KEYS, or of a local start, whose own keys are made once and kept beside its data, readable by
 * this user only. A production deployment gets no generated keys: they would be lost with the machine.
 */
export function encryptionKeys(
  env: NodeJS.ProcessEnv,
  { dataDir, deployment }: { dataDir: string; deployment: 'local' | 'production' },
): readonly EncryptionKey[] {
  const file = join(dataDir, 'encryption-keys')
  if (env['ENCRYPTION_KEYS']?.trim() || deployment === 'production') return readEncryptionKeys(env)
  if (!existsSync(file)) writeFileSync(file, `${newEncryptionKeys()}\n`, { mode: 0o600, flag: 'wx' })
  return parseEncryptionKeys(readFileSync(file, 'utf8').trim(), file)
}
