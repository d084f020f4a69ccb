import type { Evidence, StoredEvent } from '../evidence.ts'
import {
  changeFirst,
  groupedBy,
  type Invariant,
  judgeEach,
  repeatFirst,
  withStored,
  withoutFirst,
} from './invariant.ts'

/** An attempt that is due may be under way for half a minute, and its result may wait for a sweep. */
const UNDER_WAY_MS_MAX = 60_000

const streamOf = ({
  workspaceId,
  environment,
}: {
  readonly workspaceId: string
  readonly environment: string
}): string => `${workspaceId} ${environment}`

const inOrder = (events: readonly StoredEvent[]): StoredEvent[] =>
  events.toSorted((one, other) => one.sequence - other.sequence)

const hasArrived = ({ genuine, status }: { readonly genuine: boolean; readonly status: number }): boolean =>
  genuine && status >= 200 && status < 300

export const EVENTS: readonly Invariant[] = [
  {
    promise: 'each accepted message of a provider is one event',
    judge({ messages, stored }) {
      const events = groupedBy(stored.events, ({ messageId }) => messageId)
      return judgeEach(
        messages.filter(({ statuses }) => statuses.includes(200)),
        ({ id }) => {
          const count = events.get(id)?.length ?? 0
          return count === 1 ? null : `${id} is ${count} events`
        },
        `${messages.filter(({ statuses }) => statuses.length > 1).length} were sent more than once`,
      )
    },
    falsify(evidence) {
      const events = withoutFirst(evidence.stored.events, ({ messageId }) => messageId !== null)
      return events && withStored(evidence, { events })
    },
  },
  {
    promise: 'sequences have no gap',
    judge({ stored }) {
      const violations = [...groupedBy(stored.events, streamOf)].flatMap(([stream, events]) =>
        inOrder(events)
          .flatMap(({ sequence }, index) =>
            sequence === index + 1 ? [] : [`${stream}: ${sequence} is at ${index + 1}`],
          )
          .slice(0, 1),
      )
      return { checked: stored.events.length, violations }
    },
    falsify(evidence) {
      const events = changeFirst(
        evidence.stored.events,
        () => true,
        (event) => ({ ...event, sequence: 1_000_000 }),
      )
      return events && withStored(evidence, { events })
    },
  },
  {
    promise: 'a reader that went on by cursor saw each event once, in order',
    judge({ readers, stored }) {
      const streams = groupedBy(stored.events, streamOf)
      const violations = readers.flatMap((reader) => {
        const written = inOrder(streams.get(streamOf(reader)) ?? []).map(({ id }) => id)
        const at = written.findIndex((id, index) => reader.eventIds[index] !== id)
        if (at < 0 && reader.eventIds.length === written.length) return []
        return [
          `${reader.name} saw ${reader.eventIds.length} of ${written.length} events, and another one than ${written[at] ?? 'none'} at ${at}`,
        ]
      })
      return { checked: readers.reduce((sum, { eventIds }) => sum + eventIds.length, 0), violations }
    },
    falsify(evidence) {
      const readers = changeFirst(
        evidence.readers,
        ({ eventIds }) => eventIds.length > 0,
        (reader) => ({ ...reader, eventIds: reader.eventIds.slice(1) }),
      )
      return readers && { ...evidence, readers }
    },
  },
  {
    promise: 'each event has one delivery for each endpoint',
    judge({ stored }) {
      const deliveries = groupedBy(stored.deliveries, ({ eventId, webhookId }) => `${eventId} ${webhookId}`)
      const due = stored.events
        .filter(({ messageId }) => messageId !== null)
        .flatMap((event) =>
          stored.webhooks
            .filter((webhook) => streamOf(webhook) === streamOf(event))
            .map(({ id }) => `${event.id} ${id}`),
        )
      return judgeEach(due, (pair) =>
        deliveries.get(pair)?.length === 1 ? null : `${pair}: ${deliveries.get(pair)?.length ?? 0} deliveries`,
      )
    },
    falsify(evidence) {
      const ofMessages = new Set(
        evidence.stored.events.flatMap(({ id, messageId }) => (messageId === null ? [] : [id])),
      )
      const deliveries = withoutFirst(evidence.stored.deliveries, ({ eventId }) => ofMessages.has(eventId))
      return deliveries && withStored(evidence, { deliveries })
    },
  },
  {
    promise: 'what is delivered was received, genuine, and answered with success',
    judge({ stored, received }) {
      const arrived = new Set(received.filter(hasArrived).map(({ deliveryId }) => deliveryId))
      return judgeEach(
        stored.deliveries.filter(({ status }) => status === 'delivered'),
        ({ id }) => (arrived.has(id) ? null : `${id} was not received`),
      )
    },
    falsify(evidence) {
      const delivered = evidence.stored.deliveries.find(({ status }) => status === 'delivered')
      return delivered === undefined
        ? null
        : { ...evidence, received: evidence.received.filter(({ deliveryId }) => deliveryId !== delivered.id) }
    },
  },
  {
    promise: 'what is not delivered is pending, with an attempt to come',
    judge({ stored }) {
      return judgeEach(
        stored.deliveries.filter(({ status }) => status !== 'delivered'),
        ({ id, status, nextAttemptAt }) => {
          if (nextAttemptAt === null) return `${id} is ${status}`
          const dueMs = stored.now - nextAttemptAt
          return status === 'pending' && dueMs < UNDER_WAY_MS_MAX
            ? null
            : `${id} is ${status}, its attempt due for ${Math.round(dueMs / 1000)} s`
        },
      )
    },
    falsify(evidence) {
      const deliveries = changeFirst(
        evidence.stored.deliveries,
        () => true,
        (delivery) => ({ ...delivery, status: 'pending', nextAttemptAt: null }),
      )
      return deliveries && withStored(evidence, { deliveries })
    },
  },
  {
    promise: 'each delivery keeps its id',
    judge({ received }) {
      const pairs = [...groupedBy(received, ({ webhookId, eventId }) => `${webhookId} ${eventId}`)]
      const after = received.filter((one, index) =>
        received.slice(0, index).some((other) => other.deliveryId === one.deliveryId && hasArrived(other)),
      ).length
      return judgeEach(
        pairs,
        ([pair, requests]) =>
          new Set(requests.map(({ deliveryId }) => deliveryId)).size === 1 ? null : `${pair} came under several ids`,
        `${after} requests came again after a success`,
      )
    },
    falsify(evidence) {
      const received = repeatFirst(
        evidence.received,
        () => true,
        (one) => ({ ...one, deliveryId: `${one.deliveryId}again` }),
      )
      return received && { ...evidence, received }
    },
  },
  {
    promise: 'every webhook is signed with the secret of its endpoint',
    judge: ({ received }) =>
      judgeEach(received, ({ genuine, deliveryId }) => (genuine ? null : `${deliveryId} is not genuine`)),
    falsify(evidence) {
      const received = changeFirst(
        evidence.received,
        () => true,
        (one) => ({ ...one, genuine: false }),
      )
      return received && { ...evidence, received }
    },
  },
]

/**
 * Workflows that outlive a campaign: deliveries that wait for their next attempt, and the auto-disable of endpoints
 * that have failed.
 */
export const OUTLIVING: ReadonlySet<string> = new Set(['deliverWebhook', 'disableFailingEndpoint'])

const isExpected = (evidence: Evidence): ((workflow: Evidence['openWorkflows'][number]) => boolean) => {
  const pending = new Set(evidence.stored.deliveries.flatMap(({ id, status }) => (status === 'pending' ? [id] : [])))
  return ({ id, type }) => OUTLIVING.has(type) && (type !== 'deliverWebhook' || pending.has(id))
}

export const ENDS: readonly Invariant[] = [
  {
    promise: 'no api and no worker ended by itself',
    judge: ({ ended }) => ({ checked: 1, violations: ended }),
    falsify: (evidence) => ({ ...evidence, ended: ['worker 1 ended by itself (1)'] }),
  },
  {
    promise: '`npm run runs -- stuck` finds none',
    judge: ({ stuck }) => ({ checked: 1, violations: stuck }),
    falsify: (evidence) => ({ ...evidence, stuck: ['run_1  running  contact.find'] }),
  },
  {
    promise: 'no workflow is open but those of pending deliveries and failing endpoints',
    judge(evidence) {
      const expected = isExpected(evidence)
      return judgeEach(evidence.openWorkflows, (workflow) =>
        expected(workflow) ? null : `${workflow.type} ${workflow.id} is open`,
      )
    },
    falsify: (evidence) => ({
      ...evidence,
      openWorkflows: [...evidence.openWorkflows, { type: 'run', id: 'run_forgotten' }],
    }),
  },
]
