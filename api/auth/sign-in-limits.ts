import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '../errors/problem.ts'
import type { Quota } from '../limits/quota.ts'

/**
 * For each client address, whatever the outcome: each sign-in may cost a computation of some 25 ms, of which the
 * process runs two at a time, so one address must not take them all from other callers. The limit fits an office that
 * starts work at the same time.
 */
export const SIGN_IN_QUOTAS: readonly Quota[] = [{ name: 'sign_ins', of: 'sign-ins', limit: 60, windowSeconds: 60 }]
/**
 * Each sign-up also leaves a workspace with its wallets: a class of people signs up within an hour, and a script gets
 * no more than they.
 */
export const SIGN_UP_QUOTAS: readonly Quota[] = [
  { name: 'sign_ups_minute', of: 'sign-ups', limit: 20, windowSeconds: 60 },
  { name: 'sign_ups_hour', of: 'sign-ups', limit: 60, windowSeconds: 3_600 },
]

/** Each leaves a workspace that perhaps no person ever wants, and costs its caller not even an address. */
export const AGENT_SIGN_UP_QUOTAS: readonly Quota[] = [
  { name: 'agent_sign_ups_minute', of: 'sign-ups of agents', limit: 5, windowSeconds: 60 },
  { name: 'agent_sign_ups_hour', of: 'sign-ups of agents', limit: 20, windowSeconds: 3_600 },
]

/** Decisions, "sign-in": five failures a minute for each client address and for each account. */
const FAILURES_PER_MINUTE = 5
const WINDOW_SECONDS = 60
/** After a failure of the limit's storage. */
const RETRY_AFTER_SECONDS = 1

/** A sign-in attempt that was counted before its check. */
export interface CountedGuess {
  /** It was no failure, or the outcome is unknown. */
  giveBack(): Promise<void>
}

/** An attempt to sign in. */
export interface Guess {
  readonly clientAddress: string
  readonly email: string
  /**
   * A device that has signed in to this account before, with a limit apart from the account's; null: an unknown device.
   */
  readonly deviceId: string | null
}

export interface SignInLimits {
  /**
   * Counts a sign-in as failed until its outcome is known, so that parallel guesses stay within the limit. Throws
   * `rate_limited` before any computation, also for addresses without an account, and `unavailable` when it cannot
   * count: here letting guesses pass would be worse than refusing them.
   */
  countSignIn(guess: Guess): Promise<CountedGuess>
  /**
   * The same for sign-ups that create no account, for each client address: the refusals reveal which addresses exist,
   * whether the address is taken or not.
   */
  countSignUp(clientAddress: string): Promise<CountedGuess>
}

/** Shared by all replicas through the table `rate_limit`. */
export function createSignInLimits(pool: Pool): SignInLimits {
  const failures = (keyPrefix: string): RateLimiterPostgres =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix,
      points: FAILURES_PER_MINUTE,
      duration: WINDOW_SECONDS,
    })
  const signIns = failures('sign_in_failures')
  const signUps = failures('sign_up_failures')
  return {
    async countSignIn({ clientAddress, email, deviceId }) {
      const ofAddress = await count(signIns, `address:${clientAddress}`)
      try {
        const ofOne = await count(
          signIns,
          deviceId === null ? `account:${createHash('sha256').update(email).digest('hex')}` : `device:${deviceId}`,
        )
        return {
          giveBack: async () => {
            await Promise.all([ofAddress.giveBack(), ofOne.giveBack()])
          },
        }
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
    throw new Problem('unavailable', 'Sign-in is not possible now.', {
      retry_after: RETRY_AFTER_SECONDS,
      cause: thrown,
    })
  })
  const giveBack = async (): Promise<void> => {
    // A window that has ended took the guess with it: released in the next window, it would allow one more guess
    // there. A guess that cannot be released stays counted for the rest of its minute.
    if (Date.now() < countedAt + state.msBeforeNext) await limiter.reward(key, 1).catch(() => undefined)
  }
  if (state.consumedPoints > FAILURES_PER_MINUTE) {
    // A sign-in that was not checked is no failure.
    await giveBack()
    throw new Problem('rate_limited', 'Too many failed attempts. Try again in a minute.', {
      retry_after: Math.max(1, Math.ceil(state.msBeforeNext / 1000)),
    })
  }
  return { giveBack }
}
