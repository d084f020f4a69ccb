/**
 * Every error code of the API, once (Spec 7). The OpenAPI document, `GET /v1/errors` and the handlers read this table;
 * no answer can have a code that is not here.
 */
export interface ErrorCodeDescription {
  readonly status: number
  readonly meaning: string
  readonly action: string
}

export const ERROR_CODES = {
  invalid_request: {
    status: 400,
    meaning:
      'The request is malformed, has an unknown member, or is not possible for this object. 404 for a run that does not exist or belongs to another workspace, 409 for cancelling a run that has started.',
    action:
      'Read the message, and `param` and `details` if present: they name the invalid fields. Correct the request. An unchanged request fails again.',
  },
  unauthorized: {
    status: 401,
    meaning:
      'The API key or session token is missing, unknown or revoked. At `/v1/inbound`: the signature or secret of the provider is missing or wrong.',
    action: 'Send `Authorization: Bearer <API_KEY>` with a current key.',
  },
  insufficient_balance: {
    status: 402,
    meaning:
      'The hold of the cheapest offer (`required`) exceeds the available balance, or the wallet owes something (`receivable`). Nothing was charged.',
    action: 'Let a person open `topup_url`, or set `routing.max_cost` to `fits_with_max_cost` if present.',
  },
  cost_limit_exceeded: {
    status: 402,
    meaning:
      'No offer costs at most `routing.max_cost`, or the hold exceeds the cap of a single run. `controls` names the limit.',
    action:
      'Raise the named control, set `routing.max_cost` to `fits_with_max_cost` if present, or choose a cheaper provider.',
  },
  budget_exceeded: {
    status: 402,
    meaning:
      'The run would exceed the daily cap, the budget of the key or app, or the ceiling of its job: `controls` names it, `remaining` is what it has left. It ended as `blocked`; nothing was charged.',
    action:
      'Wait until `resets_at`, raise the named control, or set `routing.max_cost` to `fits_with_max_cost` if present.',
  },
  forbidden: {
    status: 403,
    meaning: 'The credential does not permit this, or the feature is disabled for the workspace.',
    action: 'Use a credential of the right kind, or enable the feature.',
  },
  approval_rejected: {
    status: 403,
    meaning: 'A person or an approver key rejected the run. It ended as `blocked`; nothing was charged.',
    action: 'Read the note in the message. Start a new run with another idempotency key only if the work has changed.',
  },
  suppressed: {
    status: 403,
    meaning: 'A recipient is on the suppression list. The run ended as `blocked`; nothing was charged.',
    action: 'Do not contact this person on any channel.',
  },
  do_not_process: {
    status: 403,
    meaning:
      'A do-not-process list covers a person or company that the request names. The run ended as `blocked`; no provider was called, and nothing was charged.',
    action: 'Do not look this person or company up. `message` names the list.',
  },
  lawful_basis_required: {
    status: 403,
    meaning:
      'The outreach policy requires a basis for the country of a recipient, and the send states none. The run ended as `blocked`; nothing was charged.',
    action: 'State `basis` in the input if there is one; else do not write to this person.',
  },
  sender_profile_required: {
    status: 403,
    meaning: 'The outreach policy requires a complete sender profile. The run ended as `blocked`; nothing was charged.',
    action:
      'Ask an owner of the workspace to complete it (`PUT /v1/sender-profile`), then send the same request again.',
  },
  not_found: {
    status: 404,
    meaning: 'The route or the object does not exist.',
    action: 'Check the path and the id. Objects of another workspace or environment do not exist for this key.',
  },
  no_match: {
    status: 404,
    meaning: 'At least one provider found no match, and none delivered.',
    action: 'This is a result, not a defect. Try other inputs. It is charged only if the capability states that.',
  },
  capability_not_found: {
    status: 404,
    meaning: 'There is no capability with this name.',
    action: 'Find the name with `POST /v1/discover` or `GET /v1/catalog/capabilities`.',
  },
  endpoint_not_found: {
    status: 404,
    meaning: 'The provider has no raw endpoint with this path.',
    action: 'Find the path with `POST /v1/discover` or the catalog of the provider.',
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The path exists, but not with this method.',
    action: 'Use a method named in the `Allow` header.',
  },
  conflict: {
    status: 409,
    meaning: 'The object already exists, or another request changed it.',
    action: 'Read the object again and retry if it is still needed.',
  },
  provider_not_available: {
    status: 409,
    meaning: 'No provider can serve this capability now, or the named provider is unknown or does not offer it.',
    action: 'Inspect the capability for its live providers, or set `routing.provider` to `auto`.',
  },
  repeat_touch: {
    status: 409,
    meaning:
      'This person was contacted on the same channel within the guard window. The run ended as `blocked`; nothing was charged.',
    action:
      'Repeat it with the `in_reply_to` or `chat_id` of the error, which follows up in the thread; or wait, or set `routing.allow_repeat`.',
  },
  sender_limit: {
    status: 409,
    meaning:
      'The sender has no free slot in time: its caps, window, spacing or ramp stop it. The run ended as `blocked`; nothing was sent or charged.',
    action: 'Send again at `next_slot_at`, let it wait with `schedule.on_limit: "wait"`, or name another sender.',
  },
  limit_reached: {
    status: 409,
    meaning: 'A quota of the plan or the service is used up.',
    action: 'Delete something, or choose a larger plan.',
  },
  approval_expired: {
    status: 409,
    meaning: 'The run was not approved within 24 hours. It ended as `blocked`; nothing was charged.',
    action:
      'Start a new run with another idempotency key if it is still needed, and show its `approval.url` to a person.',
  },
  cancelled: {
    status: 409,
    meaning: 'The run was cancelled before it reached a provider. Nothing was charged.',
    action: 'Start a new run with another idempotency key if it is still needed.',
  },
  cursor_expired: {
    status: 410,
    meaning: 'Events after this cursor have expired and cannot be read.',
    action: 'Read without `after`, which starts at the oldest stored event (`oldest`).',
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
    meaning: 'Too many requests in a minute.',
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
    meaning:
      'No attempt delivered, and the last one did not time out: its provider failed or refused the call. Nothing was charged.',
    action:
      'Read `attempts` for what happened; retry later or with other inputs. If the message names your own key, connect a new one.',
  },
  send_outcome_unknown: {
    status: 502,
    meaning:
      'The provider did not confirm the message: it may have been sent. The run ended as `failed`; nothing was charged.',
    action:
      'Do not repeat the send: the person may get the message twice. Look into the history of the person or wait for an event of the delivery, which names the run; write again only when the message is known not to have arrived.',
  },
  unavailable: {
    status: 503,
    meaning: 'A part of the service is unavailable. If a run was accepted, `run_id` names it, and the run continues.',
    action: 'Retry after a moment with the same idempotency key. Nothing is run or charged twice.',
  },
  provider_timeout: {
    status: 504,
    meaning: 'The last attempt timed out. Nothing was charged.',
    action: 'Retry later. If the provider was not pinned, a faster strategy can help.',
  },
} as const satisfies Record<string, ErrorCodeDescription>

export type ErrorCode = keyof typeof ERROR_CODES

export const errorStatus = <Code extends ErrorCode>(code: Code): (typeof ERROR_CODES)[Code]['status'] =>
  ERROR_CODES[code].status
