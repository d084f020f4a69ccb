import Type, { type Static } from 'typebox'
import { EVENT_ID_PATTERN } from '../../domain/events/cursor.ts'
import { EVENT_TYPES, OPT_IN_TYPES } from '../../domain/events/types.ts'
import { REPLY_CLASSES } from '../../domain/replies/classes.ts'
import { anyObject, closed, dateOrTime, nullable, pageLimit, Timestamp } from './common.ts'
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
    data: anyObject({ description: 'The data of the event; `GET /v1/webhooks` describes the types.' }),
  }),
)
export type Event = Static<typeof Event>

export const EventPage = named(
  'EventPage',
  closed({
    items: Type.Array(Event, { description: 'Oldest first.' }),
    has_more: Type.Boolean({ description: 'True if more events are available.' }),
    next_after: nullable(Type.String(), {
      description:
        'Store it and send it as `after` to get newer events. An empty page repeats the `after` of the request.',
    }),
  }),
)

const LIMIT_DEFAULT = 50
const LIMIT_MAX = 500
const WAIT_SECONDS_MAX = 30

export const EventQuery = closed({
  after: Type.Optional(
    Type.Unsafe<string>({ ...EventId, description: '`next_after` of the previous page, or the id of any event.' }),
  ),
  since: Type.Optional(
    dateOrTime(
      'Omits earlier events; a date is midnight UTC. Ignored with `after`. Without both, the stream starts at the oldest stored event.',
    ),
  ),
  types: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: `Event types, separated by commas; by default all but ${OPT_IN_TYPES.map((type) => `\`${type}\``).join(', ')}.`,
      examples: ['email.received,email.bounced'],
    }),
  ),
  class: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: `Only received messages of these classes, separated by commas: ${REPLY_CLASSES.map((name) => `\`${name}\``).join(', ')}.`,
      examples: ['out_of_office,unsubscribe_request'],
    }),
  ),
  limit: pageLimit({ maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: WAIT_SECONDS_MAX,
      description: 'Seconds to wait for an event if there is none.',
    }),
  ),
})
export const EVENTS_LIMIT_DEFAULT = LIMIT_DEFAULT
