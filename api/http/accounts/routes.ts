import { NETWORKS } from '../../../domain/senders/sender.ts'
import type { OwnParts, RouteParts } from '../route-parts.ts'
import type { Route } from '../../route/route.ts'
import { connectAccount } from './connect.ts'
import { disconnectAccount } from './disconnect.ts'
import { listAccounts } from './list.ts'
import { receiveConnectedAccount } from './notify.ts'
import { connectSimulated, showSimulatedConnect } from './page.ts'

/**
 * Spec 4.13: accounts on networks of people. Each network has its own paths: a path that began with a parameter would
 * collide with others.
 */
export const accountRoutes = (
  { db, cipher, providerCaller, deliveries }: RouteParts,
  { publicUrl }: Pick<OwnParts, 'publicUrl'>,
): Route[] => [
  ...NETWORKS.flatMap((network) => [
    listAccounts({ db }, network),
    connectAccount({ db, cipher, providerCaller, publicUrl }, network),
    disconnectAccount({ db, providerCaller }, network),
  ]),
  receiveConnectedAccount({ db, cipher, providerCaller, deliveries }),
  showSimulatedConnect({ db, cipher, deliveries }),
  connectSimulated({ db, cipher, deliveries }),
]
