import { describe, expect, it } from '@jest/globals'
import type { Evidence } from './evidence.ts'
import { falsifyAll, INVARIANTS, judge, violationsIn } from './judge.ts'
import { SAMPLE } from './sample-evidence.ts'

const brokenBy = (evidence: Evidence): string[] =>
  judge(evidence).flatMap(({ promise, violations }) => (violations.length === 0 ? [] : [promise]))
const withStored = (stored: Partial<Evidence['stored']>): Evidence => ({
  ...SAMPLE,
  stored: { ...SAMPLE.stored, ...stored },
})

describe('the judge of a campaign', () => {
  it('finds no violation in good evidence, and checks something for each promise', () => {
    expect(judge(SAMPLE).filter(({ checked, violations }) => checked === 0 || violations.length > 0)).toEqual([])
    expect(violationsIn(judge(SAMPLE))).toBe(0)
  })

  it('describes each promise in different words', () => {
    expect(new Set(INVARIANTS.map(({ promise }) => promise)).size).toBe(INVARIANTS.length)
  })

  it('detects every falsification of good evidence', () => {
    expect(falsifyAll(SAMPLE).filter(({ seen }) => seen !== 'seen')).toEqual([])
  })

  it('has nothing to falsify, and finds nothing, in empty evidence', () => {
    const nothing: Evidence = {
      requests: [],
      messages: [],
      readers: [],
      topups: [],
      calls: [],
      actors: [],
      received: [],
      drifts: [],
      stuck: [],
      openWorkflows: [],
      ended: [],
      stored: {
        now: 0,
        runs: [],
        attempts: [],
        transfers: [],
        wallets: [],
        events: [],
        webhooks: [],
        deliveries: [],
        rows: [],
      },
    }
    expect(violationsIn(judge(nothing))).toBe(0)
    expect(falsifyAll(nothing).filter(({ seen }) => seen === 'unseen')).toEqual([])
  })

  it.each<[string, Evidence, RegExp]>([
    [
      'a send without keys that went out twice',
      {
        ...SAMPLE,
        calls: [
          ...SAMPLE.calls,
          ...[1, 2].map((at) => ({
            at,
            provider: 'unipile',
            what: 'send' as const,
            marker: 'm000009i',
            key: null,
            accepted: true,
          })),
        ],
      },
      /no send reached a provider twice/,
    ],
    [
      'a send that went out and is reported as failed',
      withStored({
        attempts: SAMPLE.stored.attempts.map((one) => ({
          ...one,
          outcome: one.outcome === 'unknown' ? 'provider_error' : one.outcome,
        })),
      }),
      /may have gone out/,
    ],
    [
      'an unknown send that costs something',
      withStored({
        runs: SAMPLE.stored.runs.map((run) => (run.status === 'failed' ? { ...run, charged: '1430' } : run)),
      }),
      /outcome is unknown/,
    ],
    [
      'a cancelled run that called a provider',
      {
        ...SAMPLE,
        calls: [
          ...SAMPLE.calls,
          { at: 1, provider: 'hunter', what: 'lookup', marker: 'm000006a', key: null, accepted: true },
        ],
      },
      /cancelled run/,
    ],
    [
      'a final bill that is still awaited',
      withStored({ runs: SAMPLE.stored.runs.map((run) => ({ ...run, billOpen: true })) }),
      /final bill/,
    ],
    [
      'a message that is two events',
      withStored({
        events: [
          ...SAMPLE.stored.events,
          { workspaceId: 'ws_1', environment: 'live', id: 'evt_3', sequence: 3, messageId: 'message-1' },
        ],
      }),
      /is one event/,
    ],
    [
      'events that a reader saw in another order',
      { ...SAMPLE, readers: SAMPLE.readers.map((reader) => ({ ...reader, eventIds: reader.eventIds.toReversed() })) },
      /went on by cursor/,
    ],
    [
      'a delivery that was received only with a forged signature',
      { ...SAMPLE, received: SAMPLE.received.map((one) => ({ ...one, genuine: false })) },
      /was received, genuine/,
    ],
    [
      'a pending delivery whose attempt is long overdue',
      withStored({
        deliveries: SAMPLE.stored.deliveries.map((one) => ({
          ...one,
          nextAttemptAt: one.nextAttemptAt === null ? null : 1_000,
        })),
      }),
      /with an attempt to come/,
    ],
    [
      'a workflow of a delivery that has ended',
      withStored({ deliveries: SAMPLE.stored.deliveries.map((one) => ({ ...one, status: 'delivered' })) }),
      /no workflow is open/,
    ],
    [
      'a 503 without a time to try again',
      { ...SAMPLE, requests: SAMPLE.requests.map((request) => ({ ...request, retryAfter: false })) },
      /no answer is a 500/,
    ],
  ])('detects %s', (_, evidence, promise) => {
    expect(brokenBy(evidence)).toContainEqual(expect.stringMatching(promise))
  })
})
