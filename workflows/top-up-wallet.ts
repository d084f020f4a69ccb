import { proxyActivities, proxyLocalActivities, setCurrentDetails } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import type { Environment } from '../domain/runs/states.ts'
import { DATABASE_STEP } from './policies.ts'

export interface TopupStart {
  readonly workspaceId: string
  readonly environment: Environment
}

export type TopupOutcome = 'paid' | 'failed' | 'not_needed' | 'limit_reached'

const step = proxyLocalActivities<Activities>(DATABASE_STEP)

/**
 * Fills a wallet whose balance is too low (decisions, "wallet"): begin or find one attempt, charge it, and settle it.
 * Each step stores its answer or reads the stored one, so this workflow may be lost and started again at any point. The
 * outcome of a charge is queried until it is known.
 */
export async function topUpWallet(wallet: TopupStart): Promise<{ readonly outcome: TopupOutcome }> {
  const begun = await step.beginTopup(wallet)
  if (begun.kind !== 'begun') return resultOf(begun.kind)
  const { topupId } = begun
  setCurrentDetails(`Charging ${topupId}`)
  const { chargeTopup } = proxyActivities<Activities>({
    startToCloseTimeout: '45 seconds',
    // Longer than one call to Stripe may take; its timeout reveals a worker that has died.
    heartbeatTimeout: '20 seconds',
    retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '10 minutes' },
    summary: `charge ${topupId}`,
  })
  const charged = await chargeTopup({ topupId })
  return resultOf(await step.settleTopup({ topupId, charge: charged }))
}

function resultOf(outcome: TopupOutcome): { readonly outcome: TopupOutcome } {
  setCurrentDetails(`The top-up: ${outcome}`)
  return { outcome }
}
