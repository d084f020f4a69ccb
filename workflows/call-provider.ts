import { proxyLocalActivities } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import type { ProviderAnswer, ProviderCall } from '../domain/providers/calls.ts'

/** Longer than any of its calls takes; then whoever asked has gone. */
const CALL_TIMEOUT = '20 seconds'
/** A worker that cannot reach its database once may reach it the second time; whoever asked does not wait for more. */
const TRIES_MAX = 2

/**
 * One question to a provider on behalf of a request, outside of any run (decisions, "A run"): only the worker talks
 * to the outside. What is asked and answered stays in the history, so it holds ids and encrypted credentials only.
 */
export async function callProvider(call: ProviderCall): Promise<ProviderAnswer> {
  const { askProvider } = proxyLocalActivities<Activities>({
    startToCloseTimeout: CALL_TIMEOUT,
    retry: { initialInterval: '200 milliseconds', maximumAttempts: TRIES_MAX },
    summary: `${call.kind}: ${call.provider}`,
  })
  return askProvider(call)
}
