/**
 * Every error code of the API, once (Spec 7). The OpenAPI document, `GET /v1/errors` and the handlers read this table;
 * no answer can have a code that is not here.
 */
export interface ErrorCodeFacts {
  readonly status: number
  readonly meaning: string
  readonly action: string
}

export const ERROR_CODES = {
  invalid_request: {
    status: 400,
    meaning:
      'The request is malformed, names an unknown member, or asks for what the object does not allow. 404 for a run that is missing or of another workspace, 409 for cancelling a run that has started.',
    action:
      'Read the message, and `param` and `details` where they are given: they name every field at fault. Correct the request; repeating it as it is will not help.',
  },
  unauthorized: {
    status: 401,
    meaning:
      'The API key or session token is missing, unknown or revoked; at `/v1/inbound`, the signature or secret of the provider is.',
    action: 'Send `Authorization: Bearer <API_KEY>` with a current key.',
  },
  insufficient_balance: {
    status: 402,
    meaning:
      'The amount to reserve exceeds the available balance, or the wallet owes something (`receivable`). Nothing was charged.',
    action:
      'Post an amount to `topup_url` and have a person open the `checkout_url` that it answers, or set `routing.max_cost` to `fits_with_max_cost` where it is given.',
  },
  cost_limit_exceeded: {
    status: 402,
    meaning:
      'No offer fits under `routing.max_cost`, or the amount to reserve exceeds the per-run ceiling. `controls` names which.',
    action: 'Raise the named control, or choose a cheaper provider or strategy.',
  },
  budget_exceeded: {
    status: 402,
    meaning: 'The run would breach the daily cap. It ended as `blocked`; nothing was charged.',
    action: 'Wait for the reset of the day (UTC), or raise the daily limit.',
  },
  forbidden: {
    status: 403,
    meaning: 'The credential may not do this, or the feature is off for the workspace.',
    action: 'Use a credential of the right kind, or turn the feature on.',
  },
  suppressed: {
    status: 403,
    meaning: 'A recipient is on the suppression list. The run ended as `blocked`; nothing was charged.',
    action: 'Do not contact this person on any channel.',
  },
  not_found: {
    status: 404,
    meaning: 'No such route or object.',
    action: 'Check the path and the id; ids of another workspace or environment do not exist for this key.',
  },
  no_match: {
    status: 404,
    meaning: 'At least one provider answered that nothing matches, and none delivered.',
    action: 'An answer, not a defect: try other inputs. It is billed only if the capability says so.',
  },
  capability_not_found: {
    status: 404,
    meaning: 'No capability of this name.',
    action: 'Find the name with `POST /v1/discover` or `GET /v1/catalog/capabilities`.',
  },
  endpoint_not_found: {
    status: 404,
    meaning: 'No raw endpoint of this provider and path.',
    action: 'Find the path with `POST /v1/discover` or the catalog of the provider.',
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The path exists, but not with this method.',
    action: 'Use a method named in the `Allow` header.',
  },
  conflict: {
    status: 409,
    meaning: 'The object already exists or was changed by somebody else meanwhile.',
    action: 'Read the object again and decide anew.',
  },
  provider_not_available: {
    status: 409,
    meaning: 'No provider can serve this capability now, or the named provider is unknown or not wired for it.',
    action: 'Inspect the capability for its live providers; leave `routing.provider` at `auto`.',
  },
  repeat_touch: {
    status: 409,
    meaning:
      'This person was contacted on the same channel within the guard window. The run ended as `blocked`; nothing was charged.',
    action: 'Reply in the thread, wait, or set `routing.allow_repeat`.',
  },
  limit_reached: {
    status: 409,
    meaning: 'A quota of the plan or the service is used up.',
    action: 'Delete something, or choose a larger plan.',
  },
  cancelled: {
    status: 409,
    meaning: 'The run was cancelled before it reached a provider. Nothing was charged.',
    action: 'Start a new run with another idempotency key if it is still wanted.',
  },
  cursor_expired: {
    status: 410,
    meaning: 'Events after this cursor are no longer kept: they were missed.',
    action: 'Read without `after`, which starts at the oldest kept event (`oldest`).',
  },
  payload_too_large: {
    status: 413,
    meaning: 'The request body is larger than this route accepts.',
    action: 'Send less in one request.',
  },
  unsupported_media_type: {
    status: 415,
    meaning: 'The body is not of a media type that this route reads.',
    action: 'Send `Content-Type: application/json`.',
  },
  idempotency_mismatch: {
    status: 422,
    meaning: 'The idempotency key was used before with a different request.',
    action: 'Use a new key for a new request, or repeat the first request unchanged.',
  },
  rate_limited: {
    status: 429,
    meaning: 'Too many requests in this minute.',
    action: 'Wait for `Retry-After` seconds.',
  },
  invalid_feedback: {
    status: 400,
    meaning: 'A field of the feedback report is missing or not allowed.',
    action: 'Correct the named field.',
  },
  internal_error: {
    status: 500,
    meaning: 'A defect of the service.',
    action: 'Retry once with the same idempotency key; then report the `request_id`.',
  },
  provider_error: {
    status: 502,
    meaning: 'Every attempt failed at the provider. Nothing was charged.',
    action: 'Read `attempts` for what happened; retry later or with other inputs.',
  },
  unavailable: {
    status: 503,
    meaning:
      'A part of the service cannot be reached now. Where a run had been accepted, `run_id` names it: it goes on by itself.',
    action: 'Retry after a moment with the same idempotency key: nothing runs or bills twice.',
  },
  provider_timeout: {
    status: 504,
    meaning: 'The last attempt ended at its deadline. Nothing was charged.',
    action: 'Retry later; where the provider was not pinned, a faster strategy may help too.',
  },
} as const satisfies Record<string, ErrorCodeFacts>

export type ErrorCode = keyof typeof ERROR_CODES

export const errorStatus = (code: ErrorCode): number => ERROR_CODES[code].status
