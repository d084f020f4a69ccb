import type { Static } from 'typebox'
import { operationOf } from '../../../../domain/senders/networks.ts'
import { type MessagingNetwork, NETWORKS } from '../../../../domain/senders/sender.ts'
import { ConnectLink, MessagingAccount, MessagingAccountList } from '../../../schemas/account.ts'
import type { PageCall, PageParts } from '../../page.ts'

export type ShownAccount = Static<typeof MessagingAccount>

/** The same three operations on the accounts of each network. */
interface NetworkCalls {
  readonly network: MessagingNetwork
  readonly list: PageCall<typeof MessagingAccountList>
  readonly connect: PageCall<typeof ConnectLink>
  readonly disconnect: PageCall<typeof MessagingAccount>
}

export const networkCalls = (find: PageParts['find']): readonly NetworkCalls[] =>
  NETWORKS.map((network) => ({
    network,
    list: find(operationOf('list', network), MessagingAccountList),
    connect: find(operationOf('connect', network), ConnectLink),
    disconnect: find(operationOf('disconnect', network), MessagingAccount),
  }))
