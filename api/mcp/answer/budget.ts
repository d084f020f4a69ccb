import type { JsonObject } from '../../../domain/json/json.ts'
import { invalidRequest } from '../../validation/check.ts'

/** Tokens of an answer. By default a long page of text, which a context holds dozens of. */
export const ANSWER_TOKENS_DEFAULT = 6_000
/** A run without its result fits. */
const ANSWER_TOKENS_MIN = 500
/** Several clients refuse or cut larger answers of a tool. */
const ANSWER_TOKENS_MAX = 50_000
/** Of English text and of JSON, a usual estimate. */
const CHARS_PER_TOKEN = 4

/** The argument, for the tools whose answers may be long. */
export const BUDGET_ARGUMENT = {
  max_tokens: {
    type: 'integer',
    minimum: ANSWER_TOKENS_MIN,
    maximum: ANSWER_TOKENS_MAX,
    default: ANSWER_TOKENS_DEFAULT,
    description: 'The budget of the answer.',
  },
} as const

/** What the answer of a tool may measure, in characters. */
export const DEFAULT_CHARS = ANSWER_TOKENS_DEFAULT * CHARS_PER_TOKEN

/** The budget of a call in characters, and the other arguments. Throws `invalid_request`. */
export function takeBudget({ max_tokens: tokens, ...args }: JsonObject): {
  readonly chars: number
  readonly args: JsonObject
} {
  if (tokens === undefined || tokens === null) return { chars: DEFAULT_CHARS, args }
  if (
    typeof tokens !== 'number' ||
    !Number.isInteger(tokens) ||
    tokens < ANSWER_TOKENS_MIN ||
    tokens > ANSWER_TOKENS_MAX
  )
    throw invalidRequest([
      {
        path: '/max_tokens',
        message: `must be an integer from ${ANSWER_TOKENS_MIN} to ${ANSWER_TOKENS_MAX}`,
      },
    ])
  return { chars: tokens * CHARS_PER_TOKEN, args }
}
