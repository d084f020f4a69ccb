import { ApplicationFailure } from '@temporalio/common'
import { connectionAccountId, platformAccountId } from '../../domain/providers/account.ts'
import type { ProviderAnswer, ProviderCall } from '../../domain/providers/calls.ts'
import type { ActivityDeps } from '../deps.ts'
import { type ShareWanted, underShare } from '../shares.ts'
import { makeInbox } from './make-inbox.ts'
import { connectLink, type MessagingDeps, readAccount, removeAccount } from './messaging-accounts.ts'
import { changeSubscription } from './change-subscription.ts'
import { openCheckout, type PaymentDeps } from './open-checkout.ts'
import { openPortal } from './open-portal.ts'
import { readActorSchema } from './read-actor-schema.ts'
import { verifyCredential, type VerifyDeps } from './verify-credential.ts'

type Deps = VerifyDeps & PaymentDeps & MessagingDeps & Pick<ActivityDeps, 'shares'>

/**
 * One question to a provider outside of any run, by its kind. Somebody waits for the answer: without a share of the worker nobody is
 * asked, and the request is answered `unavailable`.
 */
export const askProvider = (deps: Deps) => async (call: ProviderCall): Promise<ProviderAnswer> => {
  const wanted: ShareWanted = {
    lane: 'calls', environment: call.environment ?? null, workspaceId: call.workspaceId, accountId: accountIdOf(call),
  }
  return underShare(deps.shares, wanted, {
    work: () => ask(deps, call),
    refused() { throw ApplicationFailure.nonRetryable('the worker has no share for this call now', 'NoShare') },
  })
}

/** A key is tried at the customer's own account, all else is asked with the platform's. */
const accountIdOf = (call: ProviderCall): string =>
  (call.kind === 'verify_credential' ? connectionAccountId(call.connectionId) : platformAccountId(call.provider))

async function ask(deps: Deps, call: ProviderCall): Promise<ProviderAnswer> {
  switch (call.kind) {
    case 'verify_credential':
      return verifyCredential(deps, call)
    case 'actor_schema':
      return readActorSchema(deps, call)
    case 'open_checkout':
      return openCheckout(deps, call)
    case 'connect_link':
      return connectLink(deps, call)
    case 'read_account':
      return readAccount(deps, call)
    case 'remove_account':
      return removeAccount(deps, call)
    case 'make_inbox':
      return makeInbox(deps, call)
    case 'change_subscription':
      return changeSubscription(deps, call)
    case 'open_portal':
      return openPortal(deps, call)
  }
}
