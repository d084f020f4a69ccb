import type { Route } from '../../route/route.ts'
import type { RouteParts } from '../route-parts.ts'
import { createApiKey } from './create.ts'
import { listApiKeys } from './list.ts'
import { revokeApiKey } from './revoke.ts'

/** Spec 2.5, 4.11. */
export const apiKeyRoutes = ({ db, cipher, settings }: Pick<RouteParts, 'db' | 'cipher' | 'settings'>): Route[] => [
  listApiKeys({ db, nowMs: Date.now }),
  createApiKey({ db, cipher, settings }),
  revokeApiKey({ db }),
]
