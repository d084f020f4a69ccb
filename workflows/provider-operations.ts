import { scheduleLocalActivity } from '@temporalio/workflow'
import {
  OPERATION_TYPES,
  type OperationAnswer,
  type OperationKind,
  type ProviderOperation,
} from '../domain/operations/operations.ts'

/** Longer than any operation takes; by then the request that waits for it has ended. */
const OPERATION_TIMEOUT = '20 seconds'
/**
 * A worker that fails to reach its database once may reach it the second time; the request waits no longer than that.
 */
const TRIES_MAX = 2

/**
 * A provider operation on behalf of a request, outside of any run (decisions, "provider calls"): only the worker calls
 * providers. Its workflow and its activity have the operation's own name. Its question and answer stay in the history,
 * so they hold only ids and encrypted credentials.
 */
function operation<Kind extends OperationKind>(kind: Kind) {
  return (call: ProviderOperation<Kind>): Promise<OperationAnswer<Kind>> =>
    scheduleLocalActivity(OPERATION_TYPES[kind], [call], {
      startToCloseTimeout: OPERATION_TIMEOUT,
      retry: { initialInterval: '200 milliseconds', maximumAttempts: TRIES_MAX },
      summary: call.provider,
    })
}

export const verifyCredential = operation('verify_credential')
export const readActorSchema = operation('actor_schema')
export const readClientDocument = operation('client_document')
export const openCheckout = operation('open_checkout')
export const changeSubscription = operation('change_subscription')
export const openPortal = operation('open_portal')
export const connectLink = operation('connect_link')
export const readAccount = operation('read_account')
export const removeAccount = operation('remove_account')
export const makeInbox = operation('make_inbox')
export const makeDomain = operation('make_domain')
export const checkDomain = operation('check_domain')
export const removeDomain = operation('remove_domain')
export const registerWebhook = operation('register_webhook')
export const removeWebhook = operation('remove_webhook')
