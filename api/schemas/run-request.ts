import Type from 'typebox'
import type { Static } from 'typebox'
import type { Json, JsonObject } from '../../domain/json/json.ts'
import { STRATEGIES } from '../../domain/routing/plan.ts'
import { anyObject, closed, oneOf, UsdAmount } from './common.ts'
import { named } from './named.ts'

/** Spec 8: the maximum of `wait_seconds` and `wait`. */
export const WAIT_SECONDS_MAX = 120
export const WAIT_SECONDS_DEFAULT = 30

/** Decisions, "idempotency": 1 to 255 visible characters. In the header they may be quoted. */
const IDEMPOTENCY_KEY_PATTERN = '^[\\x21-\\x7e]{1,255}$'
const IDEMPOTENCY_HEADER_PATTERN = '^([\\x21-\\x7e]{1,255}|"[\\x21-\\x7e]{1,255}")$'

export const Routing = named(
  'Routing',
  closed({
    provider: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        default: 'auto',
        description: '`auto` or a provider slug; a pinned provider never falls back.',
      }),
    ),
    strategy: Type.Optional(oneOf(STRATEGIES, { default: 'best_value' })),
    max_cost: Type.Optional(UsdAmount),
    allow_fallback: Type.Optional(Type.Boolean({ default: true, description: 'false: one attempt only.' })),
    fresh: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'true buys an enrichment again instead of answering from a saved row.',
      }),
    ),
    allow_repeat: Type.Optional(
      Type.Boolean({ default: false, description: 'true sends a repeated first message anyway.' }),
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
        description: 'The row: its key, or any email, URL or `platform:handle` it carries.',
      }),
      set: Type.Optional(
        rowChange(
          'Changed in the row when the run succeeds: `status`, `next_at` (ISO 8601 or `+4d`) and data; null removes a field.',
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
            'Which result fields are copied into the row: `all`, or a map of result field (dotted paths reach nested ones) to row field.',
        }),
      ),
      on_miss: Type.Optional(rowChange('Changed in the row when nothing is found.')),
    },
    {
      description:
        'Links the run to one row of a table: the row is written when the run is settled. A saved enrichment answers the same question for nothing for 30 days.',
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
          description: 'Of the rows that this run creates; rows that are there keep theirs.',
        }),
      ),
    },
    {
      description:
        'Lands the result as rows of a table that is there: people and companies as they are listed, posts and comments as their authors with the posts under `signals`, a single record as one row, and of a raw payload its longest list of objects.',
    },
  ),
)
export type Into = Static<typeof Into>

/**
 * The members that distinguish the two forms, repeated in each part: linters look for `required` members among the
 * `properties` beside them.
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
          description: 'Raw runs: whose endpoint is called.',
          examples: ['sec'],
        }),
      ),
      endpoint: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 500,
          description: "Raw runs: the provider's own path, `METHOD /path` where it has several.",
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
            "A capability's input must match its `input_schema` (inspect it). A raw run's is the provider's own request body, or its query parameters where it takes no body; task arrays hold up to 10 tasks.",
        }),
      ),
      path: Type.Optional(anyObject({ description: 'Raw runs: values for the `{placeholders}` of the endpoint.' })),
      query: Type.Optional(anyObject({ description: 'Raw runs: query parameters.' })),
      routing: Type.Optional(Routing),
      response: Type.Optional(
        closed({
          include_raw: Type.Optional(
            Type.Boolean({ default: false, description: "true adds the provider's own payload." }),
          ),
        }),
      ),
      wait_seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: WAIT_SECONDS_MAX,
          default: WAIT_SECONDS_DEFAULT,
          description: 'How long the answer may wait for the end of the run.',
        }),
      ),
      async: Type.Optional(Type.Boolean({ default: false, description: 'true answers 202 at once.' })),
      idempotency_key: Type.Optional(
        Type.String({
          pattern: IDEMPOTENCY_KEY_PATTERN,
          description: 'The body form of the `Idempotency-Key` header.',
          examples: ['leads:ada@example.com:intro'],
        }),
      ),
      into: Type.Optional(Into),
      record: Type.Optional(Record),
    },
    ONE_OF_BOTH_FORMS,
  ),
)
export type RunRequest = Static<typeof RunRequest>

export const IdempotencyHeaders = closed({
  'Idempotency-Key': Type.Optional(
    Type.String({
      pattern: IDEMPOTENCY_HEADER_PATTERN,
      description:
        'Any unique string. The same request with the same key is done once: a run runs and bills once, everything else answers what it answered.',
      examples: ['3f0c2d9e-1a52-4a0e-9c3c-7f1f6a2b9d10'],
    }),
  ),
})

/** Of the answer to every request that takes the header and is not a run. */
export const REPLAY_HEADERS = {
  'Idempotent-Replay': '`true` when the key was used before and nothing was done again.',
} as const
