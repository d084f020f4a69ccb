import { parseUsd } from '../../domain/money/microdollars.ts'
import { createApiKey } from '../../usecases/access/create-api-key.ts'
import type { Database } from '../../db/database.ts'
import { ensureWorkspace } from '../../usecases/access/create-workspace.ts'

export interface BenchWorkspace {
  readonly id: string
  readonly keys: { readonly test: string; readonly live: string }
  readonly keyIds: { readonly test: string; readonly live: string }
}

/** More than any benchmark spends. */
const CREDIT = parseUsd('100000.00')

export async function createBenchWorkspace(db: Database, name: string): Promise<BenchWorkspace> {
  const { id } = await ensureWorkspace(db, name, { test: CREDIT, live: CREDIT })
  const test = await createApiKey(db, { workspaceId: id, environment: 'test', name: 'bench test' })
  const live = await createApiKey(db, { workspaceId: id, environment: 'live', name: 'bench live' })
  return { id, keys: { test: test.key, live: live.key }, keyIds: { test: test.id, live: live.id } }
}
