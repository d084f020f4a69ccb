/**
 * When a silent database counts as lost. Time is counted in checks, one each `CHECK_EVERY_MS`: a process that was
 * paused or busy itself makes no checks meanwhile, so its own delay never counts as the database's.
 */
export const CHECK_EVERY_MS = 250
/**
 * A statement that waits for this many checks triggers a probe. Most statements take a millisecond, so few of them ever
 * do.
 */
export const PROBE_AFTER_CHECKS = 2
/**
 * The next probe comes at the earliest this many checks after the last answer: a statement that takes a minute costs
 * one probe a second.
 */
export const PROBE_AGAIN_AFTER_CHECKS = 4
/** The connection reserved for probes may be the dead one: then a new connection sends a probe as well. */
export const PROBE_NEW_CONNECTION_AFTER_CHECKS = 2
/** An answer takes a millisecond, and a tenth of a second on a machine with ten times as much work as it has cores. */
export const HANGS_AFTER_CHECKS = 6
/** While the database hangs, a new connection sends a probe this often. */
export const PROBE_HANGING_EVERY_CHECKS = 4
/** Both sides must wait for each other this long before a connection is given up; a network delay is shorter. */
export const DEAD_AFTER_MS = 1_500

/**
 * The result of the probes so far. A database that refuses (it starts, it is full) no longer hangs: it answers every
 * request.
 */
export type ProbeAnswer = 'answered' | 'refused' | 'nothing yet'

/** Whether the database hangs, `checks` after the probe. */
export function hangs(before: boolean, answer: ProbeAnswer, checks: number): boolean {
  if (answer !== 'nothing yet') return false
  return before || checks >= HANGS_AFTER_CHECKS
}

/** The database's view of one of its sessions. A null `state`: this role may not see what the session does. */
export interface Session {
  readonly state: string | null
  /** How long it has been in that state. */
  readonly sinceMs: number | null
}

/** A connection on which a statement waits for its answer. */
export interface WaitingConnection {
  readonly checks: number
  /** undefined: the database no longer has such a session. */
  readonly session: Session | undefined
  /** A pooler between us and the database has its own session numbers, so the reported sessions are other ones. */
  readonly pooled: boolean
}

/**
 * Whether the connection has died silently: we wait for an answer, and the database waits for a statement or has ended
 * the session. A statement that is slow, or waits for a lock, is `active` and never counts as dead.
 */
export function isDead({ checks, session, pooled }: WaitingConnection): boolean {
  if (pooled || checks * CHECK_EVERY_MS < DEAD_AFTER_MS) return false
  if (session === undefined) return true
  return session.state?.startsWith('idle') === true && session.sinceMs !== null && session.sinceMs >= DEAD_AFTER_MS
}

/** News about the connections of a process. */
export type ConnectionReport =
  | { readonly kind: 'hangs' }
  | { readonly kind: 'answers' }
  /** `connections` had died silently, and `dropped` more were closed because they may have died with them. */
  | { readonly kind: 'dead'; readonly connections: number; readonly dropped: number }
