import { randomUUID } from 'node:crypto'
import { parseUsd } from '../../domain/money/microdollars.ts'
import type { Environment } from '../../domain/runs/states.ts'
import { createApiKey } from '../../usecases/access/create-api-key.ts'
import type { Database } from '../../db/database.ts'
import { ensureWorkspace } from '../../usecases/access/create-workspace.ts'

export interface TestWorkspace {
  readonly id: string
  /** A key of each environment. */
  readonly keys: Readonly<Record<Environment, string>>
  readonly keyIds: Readonly<Record<Environment, string>>
}

/** A new workspace with a key and credit in each environment; amounts are USD strings. */
export async function buildWorkspace(
  db: Database,
  credit: Partial<Record<Environment, string>> = {},
): Promise<TestWorkspace> {
  const workspace = await ensureWorkspace(db, `workspace ${randomUUID()}`, {
    test: parseUsd(credit.test ?? '100.00'),
    live: parseUsd(credit.live ?? '100.00'),
  })
  const [test, live] = await Promise.all(
    (['test', 'live'] as const).map((environment) =>
      createApiKey(db, { workspaceId: workspace.id, environment, name: `${environment} key` }),
    ),
  )
  if (test === undefined || live === undefined) throw new Error('unreachable')
  return { id: workspace.id, keys: { test: test.key, live: live.key }, keyIds: { test: test.id, live: live.id } }
}
