import { parseArgs } from 'node:util'
import { withDatabase } from './reach/with-database.ts'
import { runsCommand } from './runs/command.ts'

/**
 * `npm run runs -- stuck`: the runs that should have progressed further, and their state; exits 1 when there are any,
 * for a watchdog. `npm run runs -- open` lists every run that has not ended. `--provider <slug>` shows those that wait
 * for one provider.
 */
const { positionals, values } = parseArgs({ allowPositionals: true, options: { provider: { type: 'string' } } })

await withDatabase({ applicationName: 'runs' }, async (db) => {
  const { lines, healthy } = await runsCommand(db, {
    words: positionals,
    provider: values.provider?.trim() || null,
  })
  for (const line of lines) console.log(line)
  process.exitCode = healthy ? 0 : 1
})
