import type { OwnParts, RouteParts } from '../../route-parts.ts'
import type { Route } from '../../route.ts'
import { connectAccount } from './connect.ts'
import { disconnectAccount } from './disconnect.ts'
import { listAccounts } from './list.ts'
import { receiveConnectedAccount } from './notify.ts'
import { connectSimulated, showSimulatedConnect } from './page.ts'

/** Spec 4.13: accounts on networks of people. */
export const accountRoutes = ({ db, cipher, providerCaller, deliveries }: RouteParts, { publicUrl }: Pick<OwnParts, 'publicUrl'>): Route[] => [
  listAccounts({ db }),
  connectAccount({ db, cipher, providerCaller, publicUrl }),
  disconnectAccount({ db, providerCaller }),
  receiveConnectedAccount({ db, cipher, providerCaller, deliveries }),
  showSimulatedConnect({ db, cipher, deliveries }),
  connectSimulated({ db, cipher, deliveries }),
]
