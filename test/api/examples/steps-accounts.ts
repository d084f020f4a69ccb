import type { MailKind } from '../../../domain/accounts/mails.ts'
import { NETWORKS } from '../../../domain/senders/sender.ts'
import { operationOf } from '../../../domain/senders/networks.ts'
import { buildConnectedApp } from '../../build/connected-app.ts'
import { inboundFixture, provenBy } from '../../build/inbound.ts'
import { at, httpClient } from '../../support/http.ts'
import { personLinkOf, requestOnPage } from '../../support/person-page.ts'
import { linkInLog } from '../../support/mail-links.ts'
import type { Known, Stage, Step } from './step.ts'

const known = (all: Known, name: string): string => {
  const value = all.get(name)
  if (value === undefined) throw new Error(`nothing is known as ${name}`)
  return value
}

/** The token of the last link of a kind: without a mail server it is in the log. */
const byLink = (kind: MailKind): Pick<Step, 'first' | 'knowing'> => ({
  first: async ({ service, known: all }) => {
    all.set(kind, linkInLog(service.logLines, kind))
  },
  knowing: (all) => ({ token: known(all, kind) }),
})

/** The person of the walk joins another person's workspace. */
async function joinAnother({ service, known: all }: Stage): Promise<void> {
  const password = 'correct horse battery staple'
  const host = await httpClient(service.url).post('/v1/auth/signup', {
    email: 'host@example.com',
    password,
    workspace: 'Difference Engines',
  })
  const confirming = { token: linkInLog(service.logLines, 'verify_email') }
  await httpClient(service.url).post('/v1/auth/verification/complete', confirming)
  const me = await httpClient(service.url, known(all, 'session')).get('/v1/auth/me')
  const invitation = { email: me.at('user', 'email'), role: 'member' }
  await httpClient(service.url, String(host.at('session_token'))).post('/v1/members', invitation)
  const token = linkInLog(service.logLines, 'invitation')
  await httpClient(service.url).post('/v1/auth/invitations/accept', { token, password })
  all.set('guest', String(host.at('workspace', 'id')))
}

/** The recipient of a message requests an erasure on the page that it links. */
const requestErasure =
  (to: string) =>
  async ({ service, known: all }: Stage): Promise<void> => {
    const person = httpClient(service.url, known(all, 'session'))
    const inSandbox = { 'Service-Environment': 'test' }
    const mail = { capability: 'email.send', input: { to, subject: 's', text: 't' }, response: { include_raw: true } }
    await requestOnPage(personLinkOf(await person.post('/v1/run', mail, inSandbox)), 'erasure')
    const requested = await person.get('/v1/erasures?status=requested', inSandbox)
    all.set('requested', String(requested.at('items', '0', 'erasure_id')))
  }

/** Presses the button of a simulated checkout. */
const pay =
  (name: string) =>
  async ({ service, known: all }: Stage): Promise<void> => {
    const answer = await httpClient(service.url).post(`/checkout/${known(all, name)}/pay`)
    if (answer.status !== 200) throw new Error(`the page answered ${answer.status}`)
  }

export const MONEY: readonly Step[] = [
  { operation: 'getSpendGuard', status: 200 },
  { operation: 'updateSpendGuard', status: 200, example: 'caps' },
  { operation: 'openTopup', status: 200, example: 'twenty', learn: { topup: 'topup_id' } },
  { operation: 'getTopup', status: 200, params: { topup_id: 'topup' }, first: pay('topup') },
  { operation: 'updateAutoTopup', status: 200, example: 'twenty' },
  { operation: 'getAutoTopup', status: 200 },
  { operation: 'getWallet', status: 200 },
  { operation: 'listWalletTransactions', status: 200, query: '?include=holds&limit=3' },
  { operation: 'listInvoices', status: 200, learn: { invoice: 'items.0.id' } },
  { operation: 'getInvoice', status: 200, params: { invoice_id: 'invoice' } },
  { operation: 'getReferrals', status: 200 },
  { operation: 'getUsage', status: 200, query: '?days=1&group_by=metadata.customer' },
  { operation: 'listWalletBalances', status: 200, query: '?days=2' },
  { operation: 'choosePlan', status: 200, example: 'plus', learn: { checkout: 'checkout_url' } },
  {
    operation: 'getPlan',
    status: 200,
    first: async (stage) => {
      stage.known.set('plan', known(stage.known, 'checkout').split('/').at(-1) ?? '')
      await pay('plan')(stage)
    },
  },
  { operation: 'cancelPlan', status: 200 },
  { operation: 'openPlanPortal', status: 200 },
]

export const OUTBOUND: readonly Step[] = [
  { operation: 'addSuppressions', status: 200, example: 'people' },
  { operation: 'addSuppressions', status: 200, example: 'handles' },
  { operation: 'listSuppressions', status: 200 },
  { operation: 'removeSuppressions', status: 200, example: 'person' },
  { operation: 'listSenders', status: 200, learn: { sender: 'items.0.sender_id' } },
  { operation: 'getSender', status: 200, params: { sender_id: 'sender' } },
  { operation: 'updateSender', status: 200, example: 'mailbox', params: { sender_id: 'sender' } },
  { operation: 'updateSender', status: 200, example: 'pause', params: { sender_id: 'sender' } },
  { operation: 'listScheduledSends', status: 200, params: { sender_id: 'sender' } },
  { operation: 'updateSendingPolicy', status: 200, example: 'careful' },
  { operation: 'getSendingPolicy', status: 200 },
  // Later mails of this walk wait for nothing.
  { operation: 'updateSendingPolicy', status: 200, body: () => ({ channels: { email: null }, domain_caps: null }) },
  { operation: 'updateOutboundGuard', status: 200, example: 'longer' },
  { operation: 'updateOutboundGuard', status: 200, example: 'off' },
  { operation: 'getOutboundGuard', status: 200 },
  { operation: 'updateSenderProfile', status: 200, example: 'company' },
  { operation: 'getSenderProfile', status: 200 },
  { operation: 'updateOutreachPolicy', status: 200, example: 'careful' },
  { operation: 'getOutreachPolicy', status: 200 },
  {
    operation: 'approveErasure',
    status: 200,
    example: 'note',
    params: { erasure_id: 'requested' },
    first: requestErasure('grace@example.net'),
  },
  {
    operation: 'rejectErasure',
    status: 200,
    example: 'note',
    params: { erasure_id: 'requested' },
    first: requestErasure('alan@example.net'),
  },
]

export const ACCESS: readonly Step[] = [
  { operation: 'requestEmailVerification', status: 200 },
  { operation: 'verifyEmail', status: 200, as: 'anonymous', example: 'person', ...byLink('verify_email') },
  { operation: 'inviteMember', status: 200, example: 'viewer', learn: { invitation: 'id' } },
  { operation: 'listMembers', status: 200 },
  { operation: 'withdrawInvitation', status: 200, params: { invitation_id: 'invitation' } },
  { operation: 'inviteMember', status: 200, example: 'viewer' },
  { operation: 'acceptInvitation', status: 200, as: 'anonymous', example: 'person', ...byLink('invitation') },
  { operation: 'refuseInvitations', status: 200, as: 'anonymous', example: 'person', ...byLink('invitation') },
  { operation: 'listMembers', status: 200, learn: { member: 'items.1.id' } },
  { operation: 'changeMember', status: 200, example: 'member', params: { user_id: 'member' } },
  { operation: 'removeMember', status: 200, params: { user_id: 'member' } },
  { operation: 'listWorkspaces', status: 200 },
  { operation: 'leaveWorkspace', status: 200, params: { workspace_id: 'guest' }, first: joinAnother },
  { operation: 'createApiKey', status: 200, example: 'live', learn: { key: 'id' } },
  { operation: 'createApiKey', status: 200, example: 'agent' },
  { operation: 'updateApiKey', status: 200, example: 'unlimited', params: { key_id: 'key' } },
  { operation: 'updateApiKey', status: 200, example: 'budget', params: { key_id: 'key' } },
  { operation: 'listApiKeys', status: 200 },
  { operation: 'revokeApiKey', status: 200, params: { key_id: 'key' } },
  { operation: 'connectProvider', status: 200, example: 'key' },
  {
    operation: 'connectProvider',
    status: 200,
    example: 'login',
    params: { provider: 'two-parts' },
    first: async ({ known: all }) => {
      all.set('two-parts', 'dataforseo')
    },
  },
  {
    operation: 'connectProvider',
    status: 200,
    example: 'host',
    params: { provider: 'hosted' },
    first: async ({ known: all }) => {
      all.set('hosted', 'unipile')
    },
  },
  { operation: 'listConnections', status: 200 },
  { operation: 'disconnectProvider', status: 200 },
  { operation: 'disconnectProvider', status: 200, params: { provider: 'hosted' } },
  {
    operation: 'listConnectedApps',
    status: 200,
    first: async ({ service, known: all }) => {
      all.set('app', (await buildConnectedApp(service, known(all, 'workspace'), ['read', 'run'])).appId)
    },
  },
  { operation: 'updateApp', status: 200, example: 'budget', params: { app_id: 'app' } },
  { operation: 'disconnectApp', status: 200, params: { app_id: 'app' } },
]

/** With the sandbox key of the walk's agent. */
const asAgent = (all: Known): Record<string, string> => ({ Authorization: `Bearer ${known(all, 'agent')}` })

export const AGENTS: readonly Step[] = [
  { operation: 'signUpAgent', status: 201, as: 'anonymous', example: 'owned' },
  {
    operation: 'signUpAgent',
    status: 201,
    as: 'anonymous',
    example: 'agent',
    learn: { agent: 'test_key', claim: 'claim_url' },
  },
  { operation: 'getAgentSignUp', status: 200, headers: asAgent },
  {
    operation: 'claimAgent',
    status: 200,
    example: 'monthly',
    knowing: (all) => ({ token: new URL(known(all, 'claim')).searchParams.get('token') }),
  },
  { operation: 'takeAgentLiveKey', status: 200, headers: asAgent },
]

/** By the example, but with the names of this walk's link and account. */
const connected = (all: Known) => ({ account_id: known(all, 'external'), name: known(all, 'link') })

export const SENDERS: readonly Step[] = [
  { operation: 'createEmailInbox', status: 200, example: 'own', learn: { inbox: 'inbox_id' } },
  { operation: 'addEmailDomain', status: 200, example: 'subdomain', learn: { domain: 'domain' } },
  { operation: 'checkEmailDomain', status: 200, params: { domain: 'domain' } },
  { operation: 'getEmailDomain', status: 200, params: { domain: 'domain' } },
  { operation: 'listEmailDomains', status: 200 },
  { operation: 'createEmailInbox', status: 200, example: 'domain' },
  { operation: 'listEmailInboxes', status: 200 },
  { operation: 'deleteEmailDomain', status: 200, params: { domain: 'domain' } },
  ...NETWORKS.flatMap((network): Step[] => [
    { operation: operationOf('connect', network), status: 200, example: 'new', learn: { connect: 'connect_url' } },
    // The button of the simulated page connects an account.
    {
      operation: operationOf('list', network),
      status: 200,
      learn: { account: 'items.0.account_id' },
      first: async ({ service, known: all }) => {
        await httpClient(service.url).post(new URL(known(all, 'connect')).pathname)
      },
    },
    { operation: operationOf('disconnect', network), status: 200, params: { account_id: 'account' } },
  ]),
  // The page of the real network is a provider's, which reports the outcome.
  { operation: 'connectLinkedinAccount', status: 200, example: 'new', as: 'live' },
  {
    operation: 'receiveConnectedAccount',
    status: 200,
    as: 'anonymous',
    example: 'connected',
    knowing: connected,
    first: async ({ known: all, linkName }) => {
      all.set('link', linkName()).set('external', 'e54m8LR22bA7G5qsAc8w')
    },
  },
]

const proven = (provider: 'agentmail' | 'resend' | 'unipile') => (_: Known, body: string) => provenBy(provider, body)

export const EVENTS: readonly Step[] = [
  { operation: 'createWebhook', status: 200, example: 'everything', learn: { first: 'id' } },
  { operation: 'updateWebhook', status: 200, example: 'filter', params: { webhook_id: 'first' } },
  { operation: 'updateWebhook', status: 200, example: 'on', params: { webhook_id: 'first' } },
  { operation: 'createWebhook', status: 200, example: 'replies', learn: { second: 'id' } },
  { operation: 'listWebhooks', status: 200 },
  // The endpoints of the examples, which belong to others, never receive anything.
  { operation: 'deleteWebhook', status: 200, params: { webhook_id: 'first' } },
  { operation: 'deleteWebhook', status: 200, params: { webhook_id: 'second' } },
  // The connected account is live, and so is what it receives.
  {
    operation: 'createWebhook',
    status: 200,
    as: 'live',
    body: (all) => ({ url: known(all, 'receiver') }),
    learn: { webhook: 'id' },
    first: async ({ known: all, receiverUrl }) => {
      all.set('receiver', `${receiverUrl}/hooks`)
    },
  },
  { operation: 'testWebhook', status: 200, as: 'live', params: { webhook_id: 'webhook' } },
  { operation: 'rotateWebhookSecret', status: 200, as: 'live', params: { webhook_id: 'webhook' } },
  {
    operation: 'receiveAgentmail',
    status: 200,
    as: 'anonymous',
    body: () => inboundFixture('agentmail-received'),
    headers: proven('agentmail'),
  },
  {
    operation: 'receiveResend',
    status: 200,
    as: 'anonymous',
    body: () => inboundFixture('resend-delivered'),
    headers: proven('resend'),
  },
  {
    operation: 'receiveUnipile',
    status: 200,
    as: 'anonymous',
    body: (all) => ({ ...inboundFixture('unipile-linkedin-message'), account_id: known(all, 'external') }),
    headers: proven('unipile'),
  },
  {
    operation: 'listEvents',
    status: 200,
    as: 'live',
    query: '?types=linkedin.message_received',
    learn: { message: 'items.0.data.message_id' },
    until: (body) => at(body, 'items', '0') !== undefined,
  },
  { operation: 'correctMessage', status: 200, as: 'live', example: 'objection', params: { message_id: 'message' } },
  { operation: 'correctMessage', status: 200, as: 'live', example: 'mistake', params: { message_id: 'message' } },
  {
    operation: 'getWebhook',
    status: 200,
    as: 'live',
    params: { webhook_id: 'webhook' },
    learn: { delivery: 'deliveries.0.id' },
    until: (body) =>
      at(body, 'deliveries', '0', 'type') === 'linkedin.message_received' &&
      at(body, 'deliveries', '0', 'status') === 'delivered',
  },
  {
    operation: 'retryWebhookDelivery',
    status: 200,
    as: 'live',
    params: { webhook_id: 'webhook', delivery_id: 'delivery' },
  },
  { operation: 'getCallbackSecret', status: 200, as: 'live' },
  { operation: 'rotateCallbackSecret', status: 200, as: 'live' },
  { operation: 'listCallbacks', status: 200, as: 'live' },
  {
    operation: 'recoverWebhook',
    status: 200,
    as: 'live',
    example: 'since',
    params: { webhook_id: 'webhook' },
  },
]

export const LEAVING: readonly Step[] = [
  { operation: 'signIn', status: 200, as: 'anonymous', example: 'person' },
  { operation: 'listSessions', status: 200, learn: { signed_in: 'items.0.id' } },
  { operation: 'endSession', status: 200, params: { session_id: 'signed_in' } },
  { operation: 'endOtherSessions', status: 200 },
  { operation: 'changePassword', status: 200, example: 'person' },
  { operation: 'requestPasswordReset', status: 200, as: 'anonymous', example: 'person' },
  {
    operation: 'resetPassword',
    status: 200,
    as: 'anonymous',
    example: 'person',
    ...byLink('reset_password'),
    learn: { session: 'session_token' },
  },
  {
    operation: 'switchWorkspace',
    status: 200,
    example: 'other',
    knowing: (all) => ({ workspace_id: known(all, 'workspace') }),
    learn: { session: 'session_token' },
  },
  { operation: 'signOut', status: 200 },
]
