import Type, { type Static } from 'typebox'
import {
  REPEAT_TOUCH_DAYS_DEFAULT,
  REPEAT_TOUCH_DAYS_MAX,
  SUPPRESSION_KINDS,
  SUPPRESSION_REASONS,
} from '../../domain/outbound/channels.ts'
import { closed, NextCursor, nullable, oneOf, Timestamp } from './common.ts'
import { named } from './named.ts'

/** A request of 1 MB holds more addresses; a list of this length is written in one statement of some milliseconds. */
const SUBJECTS_MAX = 1_000
const SUBJECT_LENGTH_MAX = 2_000

/** An identity that never gets a message (Spec 2.7). */
export const Suppression = named(
  'Suppression',
  closed({
    subject: Type.String({ description: 'The subject as it was sent.', examples: ['robin@example.com'] }),
    kind: oneOf(SUPPRESSION_KINDS),
    reason: oneOf(SUPPRESSION_REASONS),
    source: Type.String({ description: '`api`, or the event that added it.' }),
    derived_from: nullable(
      Type.String({
        description:
          'The subject of the suppression that it is derived from, because the row that had both has gone or changed; it is lifted with that one. null: it was suppressed itself.',
        examples: ['robin@example.com'],
      }),
    ),
    created_at: Timestamp,
  }),
)
export type Suppression = Static<typeof Suppression>

export const SuppressionList = named(
  'SuppressionList',
  closed({ items: Type.Array(Suppression), next_cursor: NextCursor }),
)

const subjects = Type.Array(Type.String({ minLength: 1, maxLength: SUBJECT_LENGTH_MAX }), {
  minItems: 1,
  maxItems: SUBJECTS_MAX,
  description:
    'Emails, domains (each covers every address at it and below it), LinkedIn URLs, phones with their country code, `platform:handle`, or `@handle` with `platform`.',
  examples: [['robin@example.com', 'example.org', 'https://www.linkedin.com/in/robin-sample']],
})
const platform = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 40,
    description: 'The network of each `@handle` among the subjects.',
    examples: ['instagram'],
  }),
)

/** The body of `POST /v1/suppressions`. */
export const SuppressionsToAdd = named(
  'SuppressionsToAdd',
  closed({
    subjects,
    platform,
    reason: Type.Optional(oneOf(SUPPRESSION_REASONS, { default: 'manual' })),
  }),
)

export const SuppressionsAdded = named(
  'SuppressionsAdded',
  closed({
    added: Type.Integer({ minimum: 0 }),
    unchanged: Type.Integer({
      minimum: 0,
      description: 'Subjects that were already suppressed. They keep their reason and time.',
    }),
    items: Type.Array(Suppression, { description: 'All readable subjects, each once, with their current state.' }),
    refused: Type.Array(closed({ subject: Type.String(), reason: Type.String() }), {
      description: 'Subjects that could not be read. The others were added.',
    }),
  }),
)

/** The body of `POST /v1/suppressions/remove`. */
export const SuppressionsToRemove = named('SuppressionsToRemove', closed({ subjects, platform }))

export const SuppressionsRemoved = named(
  'SuppressionsRemoved',
  closed({
    removed: Type.Integer({ minimum: 0 }),
    not_found: Type.Array(Type.String(), { description: 'Subjects that were not on the list, as they were sent.' }),
  }),
)

const days = Type.Integer({
  minimum: 0,
  maximum: REPEAT_TOUCH_DAYS_MAX,
  description:
    'The number of days in which a repeated first message over the same channel is refused; 0 disables the guard.',
  examples: [REPEAT_TOUCH_DAYS_DEFAULT],
})

/** The repeat guard (Spec 4.8; decisions, "outbound guard"). */
export const OutboundGuard = named(
  'OutboundGuard',
  closed({ repeat_touch_days: days, enabled: Type.Boolean({ description: 'False if the window is 0.' }) }),
)
export type OutboundGuard = Static<typeof OutboundGuard>

/** The body of `POST /v1/outbound-guard`. */
export const OutboundGuardUpdate = named('OutboundGuardUpdate', closed({ repeat_touch_days: days }))
