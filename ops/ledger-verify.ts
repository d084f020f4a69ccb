import { formatUsd } from '../domain/money/microdollars.ts'
import { verifyLedger } from '../db/money/wallets/verify.ts'
import { withDatabase } from './reach/with-database.ts'

/** `npm run ledger:verify`: verifies every wallet against its transfers and open holds; exits 1 on any drift. */
await withDatabase({ applicationName: 'ledger-verify', statementMsMax: 600_000 }, async (db) => {
  const { wallets, transfers, drifts } = await verifyLedger(db)
  for (const drift of drifts) {
    console.log(
      `${drift.workspace_id} ${drift.environment}: ${drift.promise}: expected ${formatUsd(drift.expected)}, found ${formatUsd(drift.found)}`,
    )
  }
  console.log(`${wallets} wallets, ${transfers} transfers, ${drifts.length} drifts`)
  process.exitCode = drifts.length === 0 ? 0 : 1
})
