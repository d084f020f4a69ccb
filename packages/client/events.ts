import { memberOf } from './errors.ts'
import type { Event } from './operations.ts'
import { sendOperation, successOf } from './request.ts'
import type { Send } from './transport.ts'
import { EARLY_MS, withRetries, sleep } from './tries.ts'

export interface EventsOptions {
  /** The id of the last event that was handled: the stream continues after it. */
  readonly after?: string | undefined
  /**
   * Without `after`: no events before this time (ISO 8601). With neither, the stream begins with the oldest event that
   * is kept.
   */
  readonly since?: string | undefined
  readonly types?: readonly string[] | undefined
  /** Only received messages of these classes: `out_of_office`. */
  readonly classes?: readonly string[] | undefined
  /** Keeps waiting for new events, until the signal is aborted. */
  readonly follow?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/** The longest that the stream waits for an event. */
const WAIT_SECONDS = 30
/** A large page means fewer requests for a long stream. */
const LIMIT = 200

/**
 * The events of the stream, oldest first, each once. Keep the `id` of the last one handled and pass it as `after` to
 * resume. Requests are repeated over broken connections: the cursor moves only with the events that were yielded.
 * Throws a CursorExpiredError when events after the cursor are no longer kept.
 */
export async function* events(send: Send, options: EventsOptions = {}): AsyncGenerator<Event, void, undefined> {
  const { since, types, classes, follow = false, signal } = options
  let { after } = options
  for (;;) {
    const requestedAt = Date.now()
    const page = await withRetries(
      () =>
        readPage(
          send,
          {
            after,
            since: after === undefined ? since : undefined,
            types: types?.join(','),
            class: classes?.join(','),
            limit: LIMIT,
            wait: follow ? WAIT_SECONDS : undefined,
          },
          signal,
        ),
      { giveUpAt: Infinity, signal },
    )
    for (const event of page.items) {
      yield event
      after = event.id
    }
    if (!page.hasMore && !follow) return
    if (page.items.length === 0 && Date.now() - requestedAt < EARLY_MS) await sleep(EARLY_MS, signal)
  }
}

async function readPage(
  send: Send,
  query: Readonly<Record<string, string | number | undefined>>,
  signal: AbortSignal | undefined,
): Promise<{ items: readonly Event[]; hasMore: boolean }> {
  const body = successOf(await sendOperation(send, 'GET /v1/events', { query, signal }))
  const items = memberOf(body, 'items')
  if (!Array.isArray(items) || !items.every(isEvent)) throw new TypeError('The response is not a page of events.')
  return { items, hasMore: memberOf(body, 'has_more') === true }
}

export const isEvent = (value: unknown): value is Event =>
  typeof memberOf(value, 'id') === 'string' && typeof memberOf(value, 'type') === 'string'
