import type { JsonObject } from '../../../domain/json/json.ts'
import { targetOf } from '../../../domain/raw/request.ts'
import type { RoutingRequest } from '../../../domain/routing/plan.ts'
import { metadataOf } from '../../../domain/runs/metadata.ts'
import { statedRules } from '../../../domain/routing/policy.ts'
import { nextRefreshMs } from '../../../domain/watches/times.ts'
import type { RefreshWithRecords, StoredRefresh } from '../../../db/tables/watches/refreshes.ts'
import type { ListedWatch, StoredWatch } from '../../../db/tables/watches/watches.ts'
import type { ListedRefresh, Refresh, Watch } from '../../schemas/watch.ts'
import { presentRunError, presentTable, type ShownError } from '../runs/present.ts'

/** What an answer about a refresh takes from its request and its service. */
type RefreshAnswer = ShownError

interface Shown extends RefreshAnswer {
  readonly nowMs: number
}

/** A watch as the API shows it; its times are computed from its row by the same rule as its Schedule. */
export function presentWatch(watch: ListedWatch, shown: Shown): Watch {
  const {
    id,
    status,
    pausedReason,
    environment,
    capability,
    rawRequest,
    input,
    every,
    landing,
    webhook,
    createdAt,
    last,
  } = watch
  return {
    id,
    status,
    paused_reason: pausedReason,
    environment,
    capability,
    provider: rawRequest?.provider ?? null,
    endpoint: rawRequest === null ? null : targetOf(rawRequest),
    input: inputOf(input),
    ...(rawRequest === null ? {} : { path: { ...rawRequest.path }, query: { ...rawRequest.query } }),
    routing: routingOf(watch.routing),
    every,
    into: landing === null ? null : { table: landing.table, status: landing.status },
    webhook,
    ...metadataOf(watch),
    created_at: createdAt.toISOString(),
    next_refresh_at: nextRefreshAt(watch, shown.nowMs),
    last_refresh: last === null ? null : presentListedRefresh(last, shown),
  }
}

const inputOf = (input: StoredWatch['input']): NonNullable<Watch['input']> =>
  Array.isArray(input) ? [...input] : input

const routingOf = ({
  provider,
  strategy,
  max_cost,
  allow_fallback,
  fresh,
  allow_repeat,
  ...rules
}: RoutingRequest): Watch['routing'] => ({
  provider,
  strategy,
  max_cost,
  allow_fallback,
  fresh,
  allow_repeat,
  // Of a limited key, `only` holds what its key allows: that is no rule of the request.
  ...statedRules(rules.allowed_providers === undefined ? rules : { ...rules, only: undefined }),
})

const nextRefreshAt = ({ id, status, createdAt, everyMs }: StoredWatch, nowMs: number): string | null =>
  status === 'active'
    ? new Date(
        nextRefreshMs({ watchId: id, createdAtMs: createdAt.getTime(), everyMs: Number(everyMs) }, nowMs),
      ).toISOString()
    : null

const iso = (time: string): string => new Date(time).toISOString()

const presentMembers = (refresh: StoredRefresh, answer: RefreshAnswer) => ({
  refresh_id: refresh.id,
  watch_id: refresh.watchId,
  run_id: refresh.runId,
  state: refresh.state,
  status: refresh.status,
  scheduled_for: refresh.scheduledFor === null ? null : iso(refresh.scheduledFor),
  created_at: iso(refresh.createdAt),
  finished_at: refresh.finishedAt === null ? null : iso(refresh.finishedAt),
  unchanged: refresh.unchangedCount,
  left_out: refresh.leftOut,
  ...(refresh.table === null ? {} : { table: presentTable(refresh.table) }),
  note: refresh.note,
  ...(refresh.error === null ? {} : { error: presentRunError(refresh.error, answer) }),
})

export const presentListedRefresh = (refresh: StoredRefresh, answer: RefreshAnswer): ListedRefresh => ({
  ...presentMembers(refresh, answer),
  new: refresh.newCount,
  changed: refresh.changedCount,
})

export function presentRefresh(refresh: RefreshWithRecords, answer: RefreshAnswer): Refresh {
  return {
    ...presentMembers(refresh, answer),
    new: refresh.answer === null ? [] : [...refresh.answer.new],
    changed:
      refresh.answer === null
        ? []
        : refresh.answer.changed.map(({ before, after }): { before: JsonObject | null; after: JsonObject } => ({
            before,
            after,
          })),
    poll_url: `/v1/watch/${refresh.watchId}/refreshes/${refresh.id}`,
  }
}
