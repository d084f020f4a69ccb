import { CAPABILITIES, findCapability } from '../../domain/capabilities/catalog.ts'
import { wrappersOf } from '../../domain/providers/offering.ts'
import { checkDatabase } from '../../db/check-database.ts'
import type { Database } from '../../db/database.ts'
import { pendingMigrations } from '../../db/migrate.ts'
import { createProviderHealth } from '../../db/catalog/health/provider-health.ts'
import { createOfferCatalog } from '../../db/catalog/offers/catalog.ts'
import { createAvailability } from '../../db/catalog/provider-accounts/availability.ts'
import { readRates } from '../../db/money/pricing/rates.ts'
import { connectedProviders } from '../../db/access/connections/queries.ts'
import { agentRoutes } from './agents/routes.ts'
import { clientRoutes } from './clients/routes.ts'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { createAccountMails } from '../auth/account-mails.ts'
import { authRoutes } from './auth/routes.ts'
import { connectedAppRoutes } from './connected-apps/routes.ts'
import { connectProvider } from './connections/connect.ts'
import { disconnectProvider } from './connections/disconnect.ts'
import { listProviderConnections } from './connections/list.ts'
import { createCursors, type Cursors } from '../route/cursors.ts'
import { createDiscovery, type Discovery } from '../discover/discovery.ts'
import { approvalRoutes } from './approvals/routes.ts'
import { accountRoutes } from './accounts/routes.ts'
import { listCapabilities } from './catalog/capabilities.ts'
import { listEndpoints } from './catalog/endpoints.ts'
import { NO_PROVIDERS, type Listing } from './catalog/listing.ts'
import { getProvider } from './catalog/provider.ts'
import { listProviderHealth } from './catalog/health.ts'
import { listProviders } from './catalog/providers.ts'
import { discover } from './discover/discover.ts'
import { doNotProcessRoutes } from './do-not-process/routes.ts'
import { docsRoutes } from './docs/routes.ts'
import { createErasure } from './erasures/create.ts'
import { approveErasure, rejectErasure } from './erasures/decide.ts'
import { getErasure } from './erasures/get.ts'
import { listErasures } from './erasures/list.ts'
import { previewErasure } from './erasures/preview.ts'
import { listEvents } from './events/list.ts'
import { correctMessage } from './messages/correct.ts'
import { feedbackRoutes } from './feedback/routes.ts'
import { getFeatures } from './features/get.ts'
import { updateFeatures } from './features/update.ts'
import { getRetention } from './retention/get.ts'
import { updateRetention } from './retention/update.ts'
import { receiveFromOwnAccount } from './inbound/own-account.ts'
import { receiveStripe } from './inbound/stripe.ts'
import { OWN_SIGNATURE, receiveSvixSigned } from './inbound/svix-signed.ts'
import { OWN_SECRET, receiveUnipile } from './inbound/unipile.ts'
import { getHealth } from './health/get.ts'
import { getReadiness } from './health/ready.ts'
import { createActorSchemas } from './inspect/actor-schemas.ts'
import { readHistory } from './history/read.ts'
import { readHistoryOfMany } from './history/read-many.ts'
import { emailDomainRoutes } from './email-domains/routes.ts'
import { inboxRoutes } from './inboxes/routes.ts'
import { senderRoutes } from './senders/routes.ts'
import { inspect } from './inspect/inspect.ts'
import { jobRoutes } from './jobs/routes.ts'
import { agentDocuments } from './llms/documents.ts'
import { showLlms } from './llms/show.ts'
import { operatorRoutes } from './operator/routes.ts'
import { getOutreachPolicy } from './outreach-policy/get.ts'
import { updateOutreachPolicy } from './outreach-policy/update.ts'
import { personRoutes } from './person/routes.ts'
import { getSenderProfile } from './sender-profile/get.ts'
import { updateSenderProfile } from './sender-profile/update.ts'
import { getOutboundGuard } from './outbound-guard/get.ts'
import { memberRoutes } from './members/routes.ts'
import { updateOutboundGuard } from './outbound-guard/update.ts'
import { routingPolicyRoutes } from './routing-policy/routes.ts'
import { cancelRun } from './runs/cancel.ts'
import { createRun } from './runs/create.ts'
import { getRun } from './runs/get.ts'
import { listRuns } from './runs/list.ts'
import { getCallbackSecret } from './callbacks/get-secret.ts'
import { listCallbacks } from './callbacks/list.ts'
import { rotateCallbackSecret } from './callbacks/rotate-secret.ts'
import { planRoutes } from './plan/routes.ts'
import { getSpendGuard } from './spend-guard/get.ts'
import { updateSpendGuard } from './spend-guard/update.ts'
import { addSuppressions } from './suppressions/add.ts'
import { listSuppressions } from './suppressions/list.ts'
import { removeSuppressions } from './suppressions/remove.ts'
import { createTable } from './tables/create.ts'
import { deleteTable } from './tables/delete.ts'
import { editTable } from './tables/edit.ts'
import { exportRows } from './rows/export.ts'
import { getTable } from './tables/get.ts'
import { importRows } from './rows/import.ts'
import { listTablesRoute } from './tables/list.ts'
import { deleteRows } from './rows/delete.ts'
import { deleteRow } from './rows/delete-one.ts'
import { listRowChanges } from './rows/list-changes.ts'
import { unmergeRow } from './rows/unmerge.ts'
import { listRows } from './rows/list.ts'
import { queryRows } from './rows/query.ts'
import { updateRows } from './rows/update.ts'
import { writeRows } from './rows/write.ts'
import { createWebhook } from './webhooks/create.ts'
import { deleteWebhook } from './webhooks/delete.ts'
import { getWebhook } from './webhooks/get.ts'
import { listWebhooks } from './webhooks/list.ts'
import { recoverWebhook } from './webhooks/recover.ts'
import { retryDelivery } from './webhooks/retry-delivery.ts'
import { rotateWebhookSecret } from './webhooks/rotate-secret.ts'
import { testWebhook } from './webhooks/send-test.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { simulatedPlans } from './checkout/plan.ts'
import { simulatedTopups } from './checkout/topup.ts'
import { getUsage } from './usage/get.ts'
import { walletRoutes } from './wallet/routes.ts'
import { welcomeRoutes } from './welcome/show.ts'
import { unsubscribeRoutes } from './unsubscribe/routes.ts'
import { updateWebhook } from './webhooks/update.ts'
import { watchRoutes } from './watches/routes.ts'
import { gatedStarter } from '../../workflows/starters/start-gate.ts'
import type { OwnParts, RouteParts } from './route-parts.ts'
import { metadataRoutes } from '../oauth/metadata.ts'
import type { Route } from '../route/route.ts'
import type { ApiSettings } from '../settings.ts'
import { createUrlCheck, type UrlCheck } from './webhooks/url-check.ts'

const RECORDS_AGE_MS_MAX = 5_000

/** Every route of the API, in the order in which the documentation shows them. */
export function createRoutes(parts: RouteParts, own: OwnParts): Route[] {
  const { db, settings, known, providerCaller, cipher } = parts
  const { waiters, draining, starts, publicUrl } = own
  const starter = gatedStarter(parts.starter, starts)
  const checkUrl = createUrlCheck({ allowedNetworks: settings.webhookAllowedNetworks })
  const cursors = createCursors((purpose) => cipher.keysFor(purpose))
  const measured = { db, now: Date.now, maxAgeMs: parts.recordsAgeMsMax ?? RECORDS_AGE_MS_MAX }
  const health = createProviderHealth(measured)
  const offers = createOfferCatalog({ ...measured, health, manifests: known.manifests })
  const listing: Listing = {
    capabilities: CAPABILITIES,
    manifests: known.manifests,
    catalog: known.catalog,
    offers,
    readAvailability: createAvailability({ ...measured, health }),
    // In the sandbox no real key is used.
    connectedProviders: async (workspaceId, environment) =>
      environment === 'live' ? connectedProviders(db, workspaceId) : NO_PROVIDERS,
    readRates: (workspaceId) => readRates(db, workspaceId),
    wrappers: wrappersOf(known.manifests),
  }
  const discovery = discoveryOf(listing, settings)
  if (settings.embeddings !== null) own.semanticIndex.build(discovery.texts)
  const notifyEnded = (runId: string): void => {
    starts.ended([runId])
    waiters.ended([runId])
    parts.notifyOthers(runId)
  }
  const offered = { publicUrl: own.publicUrl, capabilities: CAPABILITIES, manifests: known.manifests }
  const mails = createAccountMails({ db, cipher, settings, publicUrl: own.publicUrl })
  const routes = [
    getHealth(),
    getReadiness({
      checks: { database: () => checkDatabase(db), migrations: () => checkMigrations(db) },
      temporal: own.isTemporalReachable,
      draining,
    }),
    ...welcomeRoutes(offered),
    ...operatorRoutes({ documents: settings.documents, publicUrl: own.publicUrl }),
    ...docsRoutes({ providers: known, publicUrl: own.publicUrl, clients: own.clients }),
    ...agentDocuments(offered),
    ...clientRoutes(own.clients),
    ...authRoutes(parts, own, mails),
    ...agentRoutes(parts, own, mails),
    ...memberRoutes(parts, mails),
    ...apiKeyRoutes(parts),
    ...planRoutes({ ...parts, publicUrl: own.publicUrl }),
    ...metadataRoutes(own.publicUrl),
    ...connectedAppRoutes(parts),
    createRun({ db, cipher, checkUrl, starter, waiters, offers, findCapability, known, publicUrl }),
    listRuns({ db, cursors, publicUrl }),
    getRun({ db, waiters, findCapability, publicUrl }),
    cancelRun({ db, cipher, starter, notifyEnded, publicUrl }),
    ...jobRoutes({ ...parts, checkUrl, cursors, offers, waiters, notifyEnded, publicUrl }),
    ...routingPolicyRoutes({ db, known }),
    ...approvalRoutes({ db, cipher, starter, notifyEnded, publicUrl, deliveries: parts.deliveries }),
    readHistory({ db }),
    readHistoryOfMany({ db }),
    getSpendGuard({ db }),
    updateSpendGuard({ db }),
    listSuppressions({ db, cursors }),
    addSuppressions({ db, cipher }),
    removeSuppressions({ db, cipher }),
    ...unsubscribeRoutes({ db, cipher, deliveries: parts.deliveries, nowMs: Date.now }),
    getOutboundGuard({ db }),
    updateOutboundGuard({ db }),
    getSenderProfile({ db }),
    updateSenderProfile({ db }),
    getOutreachPolicy({ db }),
    ...personRoutes({ db, cipher, deliveries: parts.deliveries, publicUrl, now: () => new Date() }),
    updateOutreachPolicy({ db }),
    listProviderConnections({ db, publicUrl: own.publicUrl }),
    connectProvider({ db, known, cipher, providerCaller, publicUrl: own.publicUrl }),
    disconnectProvider({ db, providerCaller, publicUrl: own.publicUrl }),
    ...tableRoutes(parts, cursors),
    listEvents({ db, eventWaiters: own.eventWaiters }),
    correctMessage({ db }),
    ...webhookRoutes(parts, checkUrl),
    listCallbacks({ db, cipher }),
    getCallbackSecret({ db, cipher }),
    rotateCallbackSecret({ db, cipher }),
    ...walletRoutes({ db, cursors, cipher, providerCaller, settings, publicUrl: own.publicUrl, nowMs: Date.now }),
    getUsage({ db, nowMs: Date.now }),
    ...checkoutRoutes([simulatedTopups(db, Date.now), simulatedPlans(db, Date.now)], {
      deployment: settings.deployment,
      takesStripe: settings.stripe !== null,
    }),
    ...watchRoutes({ ...parts, cursors, offers, waiters, starts, publicUrl: own.publicUrl }),
    ...inboundRoutes(parts, own),
    discover({ listing, discovery, ...own }),
    inspect(listing, { discovery, actorSchemas: createActorSchemas({ db, providerCaller, now: Date.now }) }),
    listCapabilities(listing, cursors),
    listProviders(listing),
    listProviderHealth(measured),
    getProvider(listing),
    listEndpoints(listing, cursors),
    ...accountRoutes(parts, own),
    ...inboxRoutes(parts, own),
    ...emailDomainRoutes(parts),
    ...senderRoutes({ db, cursors, findManifest: (provider) => known.manifests.find(({ slug }) => slug === provider) }),
    ...feedbackRoutes({ db, publicUrl: own.publicUrl }),
  ]
  return [...routes, showLlms({ listing, publicUrl: own.publicUrl, routes, clients: own.clients })]
}

/** Features and tables (Spec 4.7). */
const tableRoutes = ({ db, cipher }: RouteParts, cursors: Cursors): Route[] => [
  getFeatures({ db }),
  updateFeatures({ db }),
  getRetention({ db }),
  updateRetention({ db }),
  ...doNotProcessRoutes({ db, cipher, cursors }),
  createErasure({ db, cipher }),
  previewErasure({ db }),
  listErasures({ db, cursors }),
  getErasure({ db }),
  approveErasure({ db }),
  rejectErasure({ db }),
  listTablesRoute({ db, cursors }),
  createTable({ db, cipher }),
  getTable({ db }),
  editTable({ db }),
  deleteTable({ db }),
  writeRows({ db, cipher }),
  listRows({ db, cursors }),
  queryRows({ db, cursors }),
  updateRows({ db, cursors, cipher }),
  deleteRows({ db, cursors, cipher }),
  exportRows({ db, cursors }),
  importRows({ db, cipher }),
  deleteRow({ db }),
  listRowChanges({ db }),
  unmergeRow({ db, cipher }),
]

/** Spec 4.11 and decisions, "Events and webhooks". */
function webhookRoutes({ db, cipher, deliveries }: RouteParts, checkUrl: UrlCheck): Route[] {
  return [
    createWebhook({ db, cipher, checkUrl }),
    listWebhooks({ db }),
    getWebhook({ db }),
    updateWebhook({ db, checkUrl }),
    deleteWebhook({ db }),
    testWebhook({ db, cipher, deliveries }),
    rotateWebhookSecret({ db, cipher }),
    retryDelivery({ db, cipher, deliveries }),
    recoverWebhook({ db, cipher }),
  ]
}

/** The messages of providers (Spec 6). */
function inboundRoutes(
  { db, cipher, deliveries, settings: { inboundSecrets, stripe } }: RouteParts,
  { inboundQueue: queue, metrics }: OwnParts,
): Route[] {
  const deps = { db, cipher, queue, metrics, nowMs: Date.now }
  const agentmail = { provider: 'agentmail', name: 'AgentMail' } as const
  const resend = { provider: 'resend', name: 'Resend' } as const
  const unipile = { provider: 'unipile', name: 'Unipile' } as const
  return [
    receiveSvixSigned(deps, { ...agentmail, operationId: 'receiveAgentmail', secrets: inboundSecrets.agentmail }),
    receiveSvixSigned(deps, { ...resend, operationId: 'receiveResend', secrets: inboundSecrets.resend }),
    receiveFromOwnAccount(deps, { ...agentmail, operationId: 'receiveOwnAgentmail', proof: OWN_SIGNATURE }),
    receiveFromOwnAccount(deps, { ...resend, operationId: 'receiveOwnResend', proof: OWN_SIGNATURE }),
    receiveFromOwnAccount(deps, { ...unipile, operationId: 'receiveOwnUnipile', proof: OWN_SECRET }),
    receiveUnipile(deps, inboundSecrets.unipile),
    receiveStripe({ ...deps, stripe, deliveries }),
  ]
}

/**
 * In production the index is built before the api listens; a local start comes up faster and builds it with the first
 * search.
 */
function discoveryOf(listing: Listing, { deployment }: ApiSettings): Discovery {
  const discovery = createDiscovery(listing)
  if (deployment === 'production') discovery.prepare()
  return discovery
}

async function checkMigrations(db: Database): Promise<void> {
  const pending = await pendingMigrations(db)
  if (pending.length > 0) throw new Error(`${pending.length} migrations are pending`)
}
