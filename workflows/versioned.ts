import { setWorkflowOptions } from '@temporalio/workflow'
import {
  changeSubscription,
  checkDomain,
  connectLink,
  deliverWebhook,
  disableFailingEndpoint,
  eraseSubject,
  job,
  makeDomain,
  makeInbox,
  openCheckout,
  openPortal,
  processInbound,
  purgeEvents,
  readAccount,
  readActorSchema,
  readClientDocument,
  refreshWatch,
  registerWebhook,
  removeAccount,
  removeDomain,
  removeWebhook,
  run,
  sendAccountMail,
  topUpWallet,
  verifyCredential,
} from './index.ts'

/**
 * The same workflows for a worker with a version (ops/DEPLOY.md): whether each ends on the version that began it, or
 * continues on the current one. The behaviours are declared here and not next to each workflow, because Temporal
 * refuses every step of a worker without a version that declares one.
 */
export * from './index.ts'

/**
 * Over in seconds or minutes; a run with its provider's final bill takes up to a day, a delivery with its retries up to
 * two.
 */
const STAYS = { versioningBehavior: 'PINNED' } as const
/** Workflows of any length, for which no version has to stay: a change of one goes behind `patched()`. */
const MOVES = { versioningBehavior: 'AUTO_UPGRADE' } as const

setWorkflowOptions(STAYS, run)
// The run is its child, on the same task queue, so it has the same version.
setWorkflowOptions(STAYS, refreshWatch)
// It also stays when it continues as new.
setWorkflowOptions(STAYS, deliverWebhook)
setWorkflowOptions(STAYS, changeSubscription)
setWorkflowOptions(STAYS, checkDomain)
setWorkflowOptions(STAYS, connectLink)
setWorkflowOptions(STAYS, makeDomain)
setWorkflowOptions(STAYS, makeInbox)
setWorkflowOptions(STAYS, openCheckout)
setWorkflowOptions(STAYS, openPortal)
setWorkflowOptions(STAYS, readAccount)
setWorkflowOptions(STAYS, readActorSchema)
setWorkflowOptions(STAYS, readClientDocument)
setWorkflowOptions(STAYS, registerWebhook)
setWorkflowOptions(STAYS, removeAccount)
setWorkflowOptions(STAYS, removeDomain)
setWorkflowOptions(STAYS, removeWebhook)
setWorkflowOptions(STAYS, verifyCredential)
setWorkflowOptions(STAYS, processInbound)
setWorkflowOptions(STAYS, purgeEvents)
// It lasts a day where a run waits for its final bill, and stays when it continues as new.
setWorkflowOptions(STAYS, eraseSubject)
// It continues for as long as the mail server is unavailable.
setWorkflowOptions(MOVES, sendAccountMail)
// It lasts as long as its rows take and waits for people.
setWorkflowOptions(MOVES, job)
setWorkflowOptions(MOVES, disableFailingEndpoint)
setWorkflowOptions(MOVES, topUpWallet)
