import { type Algorithm, hash, type Options, parseOptions, verify } from '@node-rs/argon2'
import { Problem } from '../errors/problem.ts'

/**
 * argon2id as OWASP's cheat sheet on password storage recommends it: 19 MiB, two passes, one lane. These parameters are
 * defined only here.
 */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const satisfies Options
/** Argon2id; the enum itself is a type only. */
const ARGON2ID: Algorithm.Argon2id = 2

/**
 * Each hash takes one of libuv's four threads for some 25 ms: two leave the other threads to name look-ups and files,
 * and 32 waiting ones are done within half a second. Requests beyond them have to come back later.
 */
const AT_ONCE_MAX = 2
const WAITING_MAX = 32
const RETRY_AFTER_SECONDS = 1

/**
 * A hash of no account, with the parameters of real ones, so that an unknown address costs the same. No password
 * matches it.
 */
const HASH_OF_NO_ACCOUNT = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

export interface Passwords {
  /** A PHC string with its own salt. Throws `unavailable` while too many wait. */
  hash(password: string): Promise<string>
  /**
   * Whether the password matches the hash. null means no account: it takes the same work and never matches. Throws
   * `unavailable` while too many wait.
   */
  verify(passwordHash: string | null, password: string): Promise<boolean>
  /** Made with other parameters than today's. */
  isOutdated(passwordHash: string): boolean
}

/** Password hashing, bounded for the entire process. `onHash` is called for every argon2 computation. */
export function createPasswords(onHash: () => void): Passwords {
  const withHashSlot = createHashSlots()
  return {
    hash: (password) =>
      withHashSlot(async () => {
        onHash()
        return hash(typed(password), { ...PARAMETERS, algorithm: ARGON2ID })
      }),
    verify: (passwordHash, password) =>
      withHashSlot(async () => {
        onHash()
        const right = await verify(passwordHash ?? HASH_OF_NO_ACCOUNT, typed(password))
        return right && passwordHash !== null
      }),
    isOutdated(passwordHash) {
      const made = parseOptions(passwordHash)
      return (
        made.algorithm !== ARGON2ID ||
        made.memoryCost !== PARAMETERS.memoryCost ||
        made.timeCost !== PARAMETERS.timeCost ||
        made.parallelism !== PARAMETERS.parallelism ||
        made.outputLen !== PARAMETERS.outputLen
      )
    },
  }
}

/** The same characters, however the keyboard has composed them. */
const typed = (password: string): string => password.normalize('NFKC')

type WithHashSlot = <Result>(work: () => Promise<Result>) => Promise<Result>

function createHashSlots(): WithHashSlot {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= AT_ONCE_MAX) {
      if (waiting.length >= WAITING_MAX) {
        throw new Problem('unavailable', 'Too many concurrent sign-ins. Try again in a moment.', {
          retry_after: RETRY_AFTER_SECONDS,
        })
      }
      // A finished computation hands its slot to the first that waits, so that no later one takes it.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
