import Type, { type Static } from 'typebox'
import { ENVIRONMENTS, RUN_STATUSES } from '../../domain/runs/states.ts'
import { idPattern } from '../../domain/ids/ids.ts'
import { EVERY_PATTERN } from '../../domain/watches/every.ts'
import { PAUSE_REASONS, REFRESH_STATES, WATCH_STATUSES } from '../../domain/watches/states.ts'
import { anyObject, closed, NextCursor, nullable, oneOf, Timestamp } from './common.ts'
import { ErrorDetail } from './error.ts'
import { RunMetadata } from './metadata.ts'
import { named } from './named.ts'
import { routingRules } from './routing-rules.ts'
import { ONE_OF_BOTH_FORMS, Routing, RunRequest } from './run-request.ts'
import { RunTable } from './run.ts'

const WatchId = Type.String({ pattern: idPattern('watch'), examples: ['watch_01j9zq3v6n4k8w2x5y7a9b1c3d'] })
const RefreshId = Type.String({ pattern: idPattern('refresh'), examples: ['refresh_01j9zq3v6n4k8w2x5y7a9b1c3d'] })
const counted = (description: string) => Type.Integer({ minimum: 0, description })

export const WatchParams = closed({
  watch_id: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'The id of the watch, `watch_…`.',
    examples: ['watch_01j9zq3v6n4k8w2x5y7a9b1c3d'],
  }),
})
export const RefreshParams = closed({
  ...WatchParams.properties,
  refresh_id: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'The id of the refresh, `refresh_…`.',
    examples: ['refresh_01j9zq3v6n4k8w2x5y7a9b1c3d'],
  }),
})

const { capability, provider, endpoint, input, path, query, into, metadata } = RunRequest.properties

/** The body of `POST /v1/watch`: the request for `POST /v1/run`, and how often it is repeated. */
export const WatchCreate = named(
  'WatchCreate',
  closed(
    {
      capability,
      provider,
      endpoint,
      input,
      path,
      query,
      into,
      routing: Type.Optional(Routing),
      every: Type.String({
        pattern: EVERY_PATTERN,
        description: 'The interval of refreshes in hours or days, from `1h` to `30d`.',
        examples: ['1d'],
      }),
      webhook: Type.Optional(
        Type.Boolean({
          default: true,
          description: 'false: `watch.updated` is on the event stream only and is not sent to webhook endpoints.',
        }),
      ),
      metadata,
    },
    ONE_OF_BOTH_FORMS,
  ),
)
export type WatchCreate = Static<typeof WatchCreate>

/** A refresh without its records. */
const refreshMembers = {
  refresh_id: RefreshId,
  watch_id: WatchId,
  run_id: Type.String({ description: 'The run of this refresh.' }),
  state: oneOf(REFRESH_STATES, { description: '`done` after the run has ended and its records are compared.' }),
  status: oneOf(RUN_STATUSES, { description: 'The status of the run.' }),
  scheduled_for: nullable(Timestamp, { description: 'null: requested through the API.' }),
  created_at: Timestamp,
  finished_at: nullable(Timestamp),
  unchanged: counted('The number of unchanged records.'),
  left_out: counted('The number of records after the first 5,000, which are not compared.'),
  table: Type.Optional(RunTable),
  note: nullable(Type.String(), { description: 'Why records were not imported into the table.' }),
}
const failed = { error: Type.Optional(ErrorDetail) }

export const ListedRefresh = named(
  'ListedWatchRefresh',
  closed({
    ...refreshMembers,
    new: counted('New records.'),
    changed: counted('The number of changed records.'),
    ...failed,
  }),
)
export type ListedRefresh = Static<typeof ListedRefresh>

const record = (description: string) => anyObject({ description })

/** The result of a refresh (decisions, "watch"). A failed one is also the envelope of its error. */
export const Refresh = named(
  'WatchRefresh',
  closed({
    ...refreshMembers,
    new: Type.Array(record('The record of this run.'), {
      description: 'New records of the watch; empty until the refresh is done.',
    }),
    changed: Type.Array(
      closed({
        before: nullable(record('The record of an earlier refresh.'), {
          description: 'null: the record was too large to be stored (64 KB).',
        }),
        after: record('The current record.'),
      }),
    ),
    poll_url: Type.String({ description: 'The path of this refresh.' }),
    ...failed,
  }),
)
export type Refresh = Static<typeof Refresh>

const watchMembers = {
  id: WatchId,
  status: oneOf(WATCH_STATUSES),
  paused_reason: nullable(oneOf(PAUSE_REASONS), {
    description: 'A successful refresh through the API resumes the watch.',
  }),
  environment: oneOf(ENVIRONMENTS),
  capability: nullable(Type.String(), { description: 'null for raw endpoints.' }),
  provider: nullable(Type.String(), { description: 'Raw endpoints: the provider.' }),
  endpoint: nullable(Type.String(), {
    description: "Raw endpoints: the method and the provider's own path, `METHOD /path`.",
  }),
  input: RunRequest.properties.input,
  path: Type.Optional(anyObject()),
  query: Type.Optional(anyObject()),
  routing: closed({
    provider: Type.String(),
    strategy: Type.String(),
    max_cost: nullable(Type.String()),
    allow_fallback: Type.Boolean(),
    fresh: Type.Boolean({ description: 'Always true: a saved answer would never contain anything new.' }),
    allow_repeat: Type.Boolean(),
    explore: Type.Optional(Type.Boolean()),
    ...routingRules,
  }),
  every: Type.String(),
  into: nullable(closed({ table: Type.String(), status: nullable(Type.String()) })),
  webhook: Type.Boolean(),
  metadata: Type.Optional(RunMetadata),
  created_at: Timestamp,
  next_refresh_at: nullable(Timestamp, { description: 'null: there is no scheduled refresh.' }),
  last_refresh: nullable(ListedRefresh, { description: 'The last completed refresh.' }),
}

/** A saved query that is refreshed on a schedule (Spec 4.13). */
export const Watch = named('Watch', closed(watchMembers))
export type Watch = Static<typeof Watch>

export const WatchWithRefreshes = named(
  'WatchWithRefreshes',
  closed({
    ...watchMembers,
    refreshes: Type.Array(ListedRefresh, { description: 'The last 20, newest first, without their records.' }),
  }),
)

export const WatchList = named(
  'WatchList',
  closed({ items: Type.Array(Watch, { description: 'Newest first.' }), next_cursor: NextCursor }),
)

export const StartedRefresh = closed({ refresh_id: RefreshId })
