import type { AttemptOutcome } from '../../domain/runs/states.ts'
import type { ActivityDeps } from '../deps.ts'
import type { AttemptExecution } from './attempt-execution.ts'
import { nameOfWork, type WorkOfRun } from './name-of-work.ts'

/**
 * The outcomes that concern the provider or its account: a miss is an answer, and a rejected input is the caller's
 * fault.
 */
const WARNED: ReadonlySet<AttemptOutcome> = new Set<AttemptOutcome>([
  'provider_error',
  'provider_timeout',
  'rate_limited',
  'unknown',
])

/**
 * Logs one line for a failed live attempt after its outcome is committed, by the executor that committed it: the
 * provider, the work and the outcome, without input or answer.
 */
export function warnOf(
  { log, catalog }: Pick<ActivityDeps, 'log' | 'catalog'>,
  { provider, runId, number, run }: AttemptExecution,
  { outcome, latencyMs }: { readonly outcome: AttemptOutcome; readonly latencyMs: number | null },
): void {
  if (run.environment !== 'live' || !WARNED.has(outcome)) return
  log.warn(
    {
      run_id: runId,
      attempt: number,
      provider,
      ...nameOfWork(catalog, run),
      outcome,
      ...(latencyMs === null ? {} : { latency_ms: latencyMs }),
    },
    'attempt_failed',
  )
}

/**
 * The platform is billed an unknown cost: the charge follows the rate card (Spec 4.3.2). Calls with own keys are billed
 * to their owners.
 */
export function warnOfCost(
  { log, catalog }: Pick<ActivityDeps, 'log' | 'catalog'>,
  { provider, runId, run }: PaidCall,
): void {
  log.warn({ run_id: runId, provider, ...nameOfWork(catalog, run) }, 'provider_cost_unreadable')
}

type PaidCall = Pick<AttemptExecution, 'provider' | 'runId'> & { readonly run: WorkOfRun }
