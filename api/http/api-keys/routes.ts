import { CAPABILITIES } from '../../../domain/capabilities/catalog.ts'
import type { Route } from '../../route/route.ts'
import type { RouteParts } from '../route-parts.ts'
import { createApiKey } from './create.ts'
import { listApiKeys } from './list.ts'
import { revokeApiKey } from './revoke.ts'
import { updateApiKey } from './update.ts'

/** Spec 2.5, 4.11. */
export const apiKeyRoutes = ({
  db,
  cipher,
  settings,
  known,
}: Pick<RouteParts, 'db' | 'cipher' | 'settings' | 'known'>): Route[] => {
  const terms = { capabilities: CAPABILITIES, known, nowMs: Date.now }
  return [
    listApiKeys({ db, nowMs: Date.now }),
    createApiKey({ db, cipher, settings, ...terms }),
    updateApiKey({ db, ...terms }),
    revokeApiKey({ db }),
  ]
}
