import type { Event } from 'routed-data-client'
import type { Context } from './context.ts'
import { asRefusal } from './failures.ts'
import { listAt, stringAt } from './output/value.ts'

export interface FollowFrom {
  readonly after?: string | undefined
  readonly since?: string | undefined
  readonly types?: readonly string[] | undefined
  readonly classes?: readonly string[] | undefined
}

/** The position of a follower: the last event that it has handled. */
export interface Cursor {
  after: string | undefined
}

interface Following extends FollowFrom {
  readonly cursor: Cursor
  /** `stop` ends the loop after this event, `undone` before it. */
  readonly handle: (event: Event) => Promise<'continue' | 'stop' | 'undone'>
}

/**
 * Hands over the stream's events as they come, each once, across dropped connections. Ends when `handle` requests it or
 * when the person interrupts. Throws a ServiceRefusal (a cursor that is too old, for example), or a ConnectionError
 * when no answer comes for five minutes. `cursor` moves with the handled events.
 */
export async function follow(
  context: Context,
  { after, since, types, classes, cursor, handle }: Following,
): Promise<void> {
  const { client } = await context.requests()
  const signal = context.machine.interrupted
  try {
    for await (const event of client.events({ after, since, types, classes, follow: true, signal })) {
      const next = await handle(event)
      if (next === 'undone') return
      cursor.after = event.id
      if (next === 'stop' || signal.aborted) return
    }
  } catch (error) {
    if (!signal.aborted) throw asRefusal(error)
  }
}

const PAGE_MAX = 500

/**
 * The current end of the stream, for callers that want only new events. It uses the service's clock, to the second:
 * events within that second are read and skipped. Throws a ServiceRefusal.
 */
export async function endOfStream(context: Context): Promise<FollowFrom> {
  const first = await context.request('GET /v1/events', {
    query: { limit: 1, since: new Date(context.machine.now()).toISOString() },
  })
  const since = new Date(Date.parse(first.headers.get('date') ?? '') || context.machine.now()).toISOString()
  for (let after: string | undefined; ;) {
    const page = await context.request('GET /v1/events', {
      query: { limit: PAGE_MAX, ...(after === undefined ? { since } : { after }) },
    })
    after = stringAt(page.body, 'next_after') ?? undefined
    if (listAt(page.body, 'items').length === 0 || after === undefined)
      return after === undefined ? { since } : { after }
  }
}
