import { parseArgs } from 'node:util'
import { runErase } from './erase/command.ts'
import { operatorName } from './reach/operator.ts'
import { withDatabase } from './reach/with-database.ts'

/**
 * `npm run erase -- workspace <id or name> --reason "…"` closes a workspace and deletes everything in it but its
 * billing, with an audit entry. Exits 1 when something has to end or be removed first.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { reason: { type: 'string' }, by: { type: 'string' } },
})

await withDatabase({ applicationName: 'erase' }, async (db) => {
  const { line, done } = await runErase(db, {
    words: positionals,
    reason: values.reason?.trim() ?? '',
    actor: values.by?.trim() || operatorName(),
  })
  console.log(line)
  process.exitCode = done ? 0 : 1
})
