import { resolve } from 'node:path'
import { formatUsd } from '../domain/money/microdollars.ts'
import { openDatabase } from '../db/database.ts'
import { verifyLedger } from '../db/wallets/verify.ts'
import { withPostgres } from './local/running.ts'

/** `npm run ledger:verify`: verifies every wallet against its transfers and open holds; exits 1 on any drift. */
const url = await withPostgres(process.env, resolve(process.env['DATA_DIR'] ?? '.data'))
const db = await openDatabase({ url: url.url, applicationName: 'ledger-verify', poolMax: 1, statementMsMax: 600_000 })
try {
  const { wallets, transfers, drifts } = await verifyLedger(db)
  for (const drift of drifts) {
    console.log(
      `${drift.workspace_id} ${drift.environment}: ${drift.promise}: expected ${formatUsd(drift.expected)}, found ${formatUsd(drift.found)}`,
    )
  }
  console.log(`${wallets} wallets, ${transfers} transfers, ${drifts.length} drifts`)
  process.exitCode = drifts.length === 0 ? 0 : 1
} finally {
  await db.close()
  await url.release()
}
