import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { operatorName } from './local/operator.ts'
import { withDatabase } from './local/with-database.ts'
import { runAccess } from './access/command.ts'

/**
 * `npm run access -- revoke --reason "…"` reads an API key or a session's token from its standard input, where no
 * process list and no shell history shows it, and revokes it, with an audit entry. Exits 1 when it is neither.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { reason: { type: 'string' }, by: { type: 'string' } },
})
const token = positionals[0] === 'revoke' ? (await text(process.stdin)).trim() : ''

await withDatabase({ applicationName: 'access' }, async (db) => {
  const { line, done } = await runAccess(db, {
    words: positionals,
    token,
    reason: values.reason?.trim() ?? '',
    actor: values.by?.trim() || operatorName(),
  })
  console.log(line)
  process.exitCode = done ? 0 : 1
})
