import { judgeUnknownCursor } from '../../../domain/events/cursor.ts'
import { EVENT_TYPES, MESSAGE_TYPES } from '../../../domain/events/types.ts'
import { REPLY_CLASSES } from '../../../domain/replies/classes.ts'
import type { Database } from '../../../db/database.ts'
import { oldestEventId, readStream, type StreamPage, type StreamQuestion } from '../../../db/delivery/events/read.ts'
import type { EventWaiters } from '../../waiters/event-waiters.ts'
import { Problem } from '../../errors/problem.ts'
import { timeOf } from '../../validation/time.ts'
import { defineRoute } from '../../route/route.ts'
import { EventPage, EventQuery, EVENTS_LIMIT_DEFAULT } from '../../schemas/event.ts'
import { presentEvent } from './present.ts'

export interface ListEventsDeps {
  readonly db: Database
  readonly eventWaiters: EventWaiters
}

/** Spec 4.11, 6: the stream of a workspace's events in the key's environment. */
export const listEvents = (deps: ListEventsDeps) =>
  defineRoute({
    operationId: 'listEvents',
    method: 'GET',
    path: '/v1/events',
    summary: 'Read the event stream',
    description:
      'Returns events, oldest first. Store `next_after` and pass it as `after`: each event is then returned once. Events are kept for 30 days. If events after the cursor have expired, the request fails with `gone` instead of skipping them.',
    tags: ['Events'],
    spec: '4.11',
    access: 'read',
    query: EventQuery,
    responses: {
      200: {
        description: 'A page of events.',
        schema: EventPage,
        examples: {
          reply: {
            summary: 'A reply',
            value: {
              items: [
                {
                  id: 'evt_01j9zq3v6n4k8w2x5y7a9b1c3d',
                  type: 'linkedin.message_received',
                  created_at: '2026-11-20T09:30:00.000Z',
                  data: {
                    account: 'Ada Example',
                    account_id: 'acct_01j9zq3v6n4k8w2x5y7a9b1c3d',
                    chat_id: 'chat-1',
                    message_id: 'message-1',
                    text: 'Tell me more.',
                    sender_id: 'member-1',
                    sender_name: 'Robin Sample',
                    sender_profile_url: 'https://www.linkedin.com/in/robin-sample',
                    sent_at: '2026-11-20T09:29:58.000Z',
                    class: 'interested',
                    evidence: { source: 'phrase', value: 'tell me more' },
                    returns_at: null,
                    successor: null,
                  },
                },
              ],
              has_more: false,
              next_after: 'evt_01j9zq3v6n4k8w2x5y7a9b1c3d',
            },
          },
          nothing: {
            summary: 'Nothing new',
            value: { items: [], has_more: false, next_after: 'evt_01j9zq3v6n4k8w2x5y7a9b1c3d' },
          },
        },
      },
    },
    errors: ['cursor_expired'],
    async handler({ query, principal, signal, reply }) {
      const { after = null, since } = query
      const question: StreamQuestion = {
        workspaceId: principal.workspaceId,
        environment: principal.environment,
        after,
        sinceMs: since === undefined || after !== null ? null : timeOf(since, '/since'),
        types:
          query.types === undefined
            ? null
            : namesOf(query.types, { known: EVENT_TYPES, what: 'event type', plural: 'types', param: '/types' }),
        classes:
          query.class === undefined
            ? null
            : namesOf(query.class, { known: REPLY_CLASSES, what: 'class', plural: 'classes', param: '/class' }),
        limit: query.limit ?? EVENTS_LIMIT_DEFAULT,
      }
      const { items, hasMore } = await firstPage(deps, question, { waitMs: (query.wait ?? 0) * 1_000, signal })
      return reply(200, { items: items.map(presentEvent), has_more: hasMore, next_after: items.at(-1)?.id ?? after })
    },
  })

type Page = Extract<StreamPage, { kind: 'page' }>

/** The page as it is now, or the first one with an event. */
async function firstPage(
  deps: ListEventsDeps,
  question: StreamQuestion,
  { waitMs, signal }: { waitMs: number; signal: AbortSignal },
): Promise<Page> {
  const giveUpAt = performance.now() + waitMs
  for (;;) {
    const page = await readStream(deps.db, question)
    if (page.kind !== 'page') throw await expiredOrUnknown(deps.db, question, page)
    const leftMs = giveUpAt - performance.now()
    if (page.items.length > 0 || leftMs <= 0) return page
    const { workspaceId, environment, classes = null } = question
    const types = question.types ?? (classes === null ? null : MESSAGE_TYPES)
    const woken = await deps.eventWaiters.wait({ workspaceId, environment, types, from: page.from }, leftMs, signal)
    if (woken === 'full')
      throw new Problem('rate_limited', 'Too many requests are waiting for events.', { retry_after: 5 })
    if (woken === 'over') return page
  }
}

async function expiredOrUnknown(
  db: Database,
  question: StreamQuestion,
  { purgedEventId }: Extract<StreamPage, { kind: 'unknown cursor' }>,
): Promise<Problem> {
  const oldest = await oldestEventId(db, question)
  return judgeUnknownCursor(question.after ?? '', { purgedEventId, oldestEventId: oldest }) === 'expired'
    ? new Problem('cursor_expired', 'Events after this one have expired.', { param: '/after', oldest })
    : new Problem('invalid_request', 'This event does not exist on this stream.', { param: '/after' })
}

interface Names {
  readonly known: readonly string[]
  readonly what: string
  readonly plural: string
  readonly param: string
}

function namesOf(list: string, { known, what, plural, param }: Names): readonly string[] {
  const names = [...new Set(list.split(',').map((name) => name.trim()))]
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length === 0) return names
  const named = unknown.map((name) => `"${name}"`).join(', ')
  throw new Problem('invalid_request', `There is no ${what} ${named}. The ${plural} are ${known.join(', ')}.`, {
    param,
  })
}
