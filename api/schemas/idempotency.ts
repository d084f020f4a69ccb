import Type from 'typebox'
import { closed } from './common.ts'

/** Decisions, "idempotency": 1 to 255 visible characters, which may be quoted. */
const IDEMPOTENCY_HEADER_PATTERN = '^([\\x21-\\x7e]{1,255}|"[\\x21-\\x7e]{1,255}")$'

/** The header of every route that takes an idempotency key. */
export const IdempotencyHeaders = closed({
  'Idempotency-Key': Type.Optional(
    Type.String({
      pattern: IDEMPOTENCY_HEADER_PATTERN,
      description:
        'A unique text of 1 to 255 visible ASCII characters. A repeated request with the same key is executed once: a run runs and is charged once, and other routes return the stored answer.',
      examples: ['3f0c2d9e-1a52-4a0e-9c3c-7f1f6a2b9d10'],
    }),
  ),
})

/** Of the answer to every request that takes the header and is not a run. */
export const REPLAY_HEADERS = {
  'Idempotent-Replay': '`true` if the key was used before and nothing was done again.',
} as const
