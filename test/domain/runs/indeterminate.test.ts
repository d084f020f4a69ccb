import { describe, expect, it } from '@jest/globals'
import { isIndeterminate, type RestoredRun } from '../../../domain/runs/indeterminate.ts'

const run = (more: Partial<RestoredRun>): RestoredRun => ({
  status: 'reserved',
  sends: true,
  raw: null,
  last: null,
  next: 'resend',
  ...more,
})

describe('a run of a restored database', () => {
  it.each<[string, Partial<RestoredRun>, boolean]>([
    ['a send that was planned may have gone out', {}, true],
    ['a send that was only accepted may have gone out', { status: 'created', next: null }, true],
    ['a send that waited for a slot may have gone out', { status: 'queued' }, true],
    ['a send that is under way is followed up as after a crash', { status: 'running', last: { outcome: null } }, false],
    [
      'a send that failed may have gone out by the next provider',
      { status: 'running', last: { outcome: 'provider_error' } },
      true,
    ],
    [
      'a send that failed at its last provider is settled',
      { status: 'running', last: { outcome: 'provider_error' }, next: null },
      false,
    ],
    ['a send that was delivered is settled', { status: 'running', last: { outcome: 'succeeded' } }, false],
    ['a send with an unknown outcome is settled', { status: 'running', last: { outcome: 'unknown' } }, false],
    [
      'a raw call that may change something may have been made',
      { sends: false, raw: { method: 'POST', endpoint: '/contacts' } },
      true,
    ],
    [
      'a raw call that reads is made again',
      { sends: false, raw: { method: 'GET', endpoint: '/v2/actors/{actorId}/runs' } },
      false,
    ],
    [
      'a raw call by GET that starts something may have been made',
      { sends: false, raw: { method: 'GET', endpoint: '/v2/actors/{actorId}/run-sync' } },
      true,
    ],
    ['a lookup is made again', { sends: false }, false],
  ])('%s', (_, more, indeterminate) => {
    expect(isIndeterminate(run(more))).toBe(indeterminate)
  })
})
