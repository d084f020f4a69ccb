import type { Database } from '../../../db/database.ts'
import { findOwnAccount, removeAccount } from '../../../db/outreach/messaging-accounts/queries.ts'
import type { ProviderCaller } from '../../../workflows/starters/provider-operations.ts'
import { defineRoute } from '../../route/route.ts'
import { AccountParams, MessagingAccount } from '../../schemas/account.ts'
import { mailProblem } from '../inboxes/problem.ts'
import { noSuchAccount } from './find.ts'
import { operationOf, titleOf } from '../../../domain/senders/networks.ts'
import type { MessagingNetwork } from '../../../domain/senders/sender.ts'
import { presentAccount } from './present.ts'

/**
 * Spec 4.13, 5.5: removes an account at the provider, then from the workspace. This order leaves no account connected
 * that the workspace no longer sees: after an interruption the request can be repeated, and removing an account that is
 * gone at the provider succeeds.
 */
export const disconnectAccount = (
  { db, providerCaller }: { readonly db: Database; readonly providerCaller: ProviderCaller },
  network: MessagingNetwork,
) =>
  defineRoute({
    operationId: operationOf('disconnect', network),
    method: 'DELETE',
    path: `/v1/${network}/accounts/{account_id}`,
    summary: `Disconnect ${titleOf(network)}`,
    description: 'The account no longer sends or receives messages. If the provider is unreachable, nothing changes.',
    tags: ['Senders'],
    spec: '4.13',
    access: 'session',
    params: AccountParams,
    responses: { 200: { description: 'The removed account.', schema: MessagingAccount } },
    errors: ['not_found', 'provider_not_available', 'unavailable'],
    async handler({ params, principal, requestId, log, reply }) {
      const { workspaceId, environment } = principal
      const name = { workspaceId, environment, network, id: params.account_id }
      const account = await findOwnAccount(db, name)
      if (account === null) throw noSuchAccount()
      if (environment === 'live') {
        const answer = await providerCaller.call(`disconnect:${requestId}`, {
          kind: 'remove_account',
          workspaceId,
          environment,
          provider: account.provider,
          connectionId: account.connectionId ?? null,
          account: account.externalId,
        })
        if (answer.kind === 'unanswered') throw mailProblem('unreachable', account.provider, answer.cause)
        const failed = 'failed' in answer.answer ? answer.answer.failed : null
        // Without its key, the workspace's own account at the provider is out of reach: there the account stays.
        if (failed !== null && failed !== 'disconnected') throw mailProblem(failed, account.provider)
      }
      await removeAccount(db, name)
      const { id, connectedAt, connectionId } = account
      const removed = { id, name: account.name, status: 'removed' as const, connectedAt, environment, connectionId }
      log.info({ account_id: account.id }, 'account_disconnected')
      return reply(200, presentAccount(removed))
    },
  })
