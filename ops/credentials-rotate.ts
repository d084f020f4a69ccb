import { readApiSettings } from '../api/settings.ts'
import { createCipher } from '../db/cipher.ts'
import { rotateCredentials } from '../db/access/connections/rotate.ts'
import { dataDirOf } from '../dev/local/data-dir.ts'
import { encryptionKeys } from '../dev/local/encryption-keys.ts'
import { withDatabase } from './reach/with-database.ts'

/**
 * `npm run credentials:rotate`: wraps the data key of every stored credential and webhook secret with the newest
 * encryption key, while the service runs. If it is stopped, the next call continues. Exits 1 while a credential
 * remains.
 */
const cipher = createCipher(
  encryptionKeys(process.env, {
    dataDir: dataDirOf(process.env),
    deployment: readApiSettings(process.env).deployment,
  }),
)

await withDatabase({ applicationName: 'credentials-rotate' }, async (db) => {
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
})
