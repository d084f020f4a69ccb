import { setTimeout as sleep } from 'node:timers/promises'
import type { ActivityLog } from '../activities/deps.ts'
import type { Database } from '../db/database.ts'
import { readLedgerState } from '../db/money/ledger-proof/prove.ts'
import { proveWallets } from '../usecases/money/prove-wallets.ts'
import { VALUE_SETS } from '../telemetry/labels.ts'
import type { Meter } from '../telemetry/meter.ts'

export interface ProverParts {
  readonly db: Database
  readonly log: ActivityLog
  readonly metrics: Meter
}

/** A wallet is verified again when its last proof has this age, so a drift is found within minutes. */
const PROVE_AGAIN_SECONDS = 300
/**
 * 2,000 wallets per round and worker: 40,000 within those five minutes, and half a million within the hour that the
 * alert allows.
 */
const BATCHES_PER_ROUND_MAX = 40
/** Leaves the database to other traffic in between. */
const PAUSE_MS = 50

/** Verifies the wallets that are due, oldest proof first, and shows the results of the ledger's proofs (Spec 1.10). */
export async function showLedger({ db, log, metrics }: ProverParts, stopping: AbortSignal): Promise<void> {
  for (let batch = 0; batch < BATCHES_PER_ROUND_MAX && !stopping.aborted; batch += 1) {
    const { wallets, drifts, more } = await proveWallets(db, PROVE_AGAIN_SECONDS)
    metrics.add('ledger_wallets_proved_total', {}, wallets)
    for (const { workspaceId, environment, promise, subject, expected, found } of drifts) {
      log.error(
        {
          workspace_id: workspaceId,
          environment,
          promise,
          subject,
          expected: expected.toString(),
          found: found.toString(),
        },
        'ledger_drift',
      )
    }
    if (!more) break
    await sleep(PAUSE_MS)
  }
  const { oldestProofAgeSeconds, drifts } = await readLedgerState(db)
  for (const promise of VALUE_SETS.promise.values) metrics.set('ledger_drifts', { promise }, drifts[promise] ?? 0)
  metrics.set('ledger_oldest_proof_age_seconds', {}, oldestProofAgeSeconds)
}
