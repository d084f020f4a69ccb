import type { OperationAnswer, ProviderOperation } from '../../domain/operations/operations.ts'
import type { ActivityDeps } from '../deps.ts'
import { callStripe, failureOf } from '../payments/client.ts'
import type { OpenCheckoutDeps } from './open-checkout.ts'

/**
 * Opens Stripe's page of a customer: cards, subscription and receipts. The page needs no sign-in, so its URL is
 * kept out of every history.
 */
export async function openPortal(
  { stripe, log, cipher }: OpenCheckoutDeps & Pick<ActivityDeps, 'cipher'>,
  { kind, provider, workspaceId, customerId, returnUrl }: ProviderOperation<'open_portal'>,
): Promise<OperationAnswer<'open_portal'>> {
  if (stripe === null) return { kind, result: 'unconfigured' }
  const session = await callStripe(() =>
    stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }),
  )
  if (session.kind === 'answer')
    return {
      kind,
      result: 'opened',
      url: cipher.seal({ workspaceId, provider, connectionId: customerId }, session.value.url),
    }
  log.error({ workspace_id: workspaceId, outcome: session.kind, code: session.code }, 'portal_open_failed')
  return { kind, ...failureOf(session) }
}
