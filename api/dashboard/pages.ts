import type { DashboardDownload, DashboardPage, MakeDownload, MakePage, PageParts } from './page.ts'
import { accountPage } from './pages/account/account.ts'
import { leaveWorkspacePage } from './pages/account/leave.ts'
import { agentsPage } from './pages/agents/agents.ts'
import { approvalsPage } from './pages/approvals.ts'
import { capabilityPage } from './pages/catalog/capability.ts'
import { endpointPage } from './pages/catalog/endpoint.ts'
import { claimPage } from './pages/claim.ts'
import { healthPage } from './pages/catalog/health.ts'
import { catalogPage } from './pages/catalog/search.ts'
import { disconnectPage } from './pages/connections/disconnect.ts'
import { correctMessagePage } from './pages/correct-message.ts'
import { connectionsPage } from './pages/connections/list.ts'
import { eventsPage } from './pages/events.ts'
import { keyPage } from './pages/keys/key.ts'
import { keysPage } from './pages/keys/list.ts'
import { newKeyPage } from './pages/keys/new.ts'
import { revokeKeyPage } from './pages/keys/revoke.ts'
import { feedbackPage } from './pages/feedback.ts'
import { deleteDomainPage } from './pages/inboxes/delete-domain.ts'
import { domainPage } from './pages/inboxes/domain.ts'
import { inboxesPage } from './pages/inboxes/list.ts'
import { cancelJobPage } from './pages/jobs/cancel.ts'
import { jobPage } from './pages/jobs/job.ts'
import { jobsPage } from './pages/jobs/list.ts'
import { jobMappingPage } from './pages/jobs/mapping.ts'
import { newJobPage } from './pages/jobs/new.ts'
import { jobResults } from './pages/jobs/results.ts'
import { membersPage } from './pages/members/members.ts'
import { removeMemberPage } from './pages/members/remove.ts'
import { disconnectAccountPage } from './pages/messaging-accounts/disconnect.ts'
import { messagingAccountsPage } from './pages/messaging-accounts/list.ts'
import { sendersPage } from './pages/senders/list.ts'
import { senderPage } from './pages/senders/sender.ts'
import { overviewPage } from './pages/overview.ts'
import { planPage } from './pages/plan.ts'
import { routingPage } from './pages/routing.ts'
import { runPage } from './pages/run.ts'
import { runsPage } from './pages/runs.ts'
import { appBudgetPage } from './pages/settings/app-budget.ts'
import { disconnectAppPage } from './pages/settings/disconnect-app.ts'
import { erasurePage } from './pages/settings/erasure.ts'
import { erasuresPage } from './pages/settings/erasures.ts'
import { newErasurePage } from './pages/settings/new-erasure.ts'
import { settingsPage } from './pages/settings/settings.ts'
import { deleteRowPage } from './pages/tables/delete-row.ts'
import { unmergePage } from './pages/tables/unmerge.ts'
import { deleteRowsPage } from './pages/tables/delete-rows.ts'
import { deleteTablePage } from './pages/tables/delete-table.ts'
import { editTablePage } from './pages/tables/edit.ts'
import { enrichPage } from './pages/tables/enrich.ts'
import { exportTable } from './pages/tables/export.ts'
import { importPage } from './pages/tables/import.ts'
import { newTablePage } from './pages/tables/new.ts'
import { tablesPage } from './pages/tables/list.ts'
import { tablesOffPage } from './pages/tables/off.ts'
import { rowPage } from './pages/tables/row.ts'
import { lawPage } from './pages/law.ts'
import { suppressionsPage } from './pages/tables/suppressions.ts'
import { tablePage } from './pages/tables/table.ts'
import { topupPage } from './pages/topup.ts'
import { usagePage } from './pages/usage.ts'
import { walletPage } from './pages/wallet.ts'
import { deleteWatchPage } from './pages/watches/delete.ts'
import { watchesPage } from './pages/watches/list.ts'
import { newWatchPage } from './pages/watches/new.ts'
import { watchPage } from './pages/watches/watch.ts'
import { callbacksPage, rotateCallbacksPage } from './pages/webhooks/callbacks.ts'
import { deliveryPage } from './pages/webhooks/delivery.ts'
import { webhooksPage } from './pages/webhooks/list.ts'
import { newWebhookPage } from './pages/webhooks/new.ts'
import { webhookQuestions } from './pages/webhooks/questions.ts'
import { recoverPage } from './pages/webhooks/recover.ts'
import { webhookPage } from './pages/webhooks/webhook.ts'

/** The first page that matches a path answers, so fixed names come before placeholders. */
const PAGES: readonly MakePage[] = [
  overviewPage,
  catalogPage,
  healthPage,
  capabilityPage,
  endpointPage,
  runsPage,
  jobsPage,
  newJobPage,
  jobMappingPage,
  jobPage,
  cancelJobPage,
  approvalsPage,
  routingPage,
  runPage,
  watchesPage,
  newWatchPage,
  watchPage,
  deleteWatchPage,
  tablesPage,
  tablesOffPage,
  newTablePage,
  importPage,
  enrichPage,
  tablePage,
  editTablePage,
  deleteTablePage,
  deleteRowsPage,
  rowPage,
  deleteRowPage,
  unmergePage,
  sendersPage,
  senderPage,
  inboxesPage,
  domainPage,
  deleteDomainPage,
  messagingAccountsPage,
  disconnectAccountPage,
  suppressionsPage,
  lawPage,
  keysPage,
  newKeyPage,
  keyPage,
  revokeKeyPage,
  agentsPage,
  webhooksPage,
  newWebhookPage,
  callbacksPage,
  rotateCallbacksPage,
  webhookPage,
  deliveryPage,
  recoverPage,
  ...webhookQuestions,
  eventsPage,
  correctMessagePage,
  connectionsPage,
  disconnectPage,
  walletPage,
  topupPage,
  usagePage,
  planPage,
  membersPage,
  removeMemberPage,
  settingsPage,
  disconnectAppPage,
  appBudgetPage,
  erasuresPage,
  newErasurePage,
  erasurePage,
  accountPage,
  leaveWorkspacePage,
  claimPage,
  feedbackPage,
]

const DOWNLOADS: readonly MakeDownload[] = [exportTable, jobResults]

/** Every page, in the order of the navigation within each group. */
export const createPages = (parts: PageParts): DashboardPage[] => PAGES.map((make) => make(parts))

export const createDownloads = (parts: PageParts): DashboardDownload[] => DOWNLOADS.map((make) => make(parts))
