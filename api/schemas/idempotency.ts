import Type from 'typebox'
import { closed } from './common.ts'

/**
 * Decisions, "idempotency": what a header of HTTP carries, which may be quoted; blanks at its ends are no part of it.
 * `idempotencyKeyOf` counts the characters of the key.
 */
export const IDEMPOTENCY_HEADER_PATTERN =
  '^[\\x21-\\x7e\\x80-\\xff](?:[\\x20-\\x7e\\x80-\\xff]*[\\x21-\\x7e\\x80-\\xff])?$'

/** As the database has it. */
export const IDEMPOTENCY_KEY_LENGTH_MAX = 255

/** The header of every route that takes an idempotency key. */
export const IdempotencyHeaders = closed({
  'Idempotency-Key': Type.Optional(
    Type.String({
      pattern: IDEMPOTENCY_HEADER_PATTERN,
      description:
        'A unique text of 1 to 255 characters. A repeated request with the same key is executed once: a run runs and is charged once, and other routes return the stored answer.',
      examples: ['3f0c2d9e-1a52-4a0e-9c3c-7f1f6a2b9d10'],
    }),
  ),
})

/** Of the answer to every request that takes the header and is not a run. */
export const REPLAY_HEADERS = {
  'Idempotent-Replay': '`true` if the key was used before and nothing was done again.',
} as const
