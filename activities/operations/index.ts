import { ApplicationFailure } from '@temporalio/common'
import { connectionAccountId, platformAccountId } from '../../domain/providers/account.ts'
import type {
  OPERATION_TYPES,
  OperationAnswer,
  OperationKind,
  ProviderOperation,
} from '../../domain/operations/operations.ts'
import type { ActivityDeps } from '../deps.ts'
import { type ShareWanted, underShare } from '../shares.ts'
import { changeSubscription } from './change-subscription.ts'
import { checkDomain, makeDomain, removeDomain } from './email-domains.ts'
import { makeInbox } from './make-inbox.ts'
import { connectLink, readAccount, removeAccount } from './messaging-accounts.ts'
import { openCheckout, type OpenCheckoutDeps } from './open-checkout.ts'
import type { MessagingDeps } from './provider-access.ts'
import { registerWebhook, removeWebhook } from './own-webhooks.ts'
import { openPortal } from './open-portal.ts'
import { readActorSchema } from './read-actor-schema.ts'
import { readClientDocument, type ReadClientDocumentDeps } from './read-client-document.ts'
import { verifyCredential, type VerifyDeps } from './verify-credential.ts'

type Deps = VerifyDeps & OpenCheckoutDeps & MessagingDeps & ReadClientDocumentDeps & Pick<ActivityDeps, 'shares'>

type OperationActivities = {
  readonly [Kind in OperationKind as (typeof OPERATION_TYPES)[Kind]]: (
    call: ProviderOperation<Kind>,
  ) => Promise<OperationAnswer<Kind>>
}

/** The provider operations, each under its own name. */
export const createOperations = (deps: Deps): OperationActivities => ({
  verifyCredential: withShare(deps, verifyCredential),
  readActorSchema: withShare(deps, readActorSchema),
  readClientDocument: withShare(deps, readClientDocument),
  openCheckout: withShare(deps, openCheckout),
  changeSubscription: withShare(deps, changeSubscription),
  openPortal: withShare(deps, openPortal),
  connectLink: withShare(deps, connectLink),
  readAccount: withShare(deps, readAccount),
  removeAccount: withShare(deps, removeAccount),
  makeInbox: withShare(deps, makeInbox),
  makeDomain: withShare(deps, makeDomain),
  checkDomain: withShare(deps, checkDomain),
  removeDomain: withShare(deps, removeDomain),
  registerWebhook: withShare(deps, registerWebhook),
  removeWebhook: withShare(deps, removeWebhook),
})

/** A request waits for the answer. Without a free slot the worker calls nothing, and the request gets `unavailable`. */
const withShare =
  <Call extends ProviderOperation, Answer>(deps: Deps, perform: (deps: Deps, call: Call) => Promise<Answer>) =>
  async (call: Call): Promise<Answer> => {
    const wanted: ShareWanted = {
      lane: 'calls',
      environment: call.environment ?? null,
      workspaceId: call.workspaceId,
      accountId: accountIdOf(call),
    }
    return underShare(deps.shares, wanted, {
      work: () => perform(deps, call),
      refused() {
        throw ApplicationFailure.nonRetryable('the worker has no share for this call now', 'NoShare')
      },
    })
  }

/** The workspace's own account where the operation names its connection; otherwise the platform's. */
const accountIdOf = (call: ProviderOperation): string => {
  const own = ('connectionId' in call ? call.connectionId : null) ?? null
  return own === null ? platformAccountId(call.provider) : connectionAccountId(own)
}
