import type { PaymentWay } from '../../../domain/payments/simulation.ts'
import type { Subscription } from '../../../domain/plans/subscription.ts'
import type { ProviderReply } from '../../../workflows/starters/provider-operations.ts'
import { Problem } from '../../errors/problem.ts'
import { noPayments, type CheckoutDeps, wayOf } from '../checkout/deps.ts'

/**
 * How a plan is paid: an existing subscription decides; a new one is paid with real money wherever the deployment takes
 * it.
 */
export function planPaymentOf(deps: Pick<CheckoutDeps, 'settings'>, subscription: Subscription | null): PaymentWay {
  if (subscription?.simulated === true) return 'simulated'
  const way = wayOf(deps, 'live')
  return way === 'simulated' && subscription !== null ? 'unavailable' : way
}

/** The same; throws a Problem where the deployment takes no payments. */
export function planWayOf(deps: CheckoutDeps, subscription: Subscription | null): Exclude<PaymentWay, 'unavailable'> {
  const way = planPaymentOf(deps, subscription)
  if (way === 'unavailable') throw noPayments()
  return way
}

type Failed =
  | { readonly result: 'unconfigured' }
  | { readonly result: 'refused' | 'unreachable'; readonly code: string }

/** Stripe's answer; throws a Problem when none came. */
export function answerOfStripe<K extends 'open_checkout' | 'open_portal' | 'change_subscription'>(
  reply: ProviderReply<K>,
) {
  if (reply.kind === 'unanswered')
    throw new Problem('unavailable', UNREACHABLE, { retry_after: 10, cause: reply.cause })
  return reply.answer
}

export function notDone(failed: Failed): Problem {
  if (failed.result === 'unreachable') return new Problem('unavailable', UNREACHABLE, { retry_after: 10 })
  return new Problem('unavailable', 'Stripe refused the request. Nothing was changed.', {
    retry_after: 60,
    internal: `Stripe: ${failed.result === 'refused' ? failed.code : failed.result}`,
  })
}

const UNREACHABLE =
  'Stripe was unreachable, did not answer in time, or is processing another change of this plan. Read the plan before you try again.'
