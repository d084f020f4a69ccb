import Type, { type Static } from 'typebox'
import { SENDING_CHANNELS, WEEKDAYS } from '../../domain/sending/policy.ts'
import { WAIT_REASONS } from '../../domain/sending/slot.ts'
import { SENDER_KINDS } from '../../domain/senders/sender.ts'
import { changesOf, closed, NextCursor, nullable, oneOf, Timestamp } from './common.ts'
import { named } from './named.ts'

const CAP_MAX = 100_000
const SPACING_SECONDS_MAX = 86_400

const cap = (description: string) =>
  Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: CAP_MAX }), { description }))

/** A member that is null in a change is taken off. */
export const SendingCaps = named(
  'SendingCaps',
  closed(
    {
      hour: cap('In a clock hour.'),
      day: cap('In a calendar day.'),
      week: cap('In a week from Monday.'),
    },
    { description: 'The most sends; null: no cap. 0 lets nothing pass.' },
  ),
)

const LocalTime = (description: string, pattern: string) => Type.String({ pattern, description, examples: ['09:00'] })

export const SendingWindow = named(
  'SendingWindow',
  closed(
    {
      timezone: Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'An IANA zone. Hours, days and weeks of the caps are those of this zone too.',
        examples: ['Europe/Berlin'],
      }),
      days: Type.Array(oneOf(WEEKDAYS), {
        minItems: 1,
        maxItems: WEEKDAYS.length,
        uniqueItems: true,
        description: 'The days on which the window begins.',
      }),
      from: LocalTime('When it opens, local time.', '^([01]\\d|2[0-3]):[0-5]\\d$'),
      to: LocalTime(
        'When it closes, local time; `24:00` is midnight. At or before `from`: on the next day.',
        '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$',
      ),
    },
    { description: 'When a sender sends.' },
  ),
)

const seconds = (description: string) => Type.Integer({ minimum: 0, maximum: SPACING_SECONDS_MAX, description })

export const SendingSpacing = named(
  'SendingSpacing',
  closed(
    { min_seconds: seconds('The least gap.'), max_seconds: seconds('The greatest gap.') },
    { description: 'The gap to the last send of the sender; each send draws its own between the two.' },
  ),
)

const rampNumber = (description: string) => Type.Integer({ minimum: 0, maximum: CAP_MAX, description })

export const SendingRamp = named(
  'SendingRamp',
  closed(
    {
      start: rampNumber('The cap of the first day.'),
      step_per_day: rampNumber('How much it grows on each day.'),
      target: rampNumber('Where it ends.'),
      started_on: Type.Optional(
        Type.String({ format: 'date', description: 'The first day; absent: the day of the first send from now on.' }),
      ),
    },
    { description: 'A cap of a day that grows.' },
  ),
)

const limitMembers = changesOf({ caps: SendingCaps, window: SendingWindow, spacing: SendingSpacing, ramp: SendingRamp })

export const ChannelLimits = named(
  'ChannelLimits',
  closed(limitMembers, {
    description: 'The limits of a channel. A member that is null is taken off; one that is absent stays.',
  }),
)

const ofEachChannel = Object.fromEntries(SENDING_CHANNELS.map((channel) => [channel, ChannelLimits])) as {
  readonly [Channel in (typeof SENDING_CHANNELS)[number]]: typeof ChannelLimits
}
const channels = closed(changesOf(ofEachChannel))

export const SendingPolicy = named(
  'SendingPolicy',
  closed({
    channels: Type.Optional(channels),
    domain_caps: Type.Optional(
      nullable(SendingCaps, {
        description: 'Of all inboxes of one mail domain together, in the zone of the mail window.',
      }),
    ),
  }),
)

export const SenderUpdate = named(
  'SenderUpdate',
  closed({
    ...limitMembers,
    channels: Type.Optional(channels),
    paused: Type.Optional(Type.Boolean({ description: 'true: its sends wait until it is false again.' })),
  }),
)
export type SenderUpdateBody = Static<typeof SenderUpdate>

export const SenderToday = named(
  'SenderToday',
  closed({
    sent: Type.Integer({ minimum: 0, description: 'Sends of this day that went out, or may have.' }),
    cap: nullable(Type.Integer({ minimum: 0 }), { description: 'Of this day, with its ramp; null: none.' }),
    next_slot_at: nullable(Timestamp, {
      description: 'When a send that is requested now would go; null: the sender is paused, or not within 90 days.',
    }),
    waiting: Type.Integer({ minimum: 0, description: 'Sends that wait for a slot.' }),
  }),
)

export const SenderChannel = named(
  'SenderChannel',
  closed({
    channel: oneOf(SENDING_CHANNELS),
    caps: SendingCaps,
    window: nullable(SendingWindow),
    spacing: nullable(SendingSpacing),
    ramp: nullable(SendingRamp),
    today: SenderToday,
  }),
)

export const Sender = named(
  'Sender',
  closed({
    sender_id: Type.String({ examples: ['inbox_01j9zq3v6n4k8w2x5y7a9b1c3d'] }),
    kind: oneOf(SENDER_KINDS),
    address: nullable(Type.String(), { description: 'Of an inbox.' }),
    domain: nullable(Type.String(), { description: 'Of an inbox.' }),
    can_send: Type.Boolean({ description: 'Whether it is connected.' }),
    paused: Type.Boolean(),
    channels: Type.Array(SenderChannel, {
      description: "The limits that hold: the sender's own, the workspace's, and the documented ones of its provider.",
    }),
  }),
)
export type Sender = Static<typeof Sender>

export const SenderList = named('SenderList', closed({ items: Type.Array(Sender) }))

export const ScheduledSend = named(
  'ScheduledSend',
  closed({
    run_id: Type.String({ examples: ['run_01j9zq3v6n4k8w2x5y7a9b1c3d'] }),
    channel: oneOf(SENDING_CHANNELS),
    at: nullable(Timestamp, { description: 'When it is expected to go; null: not while the sender is paused.' }),
    reason: oneOf(WAIT_REASONS),
    requested_at: Timestamp,
  }),
)
export type ScheduledSend = Static<typeof ScheduledSend>

export const SenderSchedule = named(
  'SenderSchedule',
  closed({ items: Type.Array(ScheduledSend), next_cursor: NextCursor }),
)

/** What a run waits for. */
export const RunScheduled = named(
  'RunScheduled',
  closed(
    {
      at: nullable(Timestamp, { description: 'When it is expected to go; null: once the sender sends again.' }),
      reason: oneOf(WAIT_REASONS),
      sender_id: Type.String(),
    },
    { description: 'Only while a send waits for a slot of its sender. Nothing is held.' },
  ),
)

/** Its reader refuses what is no time. */
const ScheduleTime = Type.Optional(Type.String())

/** When a send goes. */
export const Schedule = named(
  'Schedule',
  closed(
    {
      at: ScheduleTime,
      not_before: ScheduleTime,
      not_after: ScheduleTime,
      on_limit: Type.Optional(oneOf(['wait', 'refuse'])),
    },
    {
      description: 'When a send goes: ISO 8601 or `+2d`.',
    },
  ),
)
