/** Every workflow of the bundle. Workflow code is forever: see CONTRIBUTING.md, "Change a workflow". */
export { deliverWebhook } from './deliver-webhook.ts'
export { disableFailingEndpoint } from './disable-failing-endpoint.ts'
export { eraseSubject } from './erase-subject.ts'
export { job } from './job.ts'
export {
  changeSubscription,
  checkDomain,
  connectLink,
  makeDomain,
  makeInbox,
  openCheckout,
  openPortal,
  readAccount,
  readActorSchema,
  readClientDocument,
  registerWebhook,
  removeAccount,
  removeDomain,
  removeWebhook,
  verifyCredential,
} from './provider-operations.ts'
export { processInbound } from './process-inbound.ts'
export { purgeEvents } from './purge-events.ts'
export { refreshWatch } from './refresh-watch.ts'
export { run } from './run.ts'
export { sendAccountMail } from './send-account-mail.ts'
export { topUpWallet } from './top-up-wallet.ts'
