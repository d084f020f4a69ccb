import type { Mutant } from '../mutant.ts'

const DISABLE = ['test/db/webhooks/disable.test.ts']
const RECORD = ['test/db/webhooks/record-attempt.test.ts']
const PURGE = ['test/db/events/purge.test.ts']
const STREAM = ['test/db/events/stream.test.ts']

/** The event stream, webhook deliveries and their retries, auto-disable, retention, watches. */
export const DELIVERY: readonly Mutant[] = [
  {
    name: 'the fourth retry of a delivery comes after two minutes, not two hours', file: 'domain/webhooks/schedule.ts',
    find: '30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS', replace: '30 * MINUTE_MS, 2 * MINUTE_MS, 6 * HOUR_MS',
    killedBy: ['test/domain/webhooks/sentences.test.ts'],
  },
  {
    name: 'a delivery is tried once too often', file: 'domain/webhooks/schedule.ts',
    find: 'made >= attemptsMax ? null', replace: 'made > attemptsMax ? null',
    killedBy: ['test/domain/webhooks/sentences.test.ts'],
  },
  {
    name: 'a redirect counts as delivered', file: 'activities/webhooks/deliver-event.ts',
    find: 'statusCode >= 200 && statusCode < 300', replace: 'statusCode >= 200 && statusCode < 400',
    killedBy: ['test/activities/webhooks/deliver-event.test.ts'],
  },
  {
    name: 'an endpoint that is switched off is still sent to', file: 'activities/webhooks/deliver-event.ts',
    find: "if (!enabled) return 'The endpoint is switched off.'",
    replace: "if (!enabled && generation < 0) return 'The endpoint is switched off.'",
    killedBy: ['test/activities/webhooks/deliver-event.test.ts'],
  },
  {
    name: 'two executors count one attempt of a delivery twice', file: 'db/webhooks/record-attempt.ts',
    find: 'where d.id = $1 and d.attempts_made = $4 and',
    replace: 'where d.id = $1 and (d.attempts_made = $4 or true) and',
    killedBy: RECORD,
  },
  {
    name: 'a success does not stop the clock of a failing endpoint', file: 'db/webhooks/record-attempt.ts',
    find: 'set failing_since = case when $6::boolean or e.due then null',
    replace: 'set failing_since = case when e.due then null',
    killedBy: RECORD,
  },
  {
    name: 'a failed test delivery starts the clock of its endpoint', file: 'db/webhooks/record-attempt.ts',
    find: 'and not (select d.test_event is not null from webhook_delivery d where d.id = $1)',
    replace: 'and not (select d.test_event is null and false from webhook_delivery d where d.id = $1)',
    killedBy: RECORD,
  },
  {
    name: 'a failing endpoint is switched off after a month, not after three days', file: 'domain/webhooks/schedule.ts',
    find: 'export const FAILING_MS_MAX = 3 * DAY_MS', replace: 'export const FAILING_MS_MAX = 30 * DAY_MS',
    killedBy: DISABLE,
  },
  {
    name: 'an endpoint that nothing was sent to is switched off', file: 'db/webhooks/disable.ts',
    find: 'and f.last_failed_at >= $2::timestamptz',
    replace: "and f.last_failed_at >= $2::timestamptz - interval '9 years'",
    killedBy: DISABLE,
  },
  {
    name: 'events are delivered to endpoints that are switched off', file: 'db/events/write.ts',
    find: 'and w.enabled and (select count(*) from written) > 0', replace: 'and (select count(*) from written) > 0',
    killedBy: ['test/api/http/webhooks/webhooks.test.ts'],
  },
  {
    name: 'an endpoint gets events of types that it did not choose', file: 'db/events/write.ts',
    find: "(w.events = '{}' or e.type = any (w.events))", replace: "(w.events = '{}' or e.type is not null)",
    killedBy: ['test/api/http/webhooks/webhooks.test.ts'],
  },
  {
    name: 'a page of events is in no order', file: 'db/events/read.ts',
    find: '    order by f.sequence`', replace: '    order by f.id desc`',
    killedBy: STREAM,
  },
  {
    name: 'the first event behind a cursor is lost', file: 'db/events/read.ts',
    find: 'e.sequence > (select sequence from place)`', replace: 'e.sequence > (select sequence from place) + 1`',
    killedBy: STREAM,
  },
  {
    name: 'events of one transaction share a number with the next', file: 'db/events/write.ts',
    find: 'set last_sequence = c.last_sequence + cardinality($3::text[]),',
    replace: 'set last_sequence = c.last_sequence + least(1, cardinality($3::text[])),',
    killedBy: STREAM,
  },
  {
    name: 'a delivery under way is purged', file: 'db/events/purge.ts',
    find: "where id < $1 and status <> 'pending'", replace: "where id < $1 and status <> 'none'",
    killedBy: PURGE,
  },
  {
    name: 'a message that was not processed yet is purged', file: 'db/events/purge.ts',
    find: 'where id < $1 and processed_at is not null', replace: 'where id < $1',
    killedBy: PURGE,
  },
  {
    name: 'an event is purged from behind one that is kept', file: 'db/events/purge.ts',
    find: 'or e.sequence < (select sequence from kept))', replace: 'or e.created_at < $3)',
    killedBy: PURGE,
  },
  {
    name: 'the former secret of a webhook signs long after its rotation', file: 'db/webhooks/endpoints.ts',
    find: "set expires_at = clock_timestamp() + $2::integer * interval '1 millisecond'",
    replace: "set expires_at = clock_timestamp() + $2::integer * interval '1 day'",
    killedBy: ['test/api/http/webhooks/rotate-and-retry.test.ts'],
  },
  {
    name: 'a watch reports what it has reported before', file: 'domain/watches/compare.ts',
    find: 'else if (before.contentHash === after.contentHash) unchanged.push(after)',
    replace: 'else if (before.contentHash === after.keyHash) unchanged.push(after)',
    killedBy: ['test/db/watches/record.test.ts'],
  },
  {
    name: 'a watch takes two records of one dedupe key for two', file: 'domain/watches/records.ts',
    find: 'return [...once.values()]', replace: 'return found',
    killedBy: ['test/domain/watches/records.test.ts'],
  },
  {
    name: 'a watch reports a post again when somebody likes it', file: 'domain/watches/records.ts',
    find: 'canonicalJson(without(record, rule.volatile))', replace: 'canonicalJson(without(record, []))',
    killedBy: ['test/domain/watches/records.test.ts'],
  },
  {
    name: 'a dedupe key is compared as it is written', file: 'domain/watches/records.ts',
    find: 'return readSubject(written, kind)?.value ?? written', replace: 'return written',
    killedBy: ['test/domain/watches/records.test.ts'],
  },
  {
    name: 'a paused watch is refreshed on schedule', file: 'db/watches/begin.ts',
    find: "if (watch.status !== 'active') return { kind: 'paused' }",
    replace: "if (watch.status === null) return { kind: 'paused' }",
    killedBy: ['test/db/watches/record.test.ts'],
  },
  {
    name: 'two refreshes of a watch overlap', file: 'db/watches/begin.ts',
    find: "if (found !== undefined) return { kind: 'overlapping' }",
    replace: "if (found === null) return { kind: 'overlapping' }",
    killedBy: ['test/db/watches/record.test.ts'],
  },
  {
    name: 'a watch is first due before its interval has passed', file: 'domain/watches/times.ts',
    find: '(createdAtMs + everyMs + delayMs) / SECOND_MS', replace: '(createdAtMs + everyMs - delayMs) / SECOND_MS',
    killedBy: ['test/domain/watches/times.test.ts'],
  },
]
