import type { Route } from '../../route/route.ts'
import type { RouteParts } from '../route-parts.ts'
import { disconnectConnectedApp } from './disconnect.ts'
import { listConnectedApps } from './list.ts'
import { updateConnectedApp } from './update.ts'

/** Spec 4.13, 5.6. */
export const connectedAppRoutes = ({ db }: Pick<RouteParts, 'db'>): Route[] => [
  listConnectedApps({ db }),
  updateConnectedApp({ db }),
  disconnectConnectedApp({ db }),
]
