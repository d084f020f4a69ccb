import { claimOverdueMails, type MailToStart } from '../db/access/account-mails/send.ts'
import { formatUsd } from '../domain/money/microdollars.ts'
import { claimAddressReports, type DueReport } from '../db/outreach/bounces/settle.ts'
import { settleAddressReport } from '../usecases/outreach/settle-address-report.ts'
import type { Database } from '../db/database.ts'
import { claimOverdueErasures, type ErasureToStart } from '../db/erasure/erasures.ts'
import { readRequestsToRemind, type RequestToRemind } from '../db/erasure/requests.ts'
import { remindOfErasure } from '../usecases/erasure/person-requests.ts'
import { claimOverdueJobs, type JobToStart } from '../db/jobs/sweep.ts'
import { claimOverdueInbound, type InboundToStart, SWEEP_INBOUND_AFTER_SECONDS } from '../db/outreach/inbound/sweep.ts'
import { type OverduePlan, readOverduePlans } from '../db/money/plans/sweep.ts'
import { movePlanOn } from '../usecases/money/move-plan-on.ts'
import type { WalletRef } from '../db/money/payments/auto-topup.ts'
import { claimDueReferrals, settleReferral } from '../usecases/money/settle-referral.ts'
import { claimDueAutoTopups, claimOverdueTopups, SWEEP_TOPUP_AFTER_SECONDS } from '../db/money/payments/sweep.ts'
import { claimOverdueRuns, type OverdueRun, SWEEP_AFTER_SECONDS } from '../db/runs/sweep.ts'
import { type EndpointToDisable, readEndpointsToDisable } from '../db/delivery/webhooks/disable.ts'
import { claimOverdueDeliveries, type OverdueDelivery } from '../db/delivery/webhooks/sweep.ts'
import { claimDomainsToLookUp, type DomainToLookUp } from '../db/outreach/email-domains/queries.ts'
import { lookUpDomain, type LookUpDeps } from '../usecases/outreach/look-up-domain.ts'
import { claimSweeps, releaseSweep, type SweepToContinue } from '../db/outreach/do-not-process/sweeps.ts'
import { sweepList } from '../usecases/erasure/sweep-list.ts'
import type { ActivityDeps, ActivityLog } from '../activities/deps.ts'
import { claimOverdueRefreshes, type RefreshToStart, SWEEP_REFRESH_AFTER_SECONDS } from '../db/tables/watches/sweep.ts'
import type { AccountMailStarter } from '../workflows/starters/account-mails.ts'
import type { ErasureStarter } from '../workflows/starters/erasures.ts'
import type { RunStarter } from '../workflows/starters/runs.ts'
import type { InboundStarter } from '../workflows/starters/inbound.ts'
import type { JobStarter } from '../workflows/starters/jobs.ts'
import type { TopupStarter } from '../workflows/starters/topups.ts'
import type { WatchStarter } from '../workflows/starters/watches.ts'
import type { DeliveryStarter } from '../workflows/starters/deliveries.ts'
import type { Sweep } from './sweeper.ts'

/** The maximum that one round starts: about what a Temporal server starts between two rounds. */
const RUNS_PER_ROUND_MAX = 100
const MESSAGES_PER_ROUND_MAX = 100
const DELIVERIES_PER_ROUND_MAX = 500
const ENDPOINTS_PER_ROUND_MAX = 100
const PLANS_PER_ROUND_MAX = 100
const REFRESHES_PER_ROUND_MAX = 100
const JOBS_PER_ROUND_MAX = 100
const TOPUPS_PER_ROUND_MAX = 100
const REFERRALS_PER_ROUND_MAX = 100
const ADDRESS_REPORTS_PER_ROUND_MAX = 100
const ERASURES_PER_ROUND_MAX = 10
const MAILS_PER_ROUND_MAX = 100
const DOMAINS_PER_ROUND_MAX = 20
/** Each works for three seconds of a round. */
const LIST_SWEEPS_PER_ROUND_MAX = 2

/** Every run that has not ended, and every run whose final bill is overdue. */
export const overdueRuns = (db: Database, starter: RunStarter): Sweep<OverdueRun> => ({
  name: 'runs',
  claim: () => claimOverdueRuns(db, RUNS_PER_ROUND_MAX, SWEEP_AFTER_SECONDS),
  start: (run) => (run.waits ? starter.resume(run) : starter.start(run)),
  ids: (run) => ({ run_id: run.id, workspace_id: run.workspaceId }),
})

/** Every inbound message that is not processed. */
export const overdueMessages = (db: Database, starter: InboundStarter): Sweep<InboundToStart> => ({
  name: 'inbound_messages',
  claim: () => claimOverdueInbound(db, MESSAGES_PER_ROUND_MAX, SWEEP_INBOUND_AFTER_SECONDS),
  start: (message) => starter.start(message),
  ids: (message) => ({ inbound_id: message.id, provider: message.provider }),
})

/** Every delivery whose attempt is due. */
export const overdueDeliveries = (db: Database, starter: DeliveryStarter): Sweep<OverdueDelivery> => ({
  name: 'deliveries',
  claim: () => claimOverdueDeliveries(db, DELIVERIES_PER_ROUND_MAX),
  // A delivery that was brought forward has a timer that could not be notified.
  start: (delivery) => (delivery.broughtForward ? starter.checkState(delivery) : starter.start(delivery)),
  ids: (delivery) => ({ delivery_id: delivery.id, webhook_id: delivery.webhookId, workspace_id: delivery.workspaceId }),
})

/** Every endpoint that should have been disabled. */
export const endpointsToDisable = (db: Database, starter: DeliveryStarter): Sweep<EndpointToDisable> => ({
  name: 'failure_clocks',
  claim: () => readEndpointsToDisable(db, ENDPOINTS_PER_ROUND_MAX),
  start: ({ id, ...owner }) => starter.startAutoDisable(id, owner),
  ids: ({ id, workspaceId }) => ({ webhook_id: id, workspace_id: workspaceId }),
})

/**
 * Every simulated month that has ended, and every plan whose failed payment is past its grace period. They have no
 * workflow; this sweep advances them.
 */
export const overduePlans = (db: Database, log: ActivityLog): Sweep<OverduePlan> => ({
  name: 'plans',
  claim: () => readOverduePlans(db, PLANS_PER_ROUND_MAX),
  async start(overdue) {
    const moved = await movePlanOn(db, overdue)
    if (moved !== null)
      log.info({ workspace_id: overdue.workspaceId, subscription: overdue.id, ...moved }, 'subscription_advanced')
  },
  ids: ({ id, workspaceId }) => ({ subscription: id, workspace_id: workspaceId }),
})

/**
 * Every referral whose credit is earned by now, or whose top-up was refunded, disputed or returned. They have no
 * workflow; this sweep settles them.
 */
export const dueReferrals = (db: Database, log: ActivityLog): Sweep<string> => ({
  name: 'referrals',
  claim: () => claimDueReferrals(db, REFERRALS_PER_ROUND_MAX),
  async start(workspaceId) {
    const status = await settleReferral(db, workspaceId)
    if (status !== null) log.info({ workspace_id: workspaceId, status }, 'referral_settled')
  },
  ids: (workspaceId) => ({ workspace_id: workspaceId }),
})

/** Every report about an address that a run has sold. They have no workflow; this sweep applies them. */
export const addressReports = (
  db: Database,
  { log, startDeliveries }: { readonly log: ActivityLog } & Pick<ActivityDeps, 'startDeliveries'>,
): Sweep<DueReport> => ({
  name: 'address_reports',
  claim: () => claimAddressReports(db, ADDRESS_REPORTS_PER_ROUND_MAX),
  async start(due) {
    const settled = await settleAddressReport(db, due)
    if (settled?.step.kind !== 'note') return
    startDeliveries(settled.deliveries)
    log.info(
      {
        run_id: due.runId,
        workspace_id: settled.workspaceId,
        outcome: settled.outcome,
        credited: formatUsd(settled.step.credit),
      },
      'sold_address_reported',
    )
  },
  ids: ({ eventId, runId }) => ({ event_id: eventId, run_id: runId }),
})

/** Every refresh of a watch that is not recorded. */
export const overdueRefreshes = (db: Database, starter: WatchStarter): Sweep<RefreshToStart> => ({
  name: 'refreshes',
  claim: () => claimOverdueRefreshes(db, REFRESHES_PER_ROUND_MAX, SWEEP_REFRESH_AFTER_SECONDS),
  start: (refresh) => starter.startRefresh(refresh),
  ids: ({ watchId, refreshId, workspaceId }) => ({
    watch_id: watchId,
    refresh_id: refreshId,
    workspace_id: workspaceId,
  }),
})

/** Every job that has something to do and has done nothing for a while. */
export const overdueJobs = (db: Database, starter: JobStarter): Sweep<JobToStart> => ({
  name: 'jobs',
  claim: () => claimOverdueJobs(db, JOBS_PER_ROUND_MAX),
  start: (job) => starter.wake(job),
  ids: ({ id, workspaceId }) => ({ job_id: id, workspace_id: workspaceId }),
})

/** Every wallet with automatic top-ups whose balance is too low: only this sweep detects it. */
export const lowWallets = (db: Database, starter: TopupStarter): Sweep<WalletRef> => ({
  name: 'low_wallets',
  claim: () => claimDueAutoTopups(db, TOPUPS_PER_ROUND_MAX, SWEEP_TOPUP_AFTER_SECONDS),
  start: (wallet) => starter.start(wallet),
  ids: walletIds,
})

/** Every automatic top-up that has not ended. */
export const overdueTopups = (db: Database, starter: TopupStarter): Sweep<WalletRef> => ({
  name: 'topups',
  claim: () => claimOverdueTopups(db, TOPUPS_PER_ROUND_MAX, SWEEP_TOPUP_AFTER_SECONDS),
  start: (wallet) => starter.start(wallet),
  ids: walletIds,
})

/** Every erasure that has not finished: only this sweep starts them. */
export const overdueErasures = (db: Database, starter: ErasureStarter): Sweep<ErasureToStart> => ({
  name: 'erasures',
  claim: () => claimOverdueErasures(db, ERASURES_PER_ROUND_MAX),
  start: (erasure) => starter.start(erasure),
  ids: ({ id, workspaceId }) => ({ erasure_id: id, workspace_id: workspaceId }),
})

/** Every erasure that a person has requested and no owner has decided. They have no workflow; this sweep reminds. */
export const undecidedErasures = (
  { db, publicUrl }: { readonly db: Database; readonly publicUrl: () => string },
  log: ActivityLog,
): Sweep<RequestToRemind> => ({
  name: 'erasure_requests',
  claim: () => readRequestsToRemind(db, ERASURES_PER_ROUND_MAX),
  async start(request) {
    await remindOfErasure(db, request, { publicUrl: publicUrl(), now: new Date() })
    log.info({ erasure_id: request.id, workspace_id: request.workspaceId }, 'erasure_reminded')
  },
  ids: ({ id, workspaceId }) => ({ erasure_id: id, workspace_id: workspaceId }),
})

/** Every mail to a user of the service that waits to be sent: only this sweep starts them. */
export const overdueMails = (db: Database, starter: AccountMailStarter): Sweep<MailToStart> => ({
  name: 'account_mails',
  claim: () => claimOverdueMails(db, MAILS_PER_ROUND_MAX),
  start: (mail) => starter.start(mail),
  ids: ({ id, workspaceId }) => ({ mail_id: id, workspace_id: workspaceId }),
})

/** Every sending domain whose DNS was not looked up for a day. They have no workflow; this sweep looks them up. */
export const dueDomains = (
  { db, lookUp }: Omit<LookUpDeps, 'db'> & { readonly db: Database },
  log: ActivityLog,
): Sweep<DomainToLookUp> => ({
  name: 'email_domains',
  claim: () => claimDomainsToLookUp(db, DOMAINS_PER_ROUND_MAX),
  async start(due) {
    const found = await lookUpDomain({ db, lookUp }, due)
    log.info({ domain_id: due.id, workspace_id: due.workspaceId, state: found?.state ?? 'unknown' }, 'domain_looked_up')
  },
  ids: ({ id, workspaceId }) => ({ domain_id: id, workspace_id: workspaceId }),
})

/** Every do-not-process list that has switched and has data of before to go through. This sweep does it itself. */
export const dueListSweeps = (db: Database, log: ActivityLog): Sweep<SweepToContinue> => ({
  name: 'do_not_process',
  claim: () => claimSweeps(db, LIST_SWEEPS_PER_ROUND_MAX),
  async start({ id, listId }) {
    const state = await sweepList(db, id)
    if (state === 'more') await releaseSweep(db, id)
    if (state === 'over') log.info({ list_id: listId, receipt_id: id }, 'do_not_process_swept')
  },
  ids: ({ id, listId, workspaceId }) => ({ receipt_id: id, list_id: listId, workspace_id: workspaceId }),
})

const walletIds = ({ workspaceId, environment }: WalletRef): Readonly<Record<string, string>> => ({
  workspace_id: workspaceId,
  environment,
})
