import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { readApiSettings } from '../api/settings.ts'
import { createCipher } from '../db/cipher.ts'
import { readPublicUrl } from '../domain/settings/public-url.ts'
import { dataDirOf } from '../dev/local/data-dir.ts'
import { encryptionKeys } from '../dev/local/encryption-keys.ts'
import { operatorName } from './reach/operator.ts'
import { withDatabase } from './reach/with-database.ts'
import { runAccess } from './access/command.ts'

/**
 * `npm run access -- revoke --reason "…"` reads an API key or a session's token from its standard input, where no
 * process list and no shell history shows it, and revokes it, with an audit entry. Exits 1 when it is neither.
 * `npm run access -- link <address> --reason "…"` prints a link by which a person sets a new password.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { reason: { type: 'string' }, by: { type: 'string' } },
})
const token = positionals[0] === 'revoke' ? (await text(process.stdin)).trim() : ''

const settings = readApiSettings(process.env)
const cipher = () =>
  createCipher(encryptionKeys(process.env, { dataDir: dataDirOf(process.env), deployment: settings.deployment }))

await withDatabase({ applicationName: 'access' }, async (db) => {
  const { line, done } = await runAccess(db, {
    words: positionals,
    token,
    reason: values.reason?.trim() ?? '',
    actor: values.by?.trim() || operatorName(),
    cipher,
    publicUrl: readPublicUrl(process.env) ?? `http://127.0.0.1:${settings.port}`,
  })
  console.log(line)
  process.exitCode = done ? 0 : 1
})
