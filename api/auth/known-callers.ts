import { hash } from 'node:crypto'
import type { Caller } from '../../domain/shares/caller.ts'

/** A few megabytes, and more credentials than a process serves at a time. */
const KNOWN_MAX = 10_000

/**
 * The callers of the tokens that authenticated recently in this process. They grant no access: each request is
 * authenticated again.
 */
export interface KnownCallers {
  /** undefined: the token did not authenticate recently. */
  of(token: string): Caller | undefined
  note(token: string, caller: Caller): void
  forget(token: string): void
}

/** Tokens are kept as hashes; a new one replaces the least recently used. */
export function createKnownCallers(knownMax = KNOWN_MAX): KnownCallers {
  const known = new Map<string, Caller>()
  return {
    of: (token) => known.get(hashOf(token)),
    note(token, { key, environment }) {
      const name = hashOf(token)
      known.delete(name)
      known.set(name, { key, environment })
      const [oldest] = known.keys()
      if (known.size > knownMax && oldest !== undefined) known.delete(oldest)
    },
    forget(token) {
      known.delete(hashOf(token))
    },
  }
}

const hashOf = (token: string): string => hash('sha256', token, 'base64')
