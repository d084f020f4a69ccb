import { changesSomething } from '../../../domain/catalog/changes.ts'
import { reachesStored } from '../../../domain/outbound/is-send.ts'
import { targetOf } from '../../../domain/raw/request.ts'
import { EVERY_MS_MAX, EVERY_MS_MIN, readEvery } from '../../../domain/watches/every.ts'
import { storedWorkOf } from '../../../db/runs/accept.ts'
import type { NewWatch } from '../../../usecases/watches/create-watch.ts'
import { payerOf } from '../../../domain/access/payer.ts'
import type { Principal } from '../../../domain/access/principal.ts'
import type { WatchCreate } from '../../schemas/watch.ts'
import { requireAccess } from '../../auth/required-access.ts'
import { invalidRequest } from '../../validation/check.ts'
import { limitsRefusal, withinLimits } from '../runs/key-limits.ts'
import { type PlannedDeps, providerRefusal } from '../runs/provider-refusal.ts'
import { trackingOf } from '../runs/tracking.ts'
import { tableLinksOf } from '../runs/table-links.ts'
import { checkedWork } from '../runs/work.ts'

const HOUR_MS = 3_600_000

/**
 * The request of a watch, checked as `POST /v1/run` checks it: an unknown capability, an invalid input, a missing table
 * and an unknown provider are refused now and not at the first refresh. A watch runs and pays, so an app needs that
 * scope too.
 */
export async function watchedWork(deps: PlannedDeps, principal: Principal, body: WatchCreate): Promise<NewWatch> {
  requireAccess(principal, 'run')
  const { every, webhook = true, metadata = null, ...request } = body
  const everyMs = readEvery(every)
  if (everyMs === null)
    throw invalidRequest([
      { path: '/every', message: `must be between ${EVERY_MS_MIN / HOUR_MS}h and ${EVERY_MS_MAX / HOUR_MS / 24}d` },
    ])
  const { name: _name, ...checked } = withinLimits(principal, checkedWork(deps, request, principal.environment))
  refuseChanges(deps, checked)
  // A saved row only returns what was known when it was saved, so a refresh never reads saved rows.
  const routing = { ...checked.routing, fresh: true }
  const { landing } = await tableLinksOf(deps, principal, { body: request, work: checked.work })
  const context = { ...(await trackingOf(checked)), record: null, landing }
  const refusal =
    limitsRefusal(deps, principal, { ...checked, context }) ??
    (await providerRefusal(deps, { ...principal, ...checked, routing, context }))
  if (refusal !== null) throw refusal
  return {
    ...payerOf(principal),
    ...storedWorkOf(checked.work),
    input: checked.input,
    routing,
    every,
    everyMs,
    landing,
    webhook,
    metadata,
  }
}

/** A watch repeats its request unattended: it must not send or change anything. */
function refuseChanges(
  { findCapability, known }: Pick<PlannedDeps, 'findCapability' | 'known'>,
  { work, input }: Pick<ReturnType<typeof checkedWork>, 'work' | 'input'>,
): void {
  if ('capability' in work) {
    if (findCapability(work.capability)?.sends === true)
      throw invalidRequest([{ path: '/capability', message: 'must not be a send: a watch repeats its request' }])
    return
  }
  const endpoint = known.catalog.find(work.raw.provider, targetOf(work.raw))
  if (endpoint === undefined || changesSomething(endpoint) || reachesStored({ raw: work.raw, input }))
    throw invalidRequest([
      { path: '/endpoint', message: 'must only read, not send, change or delete: a watch repeats its request' },
    ])
}
