import type { Logger } from 'pino'
import { ACCOUNT_PROVIDER } from '../../../domain/senders/inbox-address.ts'
import { QUOTAS } from '../../../domain/plans/quotas.ts'
import { ACCOUNT_LINKS_MAX } from '../../../domain/senders/limits.ts'
import { readQuotaClass } from '../../../db/access/workspaces/quota-class.ts'
import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import { linkName } from '../../../db/outreach/messaging-accounts/link-name.ts'
import { openAccountLink } from '../../../usecases/outreach/bind-account.ts'
import { findOwnAccount, type MessagingAccount } from '../../../db/outreach/messaging-accounts/queries.ts'
import { readMailAccount } from '../../../db/outreach/senders/mail-account.ts'
import type { ProviderCaller } from '../../../workflows/starters/provider-operations.ts'
import type { SessionPrincipal } from '../../../domain/access/principal.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { ConnectAccountRequest, ConnectLink } from '../../schemas/account.ts'
import { ensureOwnWebhook } from '../connections/own-webhook.ts'
import { mailProblem } from '../inboxes/problem.ts'
import { noSuchAccount } from './find.ts'
import { operationOf, titleOf } from '../../../domain/senders/networks.ts'
import type { MessagingNetwork } from '../../../domain/senders/sender.ts'

export interface ConnectAccountDeps {
  readonly db: Database
  readonly cipher: SecretCipher
  readonly providerCaller: ProviderCaller
  readonly publicUrl: () => string
}

/** Where that provider reports the outcome of a link. */
export const NOTIFY_PATH = '/v1/inbound/unipile/accounts'

/** Spec 4.13, 5.5: a page on which a person connects an account of theirs to the workspace. */
export const connectAccount = (deps: ConnectAccountDeps, network: MessagingNetwork) =>
  defineRoute({
    operationId: operationOf('connect', network),
    method: 'POST',
    path: `/v1/${network}/accounts`,
    summary: `Connect ${titleOf(network)}`,
    description:
      'Returns the URL of a sign-in page. The link is valid for one hour and for one account. The account belongs to this workspace and environment. In the sandbox the page is a simulation.',
    tags: ['Senders'],
    spec: '4.13',
    access: 'session',
    idempotent: { store: deps, sealed: true },
    bodyOptional: true,
    body: ConnectAccountRequest,
    bodyExamples: { new: { summary: 'A new account', value: {} } },
    responses: { 200: { description: 'The page to open next.', schema: ConnectLink } },
    errors: ['not_found', 'limit_reached', 'provider_not_available', 'unavailable'],
    async handler({ body, principal, requestId, log, reply }) {
      const request = { network, accountId: body.account_id ?? null, requestId, log }
      const url = await openLink(deps, principal, request)
      log.info({ network }, 'connect_link_created')
      return reply(200, { connect_url: url })
    },
  })

interface LinkRequest {
  readonly network: MessagingNetwork
  readonly accountId: string | null
  readonly requestId: string
  readonly log: Logger
}

async function openLink(
  deps: ConnectAccountDeps,
  { workspaceId, environment }: SessionPrincipal,
  { network, accountId, requestId, log }: LinkRequest,
): Promise<string> {
  const again =
    accountId === null ? null : await findOwnAccount(deps.db, { workspaceId, environment, network, id: accountId })
  if (accountId !== null && again === null) throw noSuchAccount()
  const link = {
    id: newId('link'),
    workspaceId,
    environment,
    network,
    provider: environment === 'test' ? 'sandbox' : ACCOUNT_PROVIDER,
    accountId,
    connectionId: await connectionOf(deps.db, { workspaceId, environment, again }),
  }
  const expiresAt = await openAccountLink(deps.db, link)
  if (expiresAt === null) {
    throw new Problem(
      'limit_reached',
      `The workspace may have ${QUOTAS[await readQuotaClass(deps.db, workspaceId)].accounts} accounts and ${ACCOUNT_LINKS_MAX} open links, over both environments. Disconnect an account, or use an open link.`,
    )
  }
  if (link.connectionId !== null) {
    const { provider, connectionId } = link
    await ensureOwnWebhook(deps, { workspaceId, environment, provider, connectionId, requestId }, log)
  }
  if (environment === 'test') return `${deps.publicUrl()}/connect/${linkName(deps.cipher, link.id)}`
  const reply = await deps.providerCaller.call(`connect:${link.id}`, {
    kind: 'connect_link',
    workspaceId,
    environment,
    provider: ACCOUNT_PROVIDER,
    connectionId: link.connectionId,
    linkId: link.id,
    network,
    reconnect: again?.externalId ?? null,
    expiresAt: expiresAt.toISOString(),
    notifyUrl: `${deps.publicUrl()}${NOTIFY_PATH}`,
  })
  if (reply.kind === 'unanswered') throw mailProblem('unreachable', ACCOUNT_PROVIDER, reply.cause)
  if ('failed' in reply.answer) throw mailProblem(reply.answer.failed, ACCOUNT_PROVIDER)
  const opened = deps.cipher.open({ workspaceId, provider: ACCOUNT_PROVIDER, connectionId: link.id }, reply.answer.link)
  if (opened.kind !== 'opened') throw new Error('the link of a worker does not open here')
  return opened.credential
}

/**
 * In whose account at the provider the account is connected: the workspace's own where a key of it is connected. An
 * account that is connected again stays where it is.
 */
async function connectionOf(
  db: Database,
  {
    workspaceId,
    environment,
    again,
  }: Pick<SessionPrincipal, 'workspaceId' | 'environment'> & {
    readonly again: Pick<MessagingAccount, 'connectionId'> | null
  },
): Promise<string | null> {
  if (environment === 'test') return null
  if (again !== null) return again.connectionId ?? null
  return (await readMailAccount(db, { workspaceId, provider: ACCOUNT_PROVIDER })).connectionId
}
