import { describe, expect, it } from '@jest/globals'
import type { ApprovalReason } from '../../../domain/approvals/approval.ts'
import { approvalReason, dependsOnNewPeople, type RunToApprove } from '../../../domain/approvals/judge.ts'
import { type ApprovalPolicy, NOTHING_TO_APPROVE } from '../../../domain/approvals/policy.ts'
import { parseUsd } from '../../../domain/money/microdollars.ts'

const LOOKUP: RunToApprove = {
  byPerson: false,
  isRequested: false,
  hold: parseUsd('1.00'),
  sends: false,
  isRawWrite: false,
}
const SEND: RunToApprove = { ...LOOKUP, sends: true }
const WRITE: RunToApprove = { ...LOOKUP, isRawWrite: true }
const EVERYTHING: ApprovalPolicy = { runs_above: '0', sends: 'always', raw_writes: true, jobs_above: '0' }
const policy = (more: Partial<ApprovalPolicy>): ApprovalPolicy => ({ ...NOTHING_TO_APPROVE, ...more })

const judged = (
  under: ApprovalPolicy,
  run: RunToApprove,
  more: { estimate?: string; reachesNewPeople?: boolean } = {},
) =>
  approvalReason(under, run, {
    given: more.estimate === undefined ? null : { estimate: parseUsd(more.estimate) },
    reachesNewPeople: more.reachesNewPeople ?? false,
  })

describe('why a run needs an approval', () => {
  it.each<[string, ApprovalPolicy, RunToApprove, ApprovalReason | null]>([
    ['no policy: nothing', NOTHING_TO_APPROVE, SEND, null],
    ['its request requires it, without a policy', NOTHING_TO_APPROVE, { ...LOOKUP, isRequested: true }, 'requested'],
    [
      'its request requires it, for a person too',
      NOTHING_TO_APPROVE,
      { ...LOOKUP, byPerson: true, isRequested: true },
      'requested',
    ],
    ['what a person starts is under no policy', EVERYTHING, { ...SEND, byPerson: true }, null],
    ['it costs more than the policy lets pass', policy({ runs_above: '0.99' }), LOOKUP, 'cost'],
    ['it costs as much as the policy lets pass', policy({ runs_above: '1.00' }), LOOKUP, null],
    ['a saved price of nothing is never above', policy({ runs_above: '0' }), { ...LOOKUP, hold: 0n }, null],
    ['a send', policy({ sends: 'always' }), SEND, 'send'],
    ['a lookup is no send', policy({ sends: 'always' }), LOOKUP, null],
    ['a raw call that may change something', policy({ raw_writes: true }), WRITE, 'raw_write'],
    ['a raw call that only reads', policy({ raw_writes: true }), LOOKUP, null],
  ])('%s', (_, under, run, reason) => {
    expect(judged(under, run)).toBe(reason)
  })

  it('a send to people that no run has contacted before', () => {
    const people = policy({ sends: 'new_people' })
    expect(judged(people, SEND, { reachesNewPeople: true })).toBe('new_people')
    expect(judged(people, SEND, { reachesNewPeople: false })).toBeNull()
    expect(judged(policy({ sends: 'never' }), SEND, { reachesNewPeople: true })).toBeNull()
  })

  it('people are read only for a send of a key or an app under that policy', () => {
    const people = policy({ sends: 'new_people' })
    expect(dependsOnNewPeople(people, SEND)).toBe(true)
    expect(dependsOnNewPeople(people, LOOKUP)).toBe(false)
    expect(dependsOnNewPeople(people, { ...SEND, byPerson: true })).toBe(false)
    expect(dependsOnNewPeople(policy({ sends: 'always' }), SEND)).toBe(false)
  })

  it.each([
    ['1.00', '1.00', null],
    ['1.00', '1.10', null],
    ['1.00', '1.100001', 'price_rose'],
    ['1.00', '0.50', null],
    ['0.00', '0.00', null],
    ['0.00', '0.000001', 'price_rose'],
  ])('an approval of %s, now %s: %p', (estimate, now, reason) => {
    expect(judged(EVERYTHING, { ...SEND, isRequested: true, hold: parseUsd(now) }, { estimate })).toBe(reason)
  })
})
