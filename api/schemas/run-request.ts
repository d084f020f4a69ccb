import Type, { type Static } from 'typebox'
import type { Json, JsonObject } from '../../domain/json/json.ts'
import {
  FIELD_PATH_LENGTH_MAX,
  FIELD_PATH_PATTERN,
  FIELD_PATHS_MAX,
  MAX_ITEMS_MAX,
} from '../../domain/answers/field-paths.ts'
import { STRATEGIES } from '../../domain/routing/plan.ts'
import { CallbackUrl } from './callback.ts'
import { anyObject, closed, oneOf, UsdAmount } from './common.ts'
import { RunMetadata } from './metadata.ts'
import { named } from './named.ts'
import { IDEMPOTENCY_KEY_LENGTH_MAX } from './idempotency.ts'
import { routingRules } from './routing-rules.ts'
import { Schedule } from './sending.ts'

/** Spec 8: the maximum of `wait_seconds` and `wait`. */
export const WAIT_SECONDS_MAX = 120
export const WAIT_SECONDS_DEFAULT = 30

/** Decisions, "idempotency": any text; PostgreSQL stores no NUL. */
export const IDEMPOTENCY_KEY_PATTERN = '^[^\\u0000]*$'

export const Routing = named(
  'Routing',
  closed({
    provider: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        default: 'auto',
        description: '`auto` or a provider slug. A pinned provider has no fallback.',
      }),
    ),
    strategy: Type.Optional(oneOf(STRATEGIES, { default: 'best_value' })),
    max_cost: Type.Optional(UsdAmount),
    allow_fallback: Type.Optional(Type.Boolean({ default: true, description: 'false: one attempt only.' })),
    explore: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'false: no offer is tried first to learn how often it finds, as one in ten live lookups that pay for matches does.',
      }),
    ),
    ...routingRules,
    fresh: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'true buys an enrichment again instead of using a saved answer.',
      }),
    ),
    allow_repeat: Type.Optional(
      Type.Boolean({ default: false, description: 'true sends a repeated first message anyway.' }),
    ),
    allow_unchecked_recipients: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'true permits a raw call that sends to people that only the provider knows: no guard checks them.',
      }),
    ),
  }),
)
export type Routing = Static<typeof Routing>

const tableName = () =>
  Type.String({ minLength: 1, maxLength: 64, description: 'A table of this environment.', examples: ['leads'] })
const rowChange = (description: string) => anyObject({ description, maxProperties: 200 })

/** Links the run to one row (Spec 4.6). */
export const Record = named(
  'Record',
  closed(
    {
      table: tableName(),
      key: Type.String({
        minLength: 1,
        maxLength: 600,
        description: 'The row: its key, or any of its emails, URLs or `platform:handle`.',
      }),
      set: Type.Optional(
        rowChange(
          'Changes to the row if the run succeeds: `status`, `next_at` (ISO 8601 or `+4d`) and data; null removes a field.',
        ),
      ),
      save: Type.Optional(
        Type.Unsafe<'all' | { [field: string]: string }>({
          anyOf: [
            { type: 'string', enum: ['all'] },
            {
              type: 'object',
              minProperties: 1,
              maxProperties: 200,
              additionalProperties: { type: 'string', minLength: 1, maxLength: 200 },
            },
          ],
          description:
            'The result fields that are copied into the row: `all`, or a map of result field (dotted paths) to row field.',
        }),
      ),
      on_miss: Type.Optional(rowChange('Changes to the row if nothing is found.')),
    },
    {
      description:
        'Links the run to one row of a table, which is updated at its end. For 30 days the saved answer serves the same enrichment free of charge.',
    },
  ),
)
export type Record = Static<typeof Record>

/** Stores the result as rows (Spec 4.6). */
export const Into = named(
  'Into',
  closed(
    {
      table: tableName(),
      status: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'The status of created rows. Existing rows keep their status.',
        }),
      ),
    },
    {
      description:
        'Imports the result into a table: each person or company as a row, posts and comments as their authors with the posts under `signals`, a single record as one row, and the longest list of objects of a raw payload.',
    },
  ),
)
export type Into = Static<typeof Into>

/** The same for a run that is read: which part of its result is answered. */
export const projectionMembers = {
  max_items: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_ITEMS_MAX,
      description: 'The first items only, of every list in the result.',
    }),
  ),
  summary: Type.Optional(
    Type.Boolean({
      description: 'true adds `result_summary`: lengths of lists and fields that are left out.',
    }),
  ),
}

/** Which part of the result the answer has; all of it is stored (Spec 4.1). */
export const ResponseOptions = named(
  'ResponseOptions',
  closed({
    include_raw: Type.Optional(
      Type.Boolean({ default: false, description: "true adds the provider's payload to the result." }),
    ),
    fields: Type.Optional(
      Type.Array(
        Type.String({
          minLength: 1,
          maxLength: FIELD_PATH_LENGTH_MAX,
          pattern: FIELD_PATH_PATTERN,
          examples: ['items.email'],
        }),
        {
          minItems: 1,
          maxItems: FIELD_PATHS_MAX,
          description: 'Only these fields of the result, as dotted paths, which lead through lists (`items.email`).',
        },
      ),
    ),
    ...projectionMembers,
  }),
)
export type ResponseOptions = Static<typeof ResponseOptions>

/**
 * The members that distinguish the two forms, repeated in each part: linters look for `required` members among the
 * `properties` next to them.
 */
const FORM = {
  type: 'object',
  properties: { capability: {}, provider: {}, endpoint: {}, input: {} },
  additionalProperties: true,
}

/** A request names a capability with its input, or a provider with its endpoint. */
export const ONE_OF_BOTH_FORMS = {
  if: {
    ...FORM,
    anyOf: [{ required: ['provider'] }, { required: ['endpoint'] }],
    not: { ...FORM, required: ['capability'] },
  },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema; no code awaits a schema
  then: { ...FORM, required: ['provider', 'endpoint'] },
  else: { ...FORM, required: ['capability', 'input'] },
}

/**
 * The body of `POST /v1/run`: a capability (Spec 4.1), or a provider's own endpoint (Spec 4.2). Defaults are documented
 * here and applied by the handler: the body stays as the client sent it, because the idempotency hash is taken from it.
 */
export const RunRequest = named(
  'RunRequest',
  closed(
    {
      capability: Type.Optional(Type.String({ minLength: 1, maxLength: 100, examples: ['contact.find'] })),
      provider: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'Raw runs: the provider of the endpoint.',
          examples: ['sec'],
        }),
      ),
      endpoint: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 500,
          description: "Raw runs: the provider's own path; `METHOD /path` if the path has several methods.",
          examples: ['/submissions/CIK{cik}.json'],
        }),
      ),
      input: Type.Optional(
        Type.Unsafe<JsonObject | Json[]>({
          anyOf: [
            { type: 'object', additionalProperties: true },
            { type: 'array', items: {}, maxItems: 1_000 },
          ],
          description:
            "A capability's input must match its `input_schema` (inspect it). The input of a raw run is the provider's request body, or its query parameters if it takes no body. A task array has at most 10 tasks.",
        }),
      ),
      path: Type.Optional(anyObject({ description: 'Raw runs: values for the `{placeholders}` of the endpoint.' })),
      query: Type.Optional(anyObject({ description: 'Raw runs: query parameters.' })),
      routing: Type.Optional(Routing),
      response: Type.Optional(ResponseOptions),
      wait_seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: WAIT_SECONDS_MAX,
          default: WAIT_SECONDS_DEFAULT,
          description: 'Seconds to wait for the end of the run.',
        }),
      ),
      async: Type.Optional(Type.Boolean({ default: false, description: 'true returns 202 at once.' })),
      idempotency_key: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: IDEMPOTENCY_KEY_LENGTH_MAX,
          pattern: IDEMPOTENCY_KEY_PATTERN,
          description: 'The body form of the `Idempotency-Key` header: any text.',
          examples: ['leads:ada@example.com:intro'],
        }),
      ),
      approval: Type.Optional(
        oneOf(['required'], {
          description: 'A person or an approver key must approve the run first. The answer is 202 with `approval`.',
        }),
      ),
      schedule: Type.Optional(Schedule),
      callback_url: Type.Optional(CallbackUrl),
      into: Type.Optional(Into),
      record: Type.Optional(Record),
      metadata: Type.Optional(RunMetadata),
    },
    ONE_OF_BOTH_FORMS,
  ),
)
export type RunRequest = Static<typeof RunRequest>
