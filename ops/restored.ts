import { parseArgs } from 'node:util'
import { operatorName } from './reach/operator.ts'
import { withDatabase } from './reach/with-database.ts'
import { runRestored } from './restored/command.ts'

/**
 * `npm run restored -- review`: the effects that a service would repeat with this database, which was restored to an
 * earlier time; `npm run restored -- close --reason "…"` prevents them (`ops/RUNBOOK.md`, "Restore"). Exits 1 when
 * nothing could be done.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { reason: { type: 'string' }, by: { type: 'string' } },
})

await withDatabase({ applicationName: 'restored' }, async (db) => {
  const { lines, done } = await runRestored(db, {
    words: positionals,
    reason: values.reason?.trim() ?? '',
    actor: values.by?.trim() || operatorName(),
  })
  for (const line of lines) console.log(line)
  process.exitCode = done ? 0 : 1
})
