import type { Microdollars } from '../money/microdollars.ts'

/** The credit for each side of a referral (decisions, "referrals"). */
export const REFERRAL_CREDIT: Microdollars = 5_000_000n

/** The referred workspace must have spent this much from its payments: as much as each side gets. */
export const REFERRAL_SPEND: Microdollars = 5_000_000n

/** Credited referrals of one referrer in a calendar month (UTC): 50.00. */
export const REFERRALS_PER_MONTH_MAX = 10
/** Credited referrals of one referrer in all: 500.00. */
export const REFERRALS_IN_ALL_MAX = 100

/** `waiting`: nothing is decided. `capped`: the referrer had reached a limit. `refused`: the card was seen before. */
export const REFERRAL_STATUSES = ['waiting', 'credited', 'taken_back', 'capped', 'refused'] as const
export type ReferralStatus = (typeof REFERRAL_STATUSES)[number]

export interface ReferralState {
  readonly status: ReferralStatus
  /** The rest of the top-up that the credit depends on, after refunds and chargebacks; null: there is no top-up yet. */
  readonly kept: Microdollars | null
  /** The card that paid this top-up; null: not reported yet. */
  readonly card: string | null
  /**
   * What the referred workspace has spent from its payments: payments less the balance. Credits count as spent first.
   * A charge that may come back is not spent yet.
   */
  readonly spent: Microdollars
}

/**
 * `later`: the referred workspace can still earn the credit. `rest`: nothing changes until something happens to the
 * top-up.
 */
export type ReferralStep = 'later' | 'rest' | 'earned' | 'take_back' | 'restore'

/** True while the top-up is worth the credit. */
const isKept = (kept: Microdollars | null): boolean => kept !== null && kept >= REFERRAL_CREDIT

/**
 * What to do about a referral. It depends on the referral's state alone, so events may arrive in any order and more
 * than once.
 */
export function nextReferralStep({ status, kept, card, spent }: ReferralState): ReferralStep {
  switch (status) {
    case 'waiting':
      if (!isKept(kept)) return 'rest'
      return card !== null && spent >= REFERRAL_SPEND ? 'earned' : 'later'
    case 'credited':
      return isKept(kept) ? 'rest' : 'take_back'
    case 'taken_back':
      return isKept(kept) ? 'restore' : 'rest'
    case 'capped':
    case 'refused':
      return 'rest'
  }
}

export interface CreditLimits {
  /** The referrer has paid with this card, or the card has earned a credit before. */
  readonly cardSeen: boolean
  /** Credits of the referrer so far, including those that were taken back. */
  readonly thisMonth: number
  readonly inAll: number
}

/** Whether an earned credit is given. */
export function judgeEarned({ cardSeen, thisMonth, inAll }: CreditLimits): 'credited' | 'capped' | 'refused' {
  if (cardSeen) return 'refused'
  return thisMonth >= REFERRALS_PER_MONTH_MAX || inAll >= REFERRALS_IN_ALL_MAX ? 'capped' : 'credited'
}

/** The status that the API shows. */
export const SHOWN_REFERRAL_STATUSES = ['signed_up', 'pending', 'credited', 'capped', 'refused', 'taken_back'] as const
export type ShownReferralStatus = (typeof SHOWN_REFERRAL_STATUSES)[number]

export function shownReferralStatus({ status, kept }: Pick<ReferralState, 'status' | 'kept'>): ShownReferralStatus {
  if (status !== 'waiting') return status
  return isKept(kept) ? 'pending' : 'signed_up'
}
