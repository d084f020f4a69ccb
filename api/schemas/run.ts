import Type, { type Static } from 'typebox'
import { VALUE_TYPES } from '../../domain/answers/leaves.ts'
import { APPROVAL_REASONS } from '../../domain/approvals/approval.ts'
import { idPattern } from '../../domain/ids/ids.ts'
import type { Json } from '../../domain/json/json.ts'
import { ATTEMPT_OUTCOMES, ENVIRONMENTS, RUN_STATUSES } from '../../domain/runs/states.ts'
import { anyObject, closed, Money, NextCursor, nullable, oneOf, Timestamp } from './common.ts'
import { EchoedCallbackUrl } from './callback.ts'
import { ErrorDetail } from './error.ts'
import { RunMetadata } from './metadata.ts'
import { named } from './named.ts'
import { RunScheduled } from './sending.ts'
import { mergedMembers } from './tables.ts'

export const Attempt = named(
  'Attempt',
  closed({
    provider: Type.String(),
    outcome: oneOf(ATTEMPT_OUTCOMES),
    duration_ms: nullable(Type.Integer({ minimum: 0 })),
    detail: nullable(Type.String()),
  }),
)
export type Attempt = Static<typeof Attempt>

export const Billing = named(
  'Billing',
  closed(
    {
      currency: oneOf(['USD']),
      quoted: nullable(Money, { description: 'The amount of the hold; null before the hold.' }),
      charged: nullable(Money, {
        description: 'The charge; null before settlement or if the entire hold was released, `0.00` for free results.',
      }),
      credited: Type.Optional(
        Type.Unsafe<string>({
          ...Money,
          description: 'What came back of the charge: the address that the run sold bounced. Only if something did.',
        }),
      ),
      held: Type.Optional(Money),
      platform_funded: Type.Boolean({
        description:
          "True if the account of the platform served the run; false if the workspace's key or a saved answer did.",
      }),
    },
    {
      description:
        'The amounts of a run. `held` is present from the first settlement of an actor to its final bill: what remains of the hold.',
    },
  ),
)
export type Billing = Static<typeof Billing>

/** One more booking after the first settlement (Spec 4.3.4). */
export const UsageCharge = named(
  'UsageCharge',
  closed({
    amount: Money,
    reason: oneOf(['provider_final_bill']),
    at: Timestamp,
  }),
)

/**
 * What a run with `record` or `into` wrote (Spec 4.6; decisions, "run's `table` member"), with the members that apply.
 */
export const RunTable = named(
  'RunTable',
  closed({
    name: Type.String(),
    key: Type.Optional(nullable(Type.String())),
    saved: Type.Optional(Type.Array(Type.String())),
    inserted: Type.Optional(Type.Integer({ minimum: 0 })),
    updated: Type.Optional(Type.Integer({ minimum: 0 })),
    unchanged: Type.Optional(Type.Integer({ minimum: 0 })),
    conflicts: Type.Optional(
      Type.Array(anyObject(), {
        description: 'Values that were not written because their identities match two different rows.',
      }),
    ),
    merged: Type.Optional(
      Type.Array(closed(mergedMembers), {
        description: 'Results that went into a row though they may be about another person, at most 100.',
      }),
    ),
    refused: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Results that could not become a row, or exceeded the limit of the table.',
      }),
    ),
  }),
)

/** Where a saved answer comes from (decisions, "saved answer"). */
export const RunSource = named(
  'RunSource',
  closed({
    table: Type.String(),
    key: Type.String(),
    run_id: Type.String(),
    saved_at: Timestamp,
  }),
)

/** What do-not-process lists took out of a result. */
const RunRemoved = named(
  'RunRemoved',
  closed(
    {
      records: Type.Integer({ minimum: 1 }),
      billed: Type.Boolean({
        description: 'Whether their price is part of the charge. A price for each record leaves it out.',
      }),
    },
    { description: 'Records of people and companies on do-not-process lists, which the result lacks.' },
  ),
)

const LeftOut = named(
  'LeftOutField',
  closed({
    path: Type.String({ description: 'Dotted; it leads through lists.', examples: ['items.email'] }),
    type: oneOf(VALUE_TYPES),
  }),
)

/** What the answer leaves out of a result. */
export const RunResultSummary = named(
  'RunResultSummary',
  closed({
    lists: Type.Array(
      closed({
        path: Type.String({ examples: ['items'] }),
        total: Type.Integer({ minimum: 0 }),
        shown: Type.Integer({ minimum: 0 }),
      }),
      { description: 'The first 20 lists that are not within another list.' },
    ),
    left_out: Type.Array(LeftOut, { description: 'Up to 50 fields of the result that the answer leaves out.' }),
    left_out_more: Type.Integer({ minimum: 0, description: 'The number of further fields.' }),
  }),
)

/** A part of the result, at a path of it. */
export const RunSlice = named(
  'RunSlice',
  closed({
    path: Type.String(),
    type: Type.Optional(oneOf(VALUE_TYPES, { description: 'Absent, like `value`, if the result has nothing there.' })),
    total: Type.Integer({
      minimum: 0,
      description: 'Items of a list, members of an object, characters of a text; 1 for any other value.',
    }),
    offset: Type.Integer({ minimum: 0 }),
    next_offset: nullable(Type.Integer({ minimum: 0 }), { description: 'null at the end.' }),
    value: Type.Optional(Type.Unsafe<Json>({ description: 'The part, of the type of the entire value.' })),
  }),
)

/** The approval that a run waits for (decisions, "Approvals"). */
export const RunApproval = named(
  'RunApproval',
  closed(
    {
      id: Type.String({ pattern: idPattern('appr'), examples: ['appr_01j9zq3v6n4k8w2x5y7a9b1c3d'] }),
      url: Type.String({
        description: 'Show it to a person: the page on which someone who has signed in decides.',
        examples: ['https://api.example.com/dashboard/live/runs/run_01j9zq3v6n4k8w2x5y7a9b1c3d'],
      }),
      expires_at: Type.Unsafe<string>({
        ...Timestamp,
        description: 'The run ends as `blocked` if it is not approved by then.',
      }),
      reason: oneOf(APPROVAL_REASONS, {
        description:
          "Why: the request requires it, or the workspace's policy about cost, sends, new people or raw calls that may change something; `price_rose`: the run is more than 10 % dearer than what was approved.",
      }),
      estimate: Type.Unsafe<string>({ ...Money, description: 'What the run would hold.' }),
    },
    { description: 'Only while the run is `awaiting_approval`.' },
  ),
)

/** A run (Spec 2.1), the same from every route that returns one; listings leave out `result`. */
export const Run = named(
  'Run',
  closed({
    run_id: Type.String({ examples: ['run_01j9zq3v6n4k8'] }),
    status: oneOf(RUN_STATUSES),
    done: Type.Boolean({ description: 'False while the run can still change its status.' }),
    kind: oneOf(['capability', 'endpoint']),
    capability: nullable(Type.String(), { description: 'null for raw runs.' }),
    endpoint: Type.Optional(Type.String({ description: "Raw runs: the provider's own path." })),
    environment: oneOf(ENVIRONMENTS),
    simulated: Type.Boolean({ description: 'True on every sandbox run: its result is not real data.' }),
    provider: nullable(Type.String(), {
      description:
        'The provider that served the run; null for a saved answer and for a run that ended without a delivery, whose providers `attempts` names.',
    }),
    routing_reason: nullable(Type.String(), {
      description: 'Why the provider was chosen, and which providers were excluded.',
    }),
    billing: Billing,
    usage_charges: Type.Optional(Type.Array(UsageCharge)),
    timing: closed({ duration_ms: nullable(Type.Integer({ minimum: 0 })) }),
    attempts: Type.Array(Attempt),
    result: Type.Optional(anyObject({ description: 'Present on success only; omitted in lists and with `slice`.' })),
    result_summary: Type.Optional(RunResultSummary),
    slice: Type.Optional(RunSlice),
    error: Type.Optional(ErrorDetail),
    request_id: Type.String({ examples: ['req_01j9zq3v6n4k8'] }),
    created_at: Timestamp,
    purged_at: Type.Optional(
      Type.Unsafe<string>({
        ...Timestamp,
        description: 'When its input, result and details were deleted under `GET /v1/retention`; omitted before.',
      }),
    ),
    poll_url: Type.String({ description: 'The path of this run.', examples: ['/v1/runs/run_01j9zq3v6n4k8'] }),
    stoppable: Type.Boolean({
      description:
        'True in `created`, `scheduled`, `awaiting_approval`, `reserved` and `queued`: the run can be cancelled.',
    }),
    scheduled: Type.Optional(RunScheduled),
    removed: Type.Optional(RunRemoved),
    approval: Type.Optional(RunApproval),
    table: Type.Optional(RunTable),
    source: Type.Optional(RunSource),
    hints: Type.Optional(
      Type.Array(Type.String(), { description: 'What to check about it; absent if there is nothing.' }),
    ),
    metadata: Type.Optional(RunMetadata),
    callback_url: Type.Optional(EchoedCallbackUrl),
    job_id: Type.Optional(
      Type.String({ description: 'The job that it runs a row of.', examples: ['job_01j9zq3v6n4k8'] }),
    ),
  }),
)
export type Run = Static<typeof Run>

export const RunList = named('RunList', closed({ items: Type.Array(Run), next_cursor: NextCursor }))
export type RunList = Static<typeof RunList>
