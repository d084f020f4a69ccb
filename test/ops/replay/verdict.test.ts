import { describe, expect, it } from '@jest/globals'
import {
  answerOf,
  differenceOf,
  type Differing,
  type AfterPromotion,
  afterPromotionOf,
} from '../../../ops/replay/verdict.ts'

const PINNED = 1
const AUTO_UPGRADE = 2
const many = (count: number, afterPromotion: AfterPromotion): Differing[] =>
  Array.from({ length: count }, (_, index) => ({
    workflowId: `${afterPromotion}_${index}`,
    difference: 'another timer',
    afterPromotion,
  }))

describe('a workflow that differs', () => {
  it.each<[string, Parameters<typeof afterPromotionOf>[0], AfterPromotion]>([
    [
      'its version, which its first step has set since it was listed',
      { open: true, versioning: { behavior: PINNED } },
      'stays',
    ],
    [
      'the version where an operator moved it',
      { open: true, versioning: { behavior: AUTO_UPGRADE, versioningOverride: { pinned: { behavior: PINNED } } } },
      'stays',
    ],
    [
      'what is promoted, by an operator',
      { open: true, versioning: { behavior: PINNED, versioningOverride: { autoUpgrade: true } } },
      'moves',
    ],
    ['what is promoted, by its own code', { open: true, versioning: { behavior: AUTO_UPGRADE } }, 'moves'],
    ['what is promoted, without a version', { open: true, versioning: null }, 'moves'],
    ['no code, because it has ended meanwhile', { open: false, versioning: null }, 'ended'],
    ['no code, because it is gone', null, 'ended'],
  ])('continues with %s', (_, described, afterPromotion) => {
    expect(afterPromotionOf(described)).toBe(afterPromotion)
  })

  it('is none before its first step: there is nothing that it could do differently', () => {
    expect(differenceOf({ steps: 0, difference: 'another timer' })).toBeNull()
    expect(differenceOf({ steps: 1, difference: 'another timer' })).toBe('another timer')
  })
})

describe('the answer', () => {
  it('names every workflow that blocks the promotion, before those that stay, of which it names a few', () => {
    const { lines, passed } = answerOf([
      { type: 'run', replayed: 60, differing: [...many(5, 'stays'), ...many(4, 'moves'), ...many(2, 'ended')] },
    ])
    expect(passed).toBe(false)
    expect(lines).toEqual([
      'run: 60 open replayed, 9 differ',
      ...[0, 1, 2, 3].map((index) => `  moves_${index} DIFFERS: another timer`),
      ...[0, 1, 2].map((index) => `  stays_${index} differs, and stays on its version: another timer`),
      '  and 2 more differ, and stay on their versions',
      'Do not promote this code: 4 open workflows that it would take over differ (DIFFERS, above). Put the change behind patched().',
    ])
  })

  it('allows the promotion where only workflows differ that stay or have ended', () => {
    expect(
      answerOf([
        { type: 'run', replayed: 3, differing: [...many(1, 'stays'), ...many(1, 'ended')] },
        { type: 'topUpWallet', replayed: 0, differing: [] },
      ]),
    ).toEqual({
      passed: true,
      lines: [
        'run: 3 open replayed, 1 differs',
        '  stays_0 differs, and stays on its version: another timer',
        'topUpWallet: 0 open replayed, none differs',
        'The code at hand may be promoted.',
      ],
    })
  })

  it('blocks it for one of any type', () => {
    const { lines, passed } = answerOf([
      { type: 'run', replayed: 3, differing: [] },
      { type: 'topUpWallet', replayed: 1, differing: many(1, 'moves') },
    ])
    expect([passed, lines.at(-1)]).toEqual([
      false,
      expect.stringContaining('one open workflow that it would take over differs (DIFFERS, above)'),
    ])
  })
})
