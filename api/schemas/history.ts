import Type, { type Static } from 'typebox'
import { ANSWER_CLASSES } from '../../domain/replies/classes.ts'
import { CHANNELS } from '../../domain/outbound/channels.ts'
import { BASIS_KINDS } from '../../domain/outbound/stated.ts'
import { SUBJECT_KINDS } from '../../domain/identity/kinds.ts'
import type { Json, JsonObject } from '../../domain/json/json.ts'
import { RUN_STATUSES } from '../../domain/runs/states.ts'
import { closed, Money, nullable, oneOf, Timestamp } from './common.ts'
import { named } from './named.ts'

export const SubjectKindName = oneOf(SUBJECT_KINDS, { description: 'The kind of the subject; detected if omitted.' })

const called = {
  run_id: Type.String({ examples: ['run_01j9zq3v6n4k8'] }),
  kind: oneOf(['capability', 'endpoint']),
  capability: nullable(Type.String(), { description: 'null for raw runs.' }),
  endpoint: nullable(Type.String(), { description: "Raw runs: the provider's own path." }),
  provider: nullable(Type.String()),
  charged: nullable(Money),
}

export const HistoryItem = named(
  'HistoryItem',
  closed({
    ...called,
    status: oneOf(RUN_STATUSES),
    input: Type.Unsafe<JsonObject | readonly Json[] | null>({
      anyOf: [{ type: 'object', additionalProperties: true }, { type: 'array', items: {} }, { type: 'null' }],
      description: 'The input of the run; null if it has more than 50,000 characters. Read the run in that case.',
    }),
    path: Type.Optional(
      nullable(Type.Record(Type.String(), Type.Unknown()), {
        description:
          'Raw runs: the values of the placeholders, such as the name of an actor; null if they are too long.',
      }),
    ),
    query: Type.Optional(
      nullable(Type.Record(Type.String(), Type.Unknown()), {
        description: 'Raw runs: the query parameters; null if they are too long.',
      }),
    ),
    matched: closed({
      in: oneOf(['input', 'result']),
      path: Type.String({
        description:
          'JSON path of the first match, `$.path…` and `$.query…` in those members. `$` is a message that reached the subject through a chat or the row of `record`.',
        examples: ['$.email'],
      }),
      exact: Type.Boolean({
        description:
          'False if the subject only covers the value (a domain and an email of it) or is a part of it (words of a name).',
      }),
    }),
    created_at: Timestamp,
  }),
)
export type HistoryItem = Static<typeof HistoryItem>

export const HistoryTouch = named(
  'HistoryTouch',
  closed({
    run_id: Type.String(),
    capability: nullable(Type.String()),
    channel: oneOf(CHANNELS),
    at: Timestamp,
    basis: Type.Optional(
      closed(
        { kind: oneOf(BASIS_KINDS), note: nullable(Type.String()) },
        { description: 'The lawful basis that the send stated; absent if it stated none.' },
      ),
    ),
    ai_generated: Type.Optional(
      Type.Boolean({ description: 'True if the send stated that a model wrote it; else absent.' }),
    ),
  }),
)
export type HistoryTouch = Static<typeof HistoryTouch>

/** What a person answered last. */
export const HistoryReply = named(
  'HistoryReply',
  closed({
    event_id: Type.String({ description: 'The event of the message, which the stream keeps for 30 days.' }),
    class: oneOf(ANSWER_CLASSES),
    at: Timestamp,
  }),
)
export type HistoryReply = Static<typeof HistoryReply>

/** A result that is paid for already. */
export const ReusableRun = named(
  'ReusableRun',
  closed({
    ...called,
    created_at: Timestamp,
    poll_url: Type.String({ description: 'The path of its result.' }),
  }),
)
export type ReusableRun = Static<typeof ReusableRun>

const counts = (description: string) => Type.Record(Type.String(), Type.Integer({ minimum: 1 }), { description })

export const History = named(
  'History',
  closed({
    subject: closed({
      query: Type.String(),
      kind: oneOf(SUBJECT_KINDS),
      normalized: Type.String({ description: 'The normalized subject.' }),
    }),
    items: Type.Array(HistoryItem, { description: 'Newest first.' }),
    touches: Type.Array(HistoryTouch, {
      description:
        'Messages that were sent, or may have been sent: the newest 200, whatever `limit` is. A hint states if there are more.',
    }),
    last_touch: nullable(HistoryTouch, { description: 'The latest successful one.' }),
    last_reply: nullable(HistoryReply, {
      description: 'The newest answer of the person; automatic messages do not count. Null for a domain, name or URL.',
    }),
    reusable: Type.Array(ReusableRun, {
      description: 'Successful paid lookups whose input contained the subject, newest first.',
    }),
    by_status: counts('The number of runs by status.'),
    by_capability: counts('The number of runs by capability; raw runs by provider and path (`hunter /email-finder`).'),
    charged: Money,
    first_seen: nullable(Timestamp),
    last_seen: nullable(Timestamp),
    hints: Type.Array(Type.String()),
    truncated: Type.Boolean({ description: 'More runs match than `items` lists.' }),
  }),
)
export type History = Static<typeof History>

/** Spec 8. */
const SUBJECTS_MAX = 200

export const HistoryRequest = named(
  'HistoryRequest',
  closed({
    subjects: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: SUBJECTS_MAX,
      examples: [['ada@example.com', 'example.com']],
    }),
    kind: Type.Optional(SubjectKindName),
  }),
)

const SubjectHistory = named(
  'SubjectHistory',
  closed({
    subject: Type.String(),
    kind: oneOf(SUBJECT_KINDS),
    seen: Type.Boolean(),
    count: Type.Integer({ minimum: 0, description: 'The number of matching runs, up to 10,000.' }),
    last_seen: nullable(Timestamp),
    contacted: Type.Boolean({ description: 'True if a message was sent to the subject, or may have been sent.' }),
    last_touch: nullable(HistoryTouch, { description: 'The latest successful one.' }),
    reusable: nullable(ReusableRun, { description: 'The newest successful paid lookup.' }),
  }),
)

const RefusedSubject = named(
  'RefusedSubject',
  closed({ subject: Type.String(), error: closed({ code: oneOf(['invalid_request']), message: Type.String() }) }),
)

export const HistoryRow = named('HistoryRow', Type.Union([SubjectHistory, RefusedSubject]))
export type HistoryRow = Static<typeof HistoryRow>

const count = Type.Integer({ minimum: 0 })
export const HistoryOfMany = named(
  'HistoryOfMany',
  closed({
    items: Type.Array(HistoryRow, { description: 'In the order of the request.' }),
    totals: closed({ subjects: count, seen: count, unseen: count, contacted: count, errors: count }),
  }),
)
