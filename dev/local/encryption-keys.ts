import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EncryptionKey, parseEncryptionKeys, readEncryptionKeys } from '../../domain/settings/encryption-keys.ts'

/** One new key in the format of ENCRYPTION_KEYS. */
export const newEncryptionKeys = (): string => `1:${randomBytes(32).toString('base64')}`

/**
 * The keys of ENCRYPTION_KEYS, or of a local start, whose own keys are made once and kept with its data, readable by
 * this user only. A production deployment gets no generated keys: they would be lost with the machine.
 */
export function encryptionKeys(
  env: NodeJS.ProcessEnv,
  { dataDir, deployment }: { dataDir: string; deployment: 'local' | 'production' },
): readonly EncryptionKey[] {
  if (env['ENCRYPTION_KEYS']?.trim() || deployment === 'production') return readEncryptionKeys(env)
  return parseEncryptionKeys(localEncryptionKeys(env, dataDir), fileOf(dataDir))
}

const fileOf = (dataDir: string): string => join(dataDir, 'encryption-keys')

/** The same as text, for the processes of a local start. */
export function localEncryptionKeys(env: NodeJS.ProcessEnv, dataDir: string): string {
  const given = env['ENCRYPTION_KEYS']?.trim()
  if (given) return given
  const file = fileOf(dataDir)
  if (!existsSync(file)) writeFileSync(file, `${newEncryptionKeys()}\n`, { mode: 0o600, flag: 'wx' })
  return readFileSync(file, 'utf8').trim()
}
