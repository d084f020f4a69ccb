import type { Static } from 'typebox'
import { hostOfClient } from '../../../domain/access/client-url.ts'
import type { ListedApp } from '../../../db/access/connected-apps/queries.ts'
import { presentBudget } from '../budgets/present.ts'
import type { ConnectedApp } from '../../schemas/connected-app.ts'

export const presentApp = ({
  id,
  name,
  clientId,
  scopes,
  createdAt,
  lastUsedAt,
  budget,
}: ListedApp): Static<typeof ConnectedApp> => ({
  id,
  name,
  host: hostOfClient(clientId),
  scopes: [...scopes],
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
  budget: presentBudget(budget),
})
