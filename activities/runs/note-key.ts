import type { AdapterResult } from '../../domain/providers/manifest.ts'
import { acceptConnection } from '../../db/access/connections/rejected.ts'
import { rejectConnection } from '../../usecases/outreach/reject-connection.ts'
import type { OpenedKey } from '../connections/own-key.ts'
import type { ActivityDeps } from '../deps.ts'
import type { AttemptExecution } from './attempt-execution.ts'
import { retryWhileDatabaseUnavailable } from './retry-while-database-unavailable.ts'

/**
 * What the answer states about the workspace's own key is stored before the outcome: a repeated execution finds it, and
 * a call that changes nothing writes nothing.
 */
export async function noteKey(
  { db, log, startDeliveries }: Pick<ActivityDeps, 'db' | 'log' | 'startDeliveries'>,
  { provider, run: { workspaceId, environment } }: AttemptExecution,
  { key, result }: { readonly key: OpenedKey; readonly result: AdapterResult },
): Promise<void> {
  const used = { connectionId: key.connectionId, generation: key.generation }
  if (result.kind === 'failed') {
    if (result.keyRejected !== true || key.rejected) return
    const reason = (result.detail.split(':')[0] ?? '').slice(0, REASON_LENGTH_MAX)
    startDeliveries(await retryWhileDatabaseUnavailable(() => rejectConnection(db, { ...used, environment, reason })))
    log.warn({ workspace_id: workspaceId, provider, connection_id: key.connectionId }, 'connection_rejected')
    return
  }
  if (key.rejected) await retryWhileDatabaseUnavailable(() => acceptConnection(db, used))
}

/** The status and a code of the provider, which take less: what a raw answer states in addition may name a person. */
const REASON_LENGTH_MAX = 200
