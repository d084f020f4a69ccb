import type { Payer } from '../../domain/access/payer.ts'
import type { Json, JsonObject } from '../../domain/json/json.ts'
import { QUOTAS } from '../../domain/plans/quotas.ts'
import type { RawRequest } from '../../domain/raw/request.ts'
import type { RoutingRequest } from '../../domain/routing/plan.ts'
import type { Metadata } from '../../domain/runs/metadata.ts'
import type { ImportLink } from '../../domain/tables/links.ts'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import { INSERT_WATCH, type StoredWatch, type WatchRef } from '../../db/tables/watches/watches.ts'
import { lockForQuota } from '../../db/access/workspaces/lock.ts'

/** Its payer is its maker, or who has taken it over. */
export interface NewWatch extends Payer {
  readonly capability: string | null
  readonly rawRequest: RawRequest | null
  readonly input: JsonObject | readonly Json[]
  readonly routing: RoutingRequest
  /** The interval as the request gave it, and in milliseconds. */
  readonly every: string
  readonly everyMs: number
  readonly landing: ImportLink | null
  readonly webhook: boolean
  /** Of each of its runs. */
  readonly metadata: Metadata | null
}

export const CREATE_WATCH: Transaction = { name: 'create_watch', effect: true }

/**
 * null: the workspace has the maximum number of watches, over both environments. `saveResponse` stores the request's
 * answer in the same transaction.
 */
export const createWatch = (
  db: Database,
  ref: WatchRef,
  { watch, saveResponse }: { watch: NewWatch; saveResponse: (tx: Queries, made: StoredWatch) => Promise<void> },
): Promise<StoredWatch | null> =>
  db.transaction(CREATE_WATCH, async (tx) => {
    const quotaClass = await lockForQuota(tx, ref.workspaceId)
    const [made] = await tx.query(INSERT_WATCH, {
      max: QUOTAS[quotaClass].watches,
      id: ref.id,
      workspaceId: ref.workspaceId,
      environment: ref.environment,
      apiKeyId: watch.apiKeyId,
      connectedAppId: watch.connectedAppId,
      capability: watch.capability,
      rawRequest: orNull(watch.rawRequest),
      input: JSON.stringify(watch.input),
      routing: JSON.stringify(watch.routing),
      every: watch.every,
      everyMs: watch.everyMs,
      landing: orNull(watch.landing),
      webhook: watch.webhook,
      metadata: orNull(watch.metadata),
    })
    if (made === undefined) return null
    await saveResponse(tx, made)
    return made
  })

const orNull = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))
