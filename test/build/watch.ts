import type { Payer } from '../../domain/access/payer.ts'
import type { Database } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { createWatch } from '../../usecases/watches/create-watch.ts'
import type { StoredWatch } from '../../db/tables/watches/watches.ts'
import type { Owner } from '../db/build.ts'

/** A person who pays without limits, as the cause of a refresh. */
export const BY_A_PERSON = {
  payer: { apiKeyId: null, connectedAppId: null },
  limits: null,
  caller: { id: null, isLimited: false, isApprover: true },
} as const

/** A watch as its route stores it, and without its Schedule. */
export async function buildWatch(db: Database, owner: Owner, payer: Payer = BY_A_PERSON.payer): Promise<StoredWatch> {
  const watch = await createWatch(
    db,
    { id: newId('watch'), ...owner },
    {
      watch: {
        ...payer,
        capability: 'web.search',
        rawRequest: null,
        input: { query: 'sample' },
        routing: {
          provider: 'auto',
          strategy: 'best_value',
          max_cost: null,
          allow_fallback: true,
          fresh: true,
          allow_repeat: false,
        },
        every: '1h',
        everyMs: 3_600_000,
        landing: null,
        webhook: true,
        metadata: null,
      },
      saveResponse: async () => undefined,
    },
  )
  if (watch === null) throw new Error('the workspace has all the watches that it may have')
  return watch
}
