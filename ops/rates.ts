import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadProviderFacts } from '../activities/providers/facts.ts'
import { openDatabase } from '../db/database.ts'
import { runRates } from './rates/command.ts'
import { whoIsThis } from './local/operator.ts'
import { withPostgres } from './local/running.ts'

/**
 * `npm run rates -- set <workspace> <target> <rate> --reason "…"`,
 * `remove <workspace> <target> --reason "…"`, `list <workspace>`: the rates negotiated with a workspace, each
 * change with an audit entry (Spec 2.2). Exits 1 when nothing could be done.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { reason: { type: 'string' }, by: { type: 'string' } },
})
const url = await withPostgres(process.env, resolve(process.env['DATA_DIR']?.trim() || '.data'))
const db = await openDatabase({ url: url.url, applicationName: 'rates', poolMax: 1 })
try {
  const { lines, done } = await runRates(
    { db, facts: loadProviderFacts(process.env) },
    { words: positionals, reason: values.reason?.trim() ?? '', actor: values.by?.trim() || whoIsThis() },
  )
  for (const line of lines) console.log(line)
  process.exitCode = done ? 0 : 1
} finally {
  await db.close()
  await url.release()
}
