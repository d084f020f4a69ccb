import { resolve } from 'node:path'
import { readApiSettings } from '../api/settings.ts'
import { createCipher } from '../db/cipher.ts'
import { rotateCredentials } from '../db/connections/rotate.ts'
import { openDatabase } from '../db/database.ts'
import { encryptionKeys } from './local/encryption-keys.ts'
import { withPostgres } from './local/running.ts'

/**
 * `npm run credentials:rotate`: wraps the data key of every stored credential and webhook secret with the newest
 * encryption key, while the service runs. If it is stopped, the next call continues. Exits 1 while a credential
 * remains.
 */
const dataDir = resolve(process.env['DATA_DIR']?.trim() || '.data')
const cipher = createCipher(
  encryptionKeys(process.env, { dataDir, deployment: readApiSettings(process.env).deployment }),
)
const url = await withPostgres(process.env, dataDir)
const db = await openDatabase({ url: url.url, applicationName: 'credentials-rotate', poolMax: 1 })
try {
  const { keyVersion, rewrapped, overtaken, leftBehind } = await rotateCredentials({ db, cipher })
  for (const { id, keyVersion: wrappedBy, reason } of leftBehind) {
    console.log(
      `${id}: left as it is, wrapped by version ${wrappedBy}: ${reason === 'unknownKey' ? 'ENCRYPTION_KEYS does not hold it' : 'it does not open with that key'}`,
    )
  }
  console.log(
    `key version ${keyVersion}: ${rewrapped} rewrapped, ${overtaken} changed meanwhile, ${leftBehind.length} left behind`,
  )
  process.exitCode = leftBehind.length === 0 ? 0 : 1
} finally {
  await db.close()
  await url.release()
}
