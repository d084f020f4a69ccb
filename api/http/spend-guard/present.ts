import { formatUsd, formatUsdOrNull } from '../../../domain/money/microdollars.ts'
import type { SpendGuard as Stored } from '../../../db/money/wallets/spend-guard.ts'
import type { SpendGuard } from '../../schemas/spend-guard.ts'

/** The guard as the API shows it (decisions, "spend guard"): open holds count as spent today. */
export function presentSpendGuard(guard: Stored): SpendGuard {
  const spent = guard.settledToday + guard.heldNow
  const remaining =
    guard.dailyLimit === null || !guard.enabled ? null : guard.dailyLimit > spent ? guard.dailyLimit - spent : 0n
  return {
    enabled: guard.enabled,
    daily_limit: formatUsdOrNull(guard.dailyLimit),
    per_run_limit: formatUsdOrNull(guard.perRunLimit),
    spent_today: formatUsd(spent),
    settled_today: formatUsd(guard.settledToday),
    held_now: formatUsd(guard.heldNow),
    remaining: formatUsdOrNull(remaining),
    resets_at: guard.resetsAt.toISOString(),
  }
}
