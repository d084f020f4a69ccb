import type { Route } from '../../api/route/route.ts'
import type { Access } from '../../domain/access/access.ts'

/** The resources that a token is for: the authorization server, and the API as OAuth clients name it. */
const METADATA = ['getAuthorizationServerMetadata', 'getProtectedResourceMetadata'].flatMap((name) =>
  ['', 'OfV1', 'OfMcp'].map((part) => `${name}${part}`),
)

/**
 * Who may call a route (Spec 5; decisions, "Keys, sessions, connected apps"), where it is not as usual. A second copy
 * of what the routes declare: the service's declaration must agree with it.
 */
const UNUSUAL: Readonly<Record<string, Access>> = {
  ...rows('public', [
    'getHealth',
    'getReadiness',
    'discover',
    'listCapabilities',
    'listProviders',
    'listProviderHealth',
    'getProvider',
    'listEndpoints',
    'listErrors',
    'getOpenApi',
    'showLlms',
    'getApiReference',
    'getApiReferenceOperation',
    'showPricing',
    'showAuth',
    'getSkillIndex',
    'showSkill',
    'showClients',
    'getClientIndex',
    'showClient',
    'getApiCatalog',
    'getAiCatalog',
    'getMcpServerCard',
    'getWellKnownMcpServerCard',
    'showDocs',
    'showGuide',
    'sendFeedback',
    'discoverFeedback',
    'receiveConnectedAccount',
    'showSimulatedConnect',
    'connectSimulated',
    'signUp',
    'signUpAgent',
    'signIn',
    'requestPasswordReset',
    'resetPassword',
    'verifyEmail',
    'acceptInvitation',
    'refuseInvitations',
    ...METADATA,
    'receiveAgentmail',
    'receiveResend',
    'receiveOwnAgentmail',
    'receiveOwnResend',
    'receiveOwnUnipile',
    'receiveUnipile',
    'receiveStripe',
    'showCheckout',
    'payCheckout',
    'showPlanPortal',
    'showUnsubscribe',
    'unsubscribe',
    'showWelcome',
    'explainTopup',
    'showTerms',
    'showPrivacy',
    'showImprint',
    'getRobots',
    'getSecurityContact',
  ]),
  ...rows('read', ['readHistoryOfMany', 'queryRows', 'inspect']),
  ...rows('run', [
    'createRun',
    'cancelRun',
    'refreshWatch',
    'createJobUpload',
    'deleteJobUpload',
    'createJob',
    'updateJob',
    'pauseJob',
    'resumeJob',
    'approveJob',
    'cancelJob',
    'retryJob',
  ]),
  ...rows('approve', ['approveRun', 'rejectRun']),
  ...rows('owner', [
    'updateSpendGuard',
    'updateRetention',
    'createErasure',
    'previewErasure',
    'updateOutboundGuard',
    'connectProvider',
    'disconnectProvider',
    'listApiKeys',
    'revokeApiKey',
    'listConnectedApps',
    'disconnectApp',
    'createWebhook',
    'listWebhooks',
    'getWebhook',
    'updateWebhook',
    'deleteWebhook',
    'testWebhook',
    'rotateWebhookSecret',
    'retryWebhookDelivery',
    'recoverWebhook',
    'listCallbacks',
    'getCallbackSecret',
    'rotateCallbackSecret',
    'openTopup',
    'updateAutoTopup',
    'createEmailInbox',
    'addEmailDomain',
    'checkEmailDomain',
    'deleteEmailDomain',
    'removeSuppressions',
    'updateFeatures',
  ]),
  ...rows('session', [
    'updateApprovalPolicy',
    'updateRoutingPolicy',
    'createApiKey',
    'updateApiKey',
    'updateApp',
    'inviteMember',
    'changeMember',
    'removeMember',
    'withdrawInvitation',
    'choosePlan',
    'cancelPlan',
    'openPlanPortal',
    ...ofNetworks('connect', 'Account'),
    ...ofNetworks('disconnect', 'Account'),
  ]),
  ...rows('self', [
    'signOut',
    'changePassword',
    'claimAgent',
    'requestEmailVerification',
    'listSessions',
    'endSession',
    'endOtherSessions',
    'listWorkspaces',
    'switchWorkspace',
    'leaveWorkspace',
  ]),
}

/** Usually a GET reads and any other method writes. */
export const accessOf = ({ operationId, method }: Pick<Route, 'operationId' | 'method'>): Access =>
  UNUSUAL[operationId] ?? (method === 'GET' ? 'read' : 'write')

export const UNUSUAL_ROUTES: readonly string[] = Object.keys(UNUSUAL)

function rows(access: Access, operations: readonly string[]): Readonly<Record<string, Access>> {
  return Object.fromEntries(operations.map((operation) => [operation, access]))
}

/** One operation for each network on which accounts are connected. */
function ofNetworks(verb: string, noun: string): readonly string[] {
  return ['Linkedin', 'Instagram', 'Whatsapp', 'Gmail'].map((network) => `${verb}${network}${noun}`)
}
