import { describe, expect, it } from '@jest/globals'
import {
  judgeEarned,
  nextReferralStep,
  REFERRAL_CREDIT,
  REFERRAL_SPEND,
  REFERRALS_IN_ALL_MAX,
  REFERRALS_PER_MONTH_MAX,
  type ReferralState,
  shownReferralStatus,
} from '../../../domain/referrals/credit.ts'

const facts = (more: Partial<ReferralState> = {}): ReferralState => ({
  status: 'waiting',
  kept: 20_000_000n,
  card: 'card',
  spent: REFERRAL_SPEND,
  ...more,
})
const gone = REFERRAL_CREDIT - 1n

describe('the next step of a referral', () => {
  it.each<[string, ReferralState, ReturnType<typeof nextReferralStep>]>([
    ['no top-up is paid', facts({ kept: null }), 'rest'],
    ['the top-up is refunded', facts({ kept: gone }), 'rest'],
    ['less is spent than required', facts({ spent: REFERRAL_SPEND - 1n }), 'later'],
    ['more is left than was paid, from credits', facts({ spent: -1n }), 'later'],
    ['the card is not reported yet', facts({ card: null }), 'later'],
    ['enough is spent', facts(), 'earned'],
    ['it is credited and the top-up is kept', facts({ status: 'credited', kept: REFERRAL_CREDIT }), 'rest'],
    ['it is credited and the top-up is refunded', facts({ status: 'credited', kept: gone }), 'take_back'],
    ['it is refunded and stays refunded', facts({ status: 'taken_back', kept: 0n }), 'rest'],
    ['it is taken back and the dispute is won', facts({ status: 'taken_back' }), 'restore'],
    ['it is capped', facts({ status: 'capped' }), 'rest'],
    ['it is refused', facts({ status: 'refused', kept: 0n }), 'rest'],
  ])('%s', (_what, given, step) => {
    expect(nextReferralStep(given)).toBe(step)
  })
})

describe('an earned credit', () => {
  it.each([
    [{ cardSeen: false, thisMonth: REFERRALS_PER_MONTH_MAX - 1, inAll: REFERRALS_IN_ALL_MAX - 1 }, 'credited'],
    [{ cardSeen: false, thisMonth: REFERRALS_PER_MONTH_MAX, inAll: REFERRALS_PER_MONTH_MAX }, 'capped'],
    [{ cardSeen: false, thisMonth: 0, inAll: REFERRALS_IN_ALL_MAX }, 'capped'],
    [{ cardSeen: true, thisMonth: 0, inAll: 0 }, 'refused'],
  ])('%j is %s', (limits, judged) => {
    expect(judgeEarned(limits)).toBe(judged)
  })
})

it('shows a wait as pending once there is a top-up', () => {
  expect([null, gone, REFERRAL_CREDIT].map((kept) => shownReferralStatus(facts({ kept })))).toEqual([
    'signed_up',
    'signed_up',
    'pending',
  ])
  expect(shownReferralStatus(facts({ status: 'taken_back' }))).toBe('taken_back')
})
