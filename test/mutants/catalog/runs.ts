import type { Mutant } from '../mutant.ts'

const RESERVE = ['test/db/runs/reserve.test.ts']
const BEGIN = ['test/db/attempts/begin.test.ts']
const OUTCOME = ['test/db/attempts/outcome.test.ts']
const FALLBACK = ['test/domain/runs/fallback.test.ts']
const CANDIDATES = ['test/domain/routing/candidates.test.ts']

/** Spend limits, attempts and leases, the waterfall, cancellation, routing, lanes and slots. */
export const RUNS: readonly Mutant[] = [
  {
    name: 'the per-run ceiling refuses what just fits', file: 'db/runs/reserve.ts',
    find: 'and $2::bigint > w.per_run_limit', replace: 'and $2::bigint >= w.per_run_limit',
    killedBy: RESERVE,
  },
  {
    name: 'open holds do not count against the daily cap', file: 'db/runs/reserve.ts',
    find: 'end + w.held + $2::bigint > w.daily_limit', replace: 'end + $2::bigint > w.daily_limit',
    killedBy: RESERVE,
  },
  {
    name: "yesterday's spending counts against today's cap", file: 'db/runs/reserve.ts',
    find: 'then w.spent else 0 end + w.held', replace: 'then w.spent else w.spent end + w.held',
    killedBy: RESERVE,
  },
  {
    name: 'a spend guard that is off still refuses', file: 'db/runs/reserve.ts',
    find: 'when w.guard_enabled and w.per_run_limit is not null', replace: 'when w.per_run_limit is not null',
    killedBy: RESERVE,
  },
  {
    name: 'max_cost refuses the offer that costs exactly as much', file: 'domain/routing/candidates.ts',
    find: 'offer.maxCharge > parseUsd(routing.max_cost)', replace: 'offer.maxCharge >= parseUsd(routing.max_cost)',
    killedBy: CANDIDATES,
  },
  {
    name: 'max_cost does not lower the hold of a raw run', file: 'domain/raw/billing.ts',
    find: 'maxCost !== null && maxCost < full ? maxCost : full',
    replace: 'maxCost !== null && maxCost > full ? maxCost : full',
    killedBy: ['test/domain/raw/billing.test.ts'],
  },
  {
    name: 'a run holds the price of its first candidate, not of its dearest', file: 'domain/routing/candidates.ts',
    find: '(offer.maxCharge > most ? offer.maxCharge : most)', replace: '(most === 0n ? offer.maxCharge : most)',
    killedBy: CANDIDATES,
  },
  {
    name: 'an attempt begins after its run was cancelled', file: 'db/attempts/begin.ts',
    find: "where l.status in ('reserved', 'queued', 'running') and",
    replace: "where l.status in ('reserved', 'queued', 'running', 'cancelled') and",
    killedBy: BEGIN,
  },
  {
    name: 'one call more than the concurrency limit runs at a provider', file: 'db/attempts/begin.ts',
    find: 'where value::text::numeric > ${NOW_MS}) < $7::integer)',
    replace: 'where value::text::numeric > ${NOW_MS}) <= $7::integer)',
    killedBy: BEGIN,
  },
  {
    name: "a provider's rate limit gives turns that it does not have", file: 'db/attempts/begin.ts',
    find: '$8::double precision is null or ${TOKENS_NOW} >= 1)',
    replace: '$8::double precision is null or ${TOKENS_NOW} >= -9)',
    killedBy: BEGIN,
  },
  {
    name: 'an attempt is taken over while its executor is alive', file: 'db/attempts/begin.ts',
    find: 'and outcome is null and lease_until < clock_timestamp()', replace: 'and outcome is null',
    killedBy: OUTCOME,
  },
  {
    name: 'an executor that gave an attempt up keeps its lease', file: 'db/attempts/begin.ts',
    find: 'update attempt set lease_until = clock_timestamp() where',
    replace: 'update attempt set lease_until = lease_until where',
    killedBy: OUTCOME,
  },
  {
    name: 'an executor that lost its attempt writes the outcome', file: 'db/attempts/outcome.ts',
    find: 'and token = $3 and outcome is null', replace: 'and (token = $3 or true) and outcome is null',
    killedBy: OUTCOME,
  },
  {
    name: 'an outcome is overwritten by a later one', file: 'db/attempts/outcome.ts',
    find: 'and token = $3 and outcome is null', replace: 'and token = $3',
    killedBy: OUTCOME,
  },
  {
    name: 'a passed over provider replaces an attempt that was begun', file: 'db/attempts/skipped.ts',
    find: 'where r.id = $1 and r.finished_at is null', replace: 'where r.id = $1',
    killedBy: OUTCOME,
  },
  {
    name: 'a send of unknown outcome goes on to the next provider', file: 'domain/runs/fallback.ts',
    find: "(outcome === 'unknown' && sends)", replace: "(outcome === 'unknown' && !sends)",
    killedBy: FALLBACK,
  },
  {
    name: 'a miss that was paid for goes on to the next provider', file: 'domain/runs/fallback.ts',
    find: "(outcome === 'no_match' && billing === 'per_call')",
    replace: "(outcome === 'no_match' && billing !== 'per_call')",
    killedBy: FALLBACK,
  },
  {
    name: 'a run is charged the price of its first candidate, not of the one that delivered',
    file: 'domain/runs/fallback.ts',
    find: 'formatUsd(deliveryCharge(candidate, answer))',
    replace: 'formatUsd(deliveryCharge(plan.candidates[0], answer))',
    killedBy: FALLBACK,
  },
  {
    name: 'a run without a delivery ends as failed although a provider found no match', file: 'domain/runs/fallback.ts',
    find: "const status = missed !== undefined ? 'no_match'",
    replace: "const status = missed === last && last !== undefined ? 'no_match'",
    killedBy: FALLBACK,
  },
  {
    name: 'a run makes a fourth attempt', file: 'domain/routing/plan.ts',
    find: 'export const ATTEMPTS_MAX = 3', replace: 'export const ATTEMPTS_MAX = 4',
    killedBy: [...FALLBACK, ...CANDIDATES],
  },
  {
    name: 'a run without fallback has several candidates', file: 'domain/routing/candidates.ts',
    find: 'const tries = pinned || !routing.allow_fallback ? 1', replace: 'const tries = pinned ? 1',
    killedBy: CANDIDATES,
  },
  {
    name: 'a run has no candidate when the circuit of every offer is open', file: 'domain/routing/candidates.ts',
    find: 'if (pinned || closed.length === 0)', replace: 'if (pinned)',
    killedBy: CANDIDATES,
  },
  {
    name: "the platform's account competes with the workspace's own key", file: 'domain/routing/candidates.ts',
    find: 'connectionId !== undefined || !connected.has(provider)',
    replace: 'connectionId !== undefined || connected.has(provider)',
    killedBy: ['test/domain/routing/own-keys.test.ts'],
  },
  {
    name: 'the circuit of an offer opens one failure late', file: 'domain/routing/health.ts',
    find: 'record.failuresInRow < CIRCUIT_FAILURES) return false',
    replace: 'record.failuresInRow <= CIRCUIT_FAILURES) return false',
    killedBy: ['test/domain/routing/health.test.ts'],
  },
  {
    name: 'the strategy cheapest prefers the dearest', file: 'domain/routing/strategy.ts',
    find: 'a.maxCharge < b.maxCharge ? -1 : a.maxCharge > b.maxCharge ? 1 : 0',
    replace: 'a.maxCharge < b.maxCharge ? 1 : a.maxCharge > b.maxCharge ? -1 : 0',
    killedBy: ['test/domain/routing/strategy.test.ts'],
  },
  {
    name: 'a provider that asks for a pause is called again and again', file: 'domain/runs/retry-after.ts',
    find: 'calls > 1) return null', replace: 'calls > 2) return null',
    killedBy: ['test/domain/runs/retry-after.test.ts'],
  },
  {
    name: 'a pause that does not fit into the attempt is waited for', file: 'domain/runs/retry-after.ts',
    find: 'elapsedMs + retryAfterMs + ANSWER_MS_MIN <= deadlineMs', replace: 'retryAfterMs <= deadlineMs',
    killedBy: ['test/domain/runs/retry-after.test.ts'],
  },
  {
    name: 'a run that has begun at a provider is cancelled', file: 'domain/runs/states.ts',
    find: "export const STOPPABLE_STATUSES = ['created', 'reserved', 'queued']",
    replace: "export const STOPPABLE_STATUSES = ['created', 'reserved', 'queued', 'running']",
    killedBy: ['test/domain/runs/states.test.ts'],
  },
  {
    name: 'a cancel takes the hold with it', file: 'db/runs/settle.ts',
    find: 'from wallet_now n cross join locked l where l.held > ${charge}',
    replace: 'from wallet_now n cross join locked l where l.held > ${charge} and ${charge} > 0',
    killedBy: ['test/db/runs/cancel.test.ts'],
  },
  {
    name: 'the sweeper forgets runs whose final bill is due', file: 'db/runs/sweep.ts',
    find: "open: 'finished_at is null or final_bill_due_at is not null'", replace: "open: 'finished_at is null'",
    killedBy: ['test/db/runs/final-bill.test.ts'],
  },
  {
    name: 'a restored database sends a message again', file: 'domain/runs/indeterminate.ts',
    find: "if (status === 'created') return true", replace: "if (status === 'created') return false",
    killedBy: ['test/domain/runs/indeterminate.test.ts'],
  },
  {
    name: 'a lookup in the quick lane may take minutes', file: 'domain/runs/lanes.ts',
    find: 'expectedLatencyMs <= QUICK_LATENCY_MS_MAX && deadlineMs <= QUICK_DEADLINE_MS_MAX',
    replace: 'expectedLatencyMs <= QUICK_LATENCY_MS_MAX',
    killedBy: ['test/domain/runs/states.test.ts'],
  },
  {
    name: 'one workspace takes every free slot of a lane', file: 'domain/runs/shares.ts',
    find: "if (held.workspace >= room) return 'workspace'", replace: "if (held.workspace > room) return 'workspace'",
    killedBy: ['test/domain/runs/shares.test.ts'],
  },
  {
    name: 'the sandbox takes every slot of a lane', file: 'domain/runs/shares.ts',
    find: 'const SANDBOX_PART = 0.5', replace: 'const SANDBOX_PART = 1',
    killedBy: ['test/domain/runs/shares.test.ts'],
  },
  {
    name: 'the sandbox waits as long as live has something', file: 'domain/shares/fair-queue.ts',
    find: 'const LIVE_IN_A_ROW_MAX = 3', replace: 'const LIVE_IN_A_ROW_MAX = 3_000',
    killedBy: ['test/domain/shares/fair-queue.test.ts'],
  },
  {
    name: 'a caller with nothing under way finds no reserved permit', file: 'domain/shares/fair-queue.ts',
    find: 'reservedTaken < rooms.newcomers && !held.has(nameOf(caller))',
    replace: 'reservedTaken < 0 && !held.has(nameOf(caller))',
    killedBy: ['test/domain/shares/fair-queue.test.ts'],
  },
]
