import Type from 'typebox'
import type { Static } from 'typebox'
import { EVENT_ID_PATTERN } from '../../domain/events/cursor.ts'
import { EVENT_TYPES } from '../../domain/events/types.ts'
import { anyObject, closed, nullable, pageLimit, Timestamp } from './common.ts'
import { named } from './named.ts'

const EventId = Type.String({ pattern: EVENT_ID_PATTERN, examples: ['evt_01j9zq3v6n4k8w2x5y7a9b1c3d'] })

/** The envelope, as it is read and pushed (Spec 2.9). */
export const Event = named(
  'Event',
  closed({
    id: EventId,
    // The list grows: a client that knows today's types must be able to read future ones.
    type: Type.String({
      description: `One of ${EVENT_TYPES.map((type) => `\`${type}\``).join(', ')}.`,
      examples: ['email.received'],
    }),
    created_at: Timestamp,
    data: anyObject({ description: 'What the type says; `GET /v1/webhooks` describes each.' }),
  }),
)
export type Event = Static<typeof Event>

export const EventPage = named(
  'EventPage',
  closed({
    items: Type.Array(Event, { description: 'Oldest first.' }),
    has_more: Type.Boolean({ description: 'More events are there already.' }),
    next_after: nullable(Type.String(), {
      description:
        'Store it, and pass it as `after` to get only newer events; an empty page repeats the `after` it was asked with.',
    }),
  }),
)

const LIMIT_DEFAULT = 50
const LIMIT_MAX = 500
const WAIT_SECONDS_MAX = 30

export const EventQuery = closed({
  after: Type.Optional(
    Type.Unsafe<string>({ ...EventId, description: '`next_after` of the page before, or the id of any event.' }),
  ),
  since: Type.Optional(
    Type.String({
      format: 'date-time',
      description:
        'Nothing that happened earlier; only without `after`. With neither, the stream starts at the oldest kept event.',
    }),
  ),
  types: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: 'Event types, parted by commas; every type unless given.',
      examples: ['email.received,email.bounced'],
    }),
  ),
  limit: pageLimit({ maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: WAIT_SECONDS_MAX,
      description: 'Seconds to wait for the first event when there is none.',
    }),
  ),
})
export const EVENTS_LIMIT_DEFAULT = LIMIT_DEFAULT
