import { parseArgs } from 'node:util'
import { loadKnownProviders } from '../activities/providers/known-providers.ts'
import { operatorName } from './reach/operator.ts'
import { withDatabase } from './reach/with-database.ts'
import { runRates } from './rates/command.ts'

/**
 * `npm run rates -- set <workspace> <target> <rate> --reason "…"`,
 * `remove <workspace> <target> --reason "…"`, `list <workspace>`: the rates negotiated with a workspace, each
 * change with an audit entry (Spec 2.2). `--by <who>` names another operator. Exits 1 when the request was refused.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { reason: { type: 'string' }, by: { type: 'string' } },
})

await withDatabase({ applicationName: 'rates' }, async (db) => {
  const { lines, done } = await runRates(
    { db, known: loadKnownProviders(process.env) },
    { words: positionals, reason: values.reason?.trim() ?? '', actor: values.by?.trim() || operatorName() },
  )
  for (const line of lines) console.log(line)
  process.exitCode = done ? 0 : 1
})
