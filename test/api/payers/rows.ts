/**
 * What each route that is no GET and needs a credential does with runs and with what others have made: a new route
 * without a row fails. `begins`: its caller causes the run, or the runs of a job or a watch, and pays for them.
 * `continues`: the runs stay those of the key, app or person that has caused them. `ends`: it stops permanently or
 * deletes a run, a job, an upload, a watch or a table, or changes what a table is; a limited caller may do so only to
 * what it has made. `none`: none of these.
 */
export type RunEffect = 'begins' | 'continues' | 'ends' | 'none'

export const RUN_EFFECTS: Readonly<Record<string, RunEffect>> = {
  ...rows('begins', ['createRun', 'createJob', 'retryJob', 'createWatch', 'refreshWatch']),
  ...rows('continues', ['resumeJob', 'approveJob', 'updateJob', 'approveRun']),
  ...rows('ends', ['cancelRun', 'cancelJob', 'deleteJobUpload', 'deleteWatch', 'editTable', 'deleteTable']),
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
    'createJobUpload',
    'pauseJob',
    'updateRoutingPolicy',
    'rejectRun',
    'updateApprovalPolicy',
    'readHistoryOfMany',
    'updateSpendGuard',
    'addSuppressions',
    'removeSuppressions',
    'correctMessage',
    'updateOutboundGuard',
    'updateSender',
    'updateSendingPolicy',
    'updateSenderProfile',
    'approveErasure',
    'rejectErasure',
    'updateOutreachPolicy',
    'connectProvider',
    'disconnectProvider',
    'updateFeatures',
    'updateRetention',
    'createErasure',
    'createDoNotProcessList',
    'putDoNotProcessEntries',
    'deleteDoNotProcessList',
    'previewErasure',
    'createTable',
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
    'inspect',
    'createEmailInbox',
    'addEmailDomain',
    'checkEmailDomain',
    'deleteEmailDomain',
  ]),
}

/** The tools of agents that begin, continue or end something. */
export const TOOLS_WITH_RUNS: Readonly<Record<string, readonly string[]>> = {
  run: ['createRun'],
  batch_run: ['createRun'],
  create_job: ['createJob'],
  change_job: ['approveJob', 'cancelJob', 'resumeJob', 'retryJob', 'updateJob'],
  table_write: ['deleteTable', 'editTable'],
}

/** The pages of the dashboard whose forms begin, continue or end something; the caller is the person of the session. */
export const PAGES_WITH_RUNS: Readonly<Record<string, readonly string[]>> = {
  'pages/jobs/cancel.ts': ['cancelJob'],
  'pages/jobs/job.ts': ['approveJob', 'resumeJob', 'retryJob', 'updateJob'],
  'pages/jobs/mapping.ts': ['createJob', 'deleteJobUpload'],
  'pages/run.ts': ['approveRun', 'cancelRun'],
  'pages/tables/delete-table.ts': ['deleteTable'],
  'pages/tables/edit.ts': ['editTable'],
  'pages/watches/delete.ts': ['deleteWatch'],
  'pages/watches/new.ts': ['createWatch'],
  'pages/watches/watch.ts': ['refreshWatch'],
  'run-form/runs.ts': ['createRun'],
}

function rows(effect: RunEffect, operations: readonly string[]): Record<string, RunEffect> {
  return Object.fromEntries(operations.map((operation) => [operation, effect]))
}
