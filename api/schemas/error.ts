import { SPEND_CONTROLS } from '../../domain/runs/run-error.ts'
import Type, { type Static } from 'typebox'
import { ERROR_CODES, type ErrorCode } from '../../domain/errors/codes.ts'
import { RUN_STATUSES } from '../../domain/runs/states.ts'
import { closed, Money, nullable, oneOf, Timestamp } from './common.ts'
import { named } from './named.ts'

const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERROR_CODES, text)

export const errorCodes: readonly ErrorCode[] = Object.keys(ERROR_CODES).filter(isErrorCode)

export const Fault = named(
  'Fault',
  closed({
    path: Type.String({
      description: 'JSON pointer to the invalid field; `/<name>` for query parameters and headers.',
    }),
    message: Type.String(),
  }),
)

/** Members that help the caller to act, where they apply (decisions, "envelope" and "insufficient_balance"). */
const extraMembers = {
  param: Type.Optional(Type.String({ description: 'JSON pointer to the first invalid field.' })),
  did_you_mean: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Known names that are similar to an unknown one, best first.',
      examples: [['contact.find']],
    }),
  ),
  details: Type.Optional(Type.Array(Fault, { description: 'All invalid fields.' })),
  status: Type.Optional(oneOf(RUN_STATUSES, { description: 'The current status of the run.' })),
  controls: Type.Optional(
    Type.Array(oneOf(SPEND_CONTROLS), {
      description: 'The spend controls that stopped the run.',
    }),
  ),
  run_id: Type.Optional(Type.String({ description: 'The run that the error refers to.' })),
  earlier_run_id: Type.Optional(Type.String({ description: 'The earlier run that contacted the same person.' })),
  sender_id: Type.Optional(Type.String({ description: 'The sender without a free slot.' })),
  next_slot_at: Type.Optional(
    Type.Unsafe<string>({ ...Timestamp, description: 'When the sender is expected to have a slot.' }),
  ),
  contacted_at: Type.Optional(Type.Unsafe<string>({ ...Timestamp, description: 'The time of the earlier contact.' })),
  recipient: Type.Optional(
    Type.String({ description: 'The recipient that was contacted; absent if a table row relates the person.' }),
  ),
  in_reply_to: Type.Optional(
    Type.String({ description: 'With this `in_reply_to` the same email follows up in the thread.' }),
  ),
  chat_id: Type.Optional(
    Type.String({ description: 'With this `chat_id`, in place of the person, the same message goes into the chat.' }),
  ),
  retry_after: Type.Optional(Type.Integer({ minimum: 0, description: 'Seconds, as in the `Retry-After` header.' })),
  available: Type.Optional(Type.Unsafe<string>({ ...Money, description: 'The balance of the wallet.' })),
  receivable: Type.Optional(
    Type.Unsafe<string>({
      ...Money,
      description: 'The amount that the wallet owes. No run can hold money until top-ups have repaid it.',
    }),
  ),
  required: Type.Optional(Money),
  remaining: Type.Optional(
    Type.Unsafe<string>({
      ...Money,
      description: 'What the daily cap, the budget or the ceiling of the job has left.',
    }),
  ),
  resets_at: Type.Optional(
    nullable(Timestamp, { description: 'When the day or the budget starts again; null: never.' }),
  ),
  topup_url: Type.Optional(Type.String({ description: 'The page on which a person tops up the wallet.' })),
  fits_with_max_cost: Type.Optional(Money),
  oldest: Type.Optional(nullable(Type.String(), { description: 'The oldest stored event; null if there is none.' })),
}

const ErrorExtras = closed(extraMembers)
export type ErrorExtras = Static<typeof ErrorExtras>

/** The `error` of the envelope and of a run: the same shape, so that a failed run is also an envelope (Spec 7). */
export const ErrorDetail = named(
  'ErrorDetail',
  closed({
    code: Type.Enum<ErrorCode[]>([...errorCodes], { type: 'string' }),
    message: Type.String(),
    request_id: Type.String({ description: 'Quote it in feedback and to support.', examples: ['req_01j9zq3v6n4k8'] }),
    ...extraMembers,
  }),
)
export type ErrorDetail = Static<typeof ErrorDetail>

/** The envelope of every error from every route (Spec 7). */
export const ErrorBody = named('Error', closed({ error: ErrorDetail }))
export type ErrorBody = Static<typeof ErrorBody>
