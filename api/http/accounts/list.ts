import type { Database } from '../../../db/database.ts'
import { listMessagingAccounts } from '../../../db/outreach/messaging-accounts/queries.ts'
import { readMailAccount } from '../../../db/outreach/senders/mail-account.ts'
import { defineRoute } from '../../route/route.ts'
import { MessagingAccountList } from '../../schemas/account.ts'
import { operationOf, titleOf } from '../../../domain/senders/networks.ts'
import type { MessagingNetwork } from '../../../domain/senders/sender.ts'
import { presentAccount } from './present.ts'

/**
 * Spec 4.13: the accounts that the workspace sends from on one network. Their status is the provider's latest report.
 */
export const listAccounts = ({ db }: { readonly db: Database }, network: MessagingNetwork) =>
  defineRoute({
    operationId: operationOf('list', network),
    method: 'GET',
    path: `/v1/${network}/accounts`,
    summary: `List connected ${titleOf(network)} accounts`,
    description:
      'The accounts that can send messages, and whether each session is still valid. Sandbox accounts are simulated.',
    tags: ['Senders'],
    spec: '4.13',
    access: 'read',
    responses: {
      200: { description: 'The accounts of this environment, oldest first.', schema: MessagingAccountList },
    },
    errors: [],
    async handler({ principal: { workspaceId, environment }, reply }) {
      const accounts = await listMessagingAccounts(db, { workspaceId, environment, network })
      const own = accounts.find(({ connectionId }) => connectionId != null)
      const isKeyConnected =
        own === undefined || (await readMailAccount(db, { workspaceId, provider: own.provider })).connectionId !== null
      return reply(200, {
        items: accounts.map((account) => presentAccount(account, account.connectionId != null && !isKeyConnected)),
      })
    },
  })
