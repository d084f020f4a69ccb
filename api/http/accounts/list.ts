import type { Database } from '../../../db/database.ts'
import { listMessagingAccounts } from '../../../db/messaging-accounts/queries.ts'
import { defineRoute } from '../../route.ts'
import { MessagingAccountList, NetworkParams } from '../../schemas/account.ts'
import { requireNetwork } from './find.ts'
import { presentAccount } from './present.ts'

/** Spec 4.13: the accounts that the workspace sends from on one network. Their status is what the provider told last. */
export const listAccounts = ({ db }: { readonly db: Database }) => defineRoute({
  operationId: 'listAccounts',
  method: 'GET',
  path: '/v1/{network}/accounts',
  summary: 'List connected accounts of a network',
  description: 'What can be sent from on the network, and whether the sign-in of each still holds. Sandbox accounts are simulated.',
  tags: ['Senders'],
  spec: '4.13',
  access: 'read',
  params: NetworkParams,
  responses: { 200: { description: 'The accounts of the environment, oldest first.', schema: MessagingAccountList } },
  errors: ['not_found'],
  async handler({ params, principal: { workspaceId, environment }, reply }) {
    const accounts = await listMessagingAccounts(db, { workspaceId, environment, network: requireNetwork(params.network) })
    return reply(200, { items: accounts.map(presentAccount) })
  },
})
