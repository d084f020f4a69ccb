import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from './problem.ts'
import type { Quota } from './quota.ts'

/**
 * By each client address, whatever comes of it: each may cost a computation of some 25 ms, of which the process has two at a time, so
 * one address must not take them all from everybody. It is an office that comes to work at the same time.
 */
export const SIGN_IN_QUOTAS: readonly Quota[] = [{ name: 'sign_ins', of: 'sign-ins', limit: 60, windowSeconds: 60 }]
/** Each also leaves a workspace with its wallets: a class of people makes theirs within an hour, a script no more than they. */
export const SIGN_UP_QUOTAS: readonly Quota[] = [
  { name: 'sign_ups_minute', of: 'sign-ups', limit: 20, windowSeconds: 60 },
  { name: 'sign_ups_hour', of: 'sign-ups', limit: 60, windowSeconds: 3_600 },
]

/** Decisions, "sign-in": five failures a minute for each client address and for each account. */
const FAILURES_PER_MINUTE = 5
const WINDOW_SECONDS = 60
/** Of the limit's storage. */
const RETRY_AFTER_SECONDS = 1

/** A guess that was counted before it was looked at. */
export interface CountedGuess {
  /** It was no failure, or nobody could tell. */
  giveBack(): Promise<void>
}

/** Who tries to sign in. */
export interface Guess {
  readonly clientAddress: string
  readonly email: string
  /** A device that has signed in to this account before, which has a limit apart from the account's; null: a stranger's. */
  readonly deviceId: string | null
}

export interface SignInLimits {
  /**
   * Counts a sign-in as failed until it is known better, so that parallel guesses stay within the limit. Throws `rate_limited`
   * before anything is computed, also for addresses that nobody has, and `unavailable` when it cannot count: here an open door
   * would be worse than a closed one.
   */
  countSignIn(guess: Guess): Promise<CountedGuess>
  /** The same for sign-ups that make nobody, for each client address: whether the address is taken or not, they tell which exist. */
  countSignUp(clientAddress: string): Promise<CountedGuess>
}

/** Shared by all replicas through the table `rate_limit`. */
export function createSignInLimits(pool: Pool): SignInLimits {
  const failures = (keyPrefix: string): RateLimiterPostgres => new RateLimiterPostgres({
    storeClient: pool, storeType: 'pool', tableName: 'rate_limit', tableCreated: true,
    keyPrefix, points: FAILURES_PER_MINUTE, duration: WINDOW_SECONDS,
  })
  const signIns = failures('sign_in_failures')
  const signUps = failures('sign_up_failures')
  return {
    async countSignIn({ clientAddress, email, deviceId }) {
      const ofAddress = await count(signIns, `address:${clientAddress}`)
      try {
        const ofOne = await count(signIns, deviceId === null ? `account:${createHash('sha256').update(email).digest('hex')}` : `device:${deviceId}`)
        return { giveBack: async () => { await Promise.all([ofAddress.giveBack(), ofOne.giveBack()]) } }
      } catch (error) {
        await ofAddress.giveBack()
        throw error
      }
    },
    countSignUp: (clientAddress) => count(signUps, `address:${clientAddress}`),
  }
}

async function count(limiter: RateLimiterPostgres, key: string): Promise<CountedGuess> {
  const countedAt = Date.now()
  const state = await limiter.consume(key).catch((thrown: unknown) => {
    if (thrown instanceof RateLimiterRes) return thrown
    throw new Problem('unavailable', 'Sign-in is not possible now.', { retry_after: RETRY_AFTER_SECONDS, cause: thrown })
  })
  const giveBack = async (): Promise<void> => {
    // A window that has ended took the guess with it: given back to the next one, it would be one more guess there. What cannot
    // be given back stays counted for the rest of its minute.
    if (Date.now() < countedAt + state.msBeforeNext) await limiter.reward(key, 1).catch(() => undefined)
  }
  if (state.consumedPoints > FAILURES_PER_MINUTE) {
    // What was not even tried is no failure.
    await giveBack()
    throw new Problem('rate_limited', 'Too many failed attempts. Try again in a minute.', {
      retry_after: Math.max(1, Math.ceil(state.msBeforeNext / 1000)),
    })
  }
  return { giveBack }
}
