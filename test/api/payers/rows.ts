/**
 * What each route that is no GET and needs a credential does with runs: a new route without a row fails. `begins`: its
 * caller causes the run, or the runs of a job or a watch, and pays for them. `continues`: the runs stay those of the
 * key, app or person that has caused them. `none`: it begins and continues no run.
 */
export type RunEffect = 'begins' | 'continues' | 'none'

export const RUN_EFFECTS: Readonly<Record<string, RunEffect>> = {
  ...rows('begins', ['createRun', 'createJob', 'retryJob', 'createWatch', 'refreshWatch']),
  ...rows('continues', ['resumeJob', 'approveJob', 'updateJob', 'approveRun']),
  ...rows('none', [
    ...['Linkedin', 'Instagram', 'Whatsapp', 'Gmail'].flatMap((network) => [
      `connect${network}Account`,
      `disconnect${network}Account`,
    ]),
    'signOut',
    'changePassword',
    'requestEmailVerification',
    'endSession',
    'endOtherSessions',
    'switchWorkspace',
    'leaveWorkspace',
    'claimAgent',
    'takeAgentLiveKey',
    'inviteMember',
    'changeMember',
    'removeMember',
    'withdrawInvitation',
    'createApiKey',
    'updateApiKey',
    'revokeApiKey',
    'choosePlan',
    'cancelPlan',
    'openPlanPortal',
    'updateApp',
    'disconnectApp',
    'cancelRun',
    'createJobUpload',
    'deleteJobUpload',
    'pauseJob',
    'cancelJob',
    'updateRoutingPolicy',
    'rejectRun',
    'updateApprovalPolicy',
    'readHistoryOfMany',
    'updateSpendGuard',
    'addSuppressions',
    'removeSuppressions',
    'updateOutboundGuard',
    'connectProvider',
    'disconnectProvider',
    'updateFeatures',
    'updateRetention',
    'createErasure',
    'previewErasure',
    'createTable',
    'editTable',
    'deleteTable',
    'writeRows',
    'queryRows',
    'updateRows',
    'deleteRows',
    'importRows',
    'deleteRow',
    'unmergeRow',
    'createWebhook',
    'updateWebhook',
    'deleteWebhook',
    'testWebhook',
    'rotateWebhookSecret',
    'retryWebhookDelivery',
    'recoverWebhook',
    'rotateCallbackSecret',
    'openTopup',
    'updateAutoTopup',
    'deleteWatch',
    'inspect',
    'createEmailInbox',
    'addEmailDomain',
    'checkEmailDomain',
    'deleteEmailDomain',
  ]),
}

/** The tools of agents that begin or continue a run. */
export const TOOLS_WITH_RUNS: Readonly<Record<string, readonly string[]>> = {
  run: ['createRun'],
  batch_run: ['createRun'],
  create_job: ['createJob'],
  change_job: ['approveJob', 'resumeJob', 'retryJob', 'updateJob'],
}

/** The pages of the dashboard whose forms begin or continue a run; the caller is the person of the session. */
export const PAGES_WITH_RUNS: Readonly<Record<string, readonly string[]>> = {
  'pages/jobs/job.ts': ['approveJob', 'resumeJob', 'retryJob', 'updateJob'],
  'pages/jobs/mapping.ts': ['createJob'],
  'pages/run.ts': ['approveRun'],
  'pages/watches/new.ts': ['createWatch'],
  'pages/watches/watch.ts': ['refreshWatch'],
  'run-form/runs.ts': ['createRun'],
}

function rows(effect: RunEffect, operations: readonly string[]): Record<string, RunEffect> {
  return Object.fromEntries(operations.map((operation) => [operation, effect]))
}
