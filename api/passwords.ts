import { type Algorithm, hash, type Options, parseOptions, verify } from '@node-rs/argon2'
import { Problem } from './problem.ts'

/** argon2id as OWASP's cheat sheet on password storage recommends it: 19 MiB, two passes, one lane. The only place that says so. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const satisfies Options
/** Argon2id; the enum itself is a type only. */
const ARGON2ID: Algorithm.Argon2id = 2

/**
 * Each takes a thread of libuv's four for some 25 ms: two leave the others to name look-ups and files, and 32 that wait are
 * worked off in half a second. A flood beyond them is told to come back.
 */
const AT_ONCE_MAX = 2
const WAITING_MAX = 32
const RETRY_AFTER_SECONDS = 1

/** Nobody's: of the same parameters as everybody's, so that an unknown address costs the same. No password has it. */
const NOBODYS = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

export interface Passwords {
  /** A PHC string with a salt of its own. Throws `unavailable` while too many wait. */
  hash(password: string): Promise<string>
  /** Whether the password is the hash's; null, nobody's hash, takes the same work and is never right. Throws `unavailable` while too many wait. */
  verify(passwordHash: string | null, password: string): Promise<boolean>
  /** Made with other parameters than today's. */
  isOutdated(passwordHash: string): boolean
}

/** Password hashing, bounded for the whole process. `onHash` is called for every argon2 computation. */
export function createPasswords(onHash: () => void): Passwords {
  const inTurn = createTurns()
  return {
    hash: (password) => inTurn(async () => {
      onHash()
      return hash(typed(password), { ...PARAMETERS, algorithm: ARGON2ID })
    }),
    verify: (passwordHash, password) => inTurn(async () => {
      onHash()
      const right = await verify(passwordHash ?? NOBODYS, typed(password))
      return right && passwordHash !== null
    }),
    isOutdated(passwordHash) {
      const made = parseOptions(passwordHash)
      return made.algorithm !== ARGON2ID || made.memoryCost !== PARAMETERS.memoryCost || made.timeCost !== PARAMETERS.timeCost
        || made.parallelism !== PARAMETERS.parallelism || made.outputLen !== PARAMETERS.outputLen
    },
  }
}

/** The same characters, however the keyboard has composed them. */
const typed = (password: string): string => password.normalize('NFKC')

type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

function createTurns(): InTurn {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= AT_ONCE_MAX) {
      if (waiting.length >= WAITING_MAX) {
        throw new Problem('unavailable', 'Too many sign-ins at once. Try again in a moment.', { retry_after: RETRY_AFTER_SECONDS })
      }
      // Whoever ends hands its place over, so that nobody who comes in between takes it.
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
