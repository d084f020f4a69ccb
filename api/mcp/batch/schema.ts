import Type, { type Static } from 'typebox'
import { RUN_STATUSES } from '../../../domain/runs/states.ts'
import { anyObject, closed, Money, nullable, oneOf } from '../../schemas/common.ts'
import { ErrorDetail } from '../../schemas/error.ts'
import {
  IDEMPOTENCY_KEY_PATTERN,
  Into,
  ONE_OF_BOTH_FORMS,
  Record,
  Routing,
  RunRequest,
  WAIT_SECONDS_DEFAULT,
  WAIT_SECONDS_MAX,
} from '../../schemas/run-request.ts'
import { IDEMPOTENCY_KEY_LENGTH_MAX } from '../../schemas/idempotency.ts'
import { RunSource, RunTable } from '../../schemas/run.ts'
import { asIn } from '../schemas.ts'

/** Decisions, "MCP". */
export const ITEMS_MAX = 100
export const AT_ONCE_MAX = 10

const {
  capability,
  provider,
  endpoint,
  input,
  path,
  query,
  response,
  metadata,
  idempotency_key: itemKey,
} = RunRequest.properties

/** Shared and own members complete each other, so neither requires any; the route checks the result. */
const RecordPart = closed(Type.Partial(Record).properties, {
  description:
    'Links each run to one row: `table`, `key`, and the saved result fields. Members of an item override the shared members; together they must contain table and key.',
})

export const BatchItem = closed({
  input,
  path,
  query,
  record: Type.Optional(RecordPart),
  into: Type.Optional(Into),
  routing: Type.Optional(Routing),
  metadata,
  idempotency_key: itemKey,
})
export type BatchItem = Static<typeof BatchItem>

export const BatchRequest = closed(
  {
    capability,
    provider,
    endpoint,
    routing: Type.Optional(Routing),
    response,
    into: Type.Optional(Into),
    record: Type.Optional(RecordPart),
    metadata,
    items: Type.Array(BatchItem, {
      minItems: 1,
      maxItems: ITEMS_MAX,
      description: 'One run for each item. Members of an item override the shared members.',
    }),
    wait_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: WAIT_SECONDS_MAX,
        default: WAIT_SECONDS_DEFAULT,
        description: 'Seconds to wait for the end of all runs. Unfinished runs continue.',
      }),
    ),
    concurrency: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: AT_ONCE_MAX,
        default: AT_ONCE_MAX,
        description: 'The number of runs in parallel.',
      }),
    ),
    idempotency_key: Type.Optional(
      Type.String({
        minLength: 1,
        // The separator and the index of an item, which are part of the key of its run.
        maxLength: IDEMPOTENCY_KEY_LENGTH_MAX - `:${ITEMS_MAX - 1}`.length,
        pattern: IDEMPOTENCY_KEY_PATTERN,
        description: 'Items without an idempotency key get the key `<key>:<index>`.',
        examples: ['leads-2026-11-20'],
      }),
    ),
  },
  {
    if: ONE_OF_BOTH_FORMS.if,
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema; no code awaits a schema
    then: ONE_OF_BOTH_FORMS.then,
    else: { required: ['capability'] },
  },
)
export type BatchRequest = Static<typeof BatchRequest>

const asShared = (name: string) => Type.Optional(anyObject({ description: `Overrides the shared \`${name}\`.` }))
const asInRun = (name: string) => Type.Optional(Type.Unsafe<object>(asIn('run', name)))

/** The arguments in a list of tools: what `run` takes too has its schema there, once. */
export const ListedBatch = closed({
  ...BatchRequest.properties,
  routing: asInRun('routing'),
  response: asInRun('response'),
  into: asInRun('into'),
  record: asInRun('record'),
  metadata: asInRun('metadata'),
  items: Type.Array(
    closed({
      ...BatchItem.properties,
      // An object or a list, so it has no type here.
      input: Type.Optional(Type.Unknown({ description: 'As `input` of `run`.' })),
      path: asInRun('path'),
      query: asInRun('query'),
      record: asShared('record'),
      into: asShared('into'),
      routing: asShared('routing'),
      metadata: asShared('metadata'),
    }),
    { maxItems: ITEMS_MAX, description: 'One run for each item.' },
  ),
})

/** The outcome of one item; in the order of the items. */
export const BatchRow = closed({
  index: Type.Integer({ minimum: 0 }),
  run_id: nullable(Type.String(), { description: 'null if the item was refused and no run was created.' }),
  status: nullable(oneOf(RUN_STATUSES)),
  done: Type.Boolean({ description: 'false: the run continues; read it with `get_run`.' }),
  charged: nullable(Money),
  provider: nullable(Type.String()),
  replayed: Type.Optional(
    Type.Literal(true, { description: 'True if the idempotency key was used before and nothing was run again.' }),
  ),
  result: Type.Optional(anyObject()),
  result_omitted: Type.Optional(
    Type.Literal(true, {
      description: 'True if the result was omitted because the response is full; read it with `get_run`.',
    }),
  ),
  result_cut: Type.Optional(
    Type.Literal(true, { description: 'True if the result was cut to fit; read all of it with `get_run`.' }),
  ),
  error: Type.Optional(ErrorDetail),
  table: Type.Optional(RunTable),
  source: Type.Optional(RunSource),
})
export type BatchRow = Static<typeof BatchRow>

export const BatchAnswer = closed({
  items: Type.Array(BatchRow),
  hint: Type.Optional(Type.String({ description: 'Present if runs wait for a person: where to approve them.' })),
  totals: closed({
    items: Type.Integer(),
    succeeded: Type.Integer(),
    no_match: Type.Integer(),
    failed: Type.Integer({ description: 'Runs with another end.' }),
    refused: Type.Integer({ description: 'Items for which no run was created.' }),
    executing: Type.Integer({ description: 'Runs that have not ended.' }),
    charged: Money,
  }),
})
export type BatchAnswer = Static<typeof BatchAnswer>
