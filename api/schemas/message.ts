import Type from 'typebox'
import { REPLY_CLASSES } from '../../domain/replies/classes.ts'
import { closed, nullable, oneOf } from './common.ts'
import { named } from './named.ts'

export const MessageParams = closed({
  message_id: Type.String({
    minLength: 1,
    maxLength: 2_000,
    description: 'The `message_id` of the event, with or without angle brackets, percent-encoded.',
    examples: ['message-1'],
  }),
})

const ReplyClassName = oneOf(REPLY_CLASSES, { description: 'What the message is.' })

export const MessageCorrection = closed({
  class: ReplyClassName,
  lift_suppression: Type.Optional(
    Type.Boolean({
      description: 'True: the suppression that this message has made is removed. For owners, and keys without limits.',
    }),
  ),
})

export const CorrectedMessage = named(
  'CorrectedMessage',
  closed({
    message_id: Type.String({ description: 'Id of the message, as its events have it.' }),
    class: ReplyClassName,
    evidence: nullable(
      closed({
        source: Type.String({ description: 'Where the class comes from; `correction` after a correction.' }),
        value: Type.String({ description: 'After a correction: the class before it.' }),
      }),
      { description: 'As the events have it.' },
    ),
    returns_at: nullable(Type.String({ format: 'date' }), {
      description: 'The date of return that an `out_of_office` states.',
    }),
    successor: nullable(Type.String(), { description: 'The address that a `left_company` names.' }),
    event_ids: Type.Array(Type.String(), {
      description: 'Its events: one for each inbox and account that received it.',
    }),
    suppression: oneOf(['added', 'kept', 'lifted', 'none'], {
      description: 'Of the sender: added now, kept as it was, lifted now, or none that this message has made.',
    }),
  }),
)
