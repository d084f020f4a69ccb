import { CAPABILITIES } from '../domain/capabilities/catalog.ts'
import { ERROR_CODES } from '../domain/errors/codes.ts'
import { EVENT_TYPES } from '../domain/events/types.ts'
import { INBOUND_PROVIDERS } from '../domain/inbound/message.ts'
import { DELIVERY_OUTCOMES, RUN_KINDS, STRIPE_OUTCOMES } from '../domain/metrics/events.ts'
import { STORED_KINDS } from '../domain/metrics/stored-kinds.ts'
import { TOPUP_ORIGINS, TOPUP_STATUSES } from '../domain/payments/topup.ts'
import { LEDGER_PROMISES } from '../domain/wallets/proof.ts'
import { HOLD_CONTROLS } from '../domain/routing/refusal.ts'
import { REFUSED_BY, SHARE_LANES } from '../domain/runs/shares.ts'
import { ATTEMPT_OUTCOMES, ENDED_STATUSES, ENVIRONMENTS, STOPPABLE_STATUSES } from '../domain/runs/states.ts'

/** Replaces every value that is not in its set: no input can create a new series. */
export const OTHER = 'other'
/** For a label without a value. */
export const NONE = 'none'

/** A set of label values: listed here, or set once when a process starts (`learned`) and limited to `learnedMax`. */
export type ValueSet = { readonly values: readonly string[] } | { readonly learnedMax: number }

const texts = (numbers: readonly number[]): string[] => numbers.map(String)

/** Every set of values that a label may have: the only place that bounds them. */
export const VALUE_SETS = {
  /** The methods of declared routes, and those of browsers' preflight requests; Node's parser knows thirty more. */
  method: { values: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] },
  /** Patterns of declared routes, the authorization server's own paths, `/mcp` and `unmatched`; there are about 120. */
  route: { learnedMax: 250 },
  /** Every status that the API, its pages and the authorization server return. */
  http_status: {
    values: texts([
      200, 201, 202, 204, 301, 302, 303, 304, 307, 400, 401, 402, 403, 404, 405, 406, 409, 410, 412, 413, 415, 422, 429,
      500, 501, 502, 503, 504,
    ]),
  },
  environment: { values: ENVIRONMENTS },
  run_kind: { values: RUN_KINDS },
  ended_status: { values: ENDED_STATUSES },
  open_status: { values: [...STOPPABLE_STATUSES, 'running', 'final_bill'] },
  /** Those of the closed table (Spec 7), and `none` for a run that succeeded. */
  code: { values: [...Object.keys(ERROR_CODES), NONE] },
  control: { values: HOLD_CONTROLS },
  /** Named by manifests and the catalog; there are about 35. */
  provider: { learnedMax: 100 },
  capability: { values: CAPABILITIES.map(({ slug }) => slug) },
  attempt_outcome: { values: ATTEMPT_OUTCOMES },
  offer_state: { values: ['in_rotation', 'circuit_open', 'exhausted'] },
  direction: { values: ['added', 'taken_off'] },
  /** The tools of the MCP server, and `other` for unknown tools. */
  tool: { learnedMax: 50 },
  call_outcome: { values: ['succeeded', 'failed', 'refused', 'error'] },
  search_result: { values: ['found', 'nothing'] },
  embedding_purpose: { values: ['index', 'query'] },
  embedding_outcome: {
    values: ['answered', 'refused', 'rate_limited', 'failed', 'timeout', 'unreachable', 'malformed'],
  },
  semantic_result: { values: ['used', 'late', 'failed', 'paused', 'busy', 'not_ready'] },
  inbound_provider: { values: [...INBOUND_PROVIDERS, 'stripe'] },
  inbound_reason: {
    values: ['secret', 'unsigned', 'signature', 'timestamp', 'unconfigured', 'too_large', 'malformed', 'quota'],
  },
  delivery_outcome: { values: DELIVERY_OUTCOMES },
  event_type: { values: EVENT_TYPES },
  origin: { values: TOPUP_ORIGINS },
  topup_status: { values: TOPUP_STATUSES.filter((status) => status !== 'pending') },
  boolean: { values: ['true', 'false'] },
  stripe_outcome: { values: STRIPE_OUTCOMES },
  heard_by: { values: ['notice', 'poll'] },
  pool_state: { values: ['busy', 'idle'] },
  level: { values: ['debug', 'info', 'warn', 'error', 'fatal'] },
  /** The work that sweepers look for (`worker/sweeps.ts`). */
  sweep: {
    values: [
      'runs',
      'inbound_messages',
      'deliveries',
      'failure_clocks',
      'plans',
      'referrals',
      'address_reports',
      'refreshes',
      'jobs',
      'low_wallets',
      'topups',
      'erasures',
      'account_mails',
      'email_domains',
      'do_not_process',
      'erasure_requests',
    ],
  },
  share_lane: { values: SHARE_LANES },
  /** Calls, inbound work and charges have no environment. */
  share_environment: { values: [...ENVIRONMENTS, NONE] },
  share_reason: { values: REFUSED_BY },
  /** The queues that requests share (`api/limits/request-queues.ts`), and long waits of one caller. */
  queue: { values: ['entrance', 'requests', 'writes', 'waits'] },
  round: { values: ['backlog', 'providers', 'ledger', 'stored'] },
  stored_kind: { values: STORED_KINDS },
  promise: { values: LEDGER_PROMISES },
  source: { values: ['temporal'] },
  /** One of each per process. */
  version: { learnedMax: 1 },
  node: { learnedMax: 1 },
  process: { values: ['api', 'worker', 'api and worker'] },
} as const satisfies Record<string, ValueSet>

export type ValueSetName = keyof typeof VALUE_SETS
