/**
 * When a database that says nothing is taken for lost. Time is counted in looks, one each `LOOK_EVERY_MS`: a process that was paused or
 * busy itself makes no looks meanwhile, so its own delay is never taken for the database's.
 */
export const LOOK_EVERY_MS = 250
/** A statement that waits for so many looks gives reason to ask. Most statements take a millisecond, so few of them ever do. */
export const ASK_AFTER_LOOKS = 2
/** Asked again so many looks after the last answer at the earliest: a statement that takes a minute costs one question a second. */
export const ASK_AGAIN_AFTER_LOOKS = 4
/** The connection that is kept for asking may be the dead one: then a new one asks as well. */
export const ASK_ANEW_AFTER_LOOKS = 2
/** An answer takes a millisecond, and on a machine with ten times as much work as it has cores a tenth of a second. */
export const HANGS_AFTER_LOOKS = 6
/** While the database hangs, a new connection asks this often. */
export const ASK_HANGING_EVERY_LOOKS = 4
/** So long must both sides wait for each other before a connection is given up; a network delays, it does not delay that long. */
export const DEAD_AFTER_MS = 1_500

/** What asking has shown so far. A database that refuses (it starts, it is full) hangs no more: it answers every request by itself. */
export type ProbeAnswer = 'answered' | 'refused' | 'nothing yet'

/** Whether the database hangs, `looks` after it was asked. */
export function hangs(before: boolean, asked: ProbeAnswer, looks: number): boolean {
  if (asked !== 'nothing yet') return false
  return before || looks >= HANGS_AFTER_LOOKS
}

/** What the database says of one of its sessions; null: of what a session does, this role is told nothing. */
export interface Session {
  readonly state: string | null
  /** For how long it has been in that state. */
  readonly sinceMs: number | null
}

/** A connection on which a statement waits for its answer. */
export interface Waiting {
  readonly looks: number
  /** undefined: the database has no such session any more. */
  readonly session: Session | undefined
  /** Between us and the database is something that gives sessions numbers of its own, and what is told of them is about others. */
  readonly pooled: boolean
}

/**
 * Whether the connection has died in silence: we wait for an answer, and the database waits for a statement or has ended the session. A
 * statement that is slow, or that waits for a lock, is `active` and never taken for dead.
 */
export function isDead({ looks, session, pooled }: Waiting): boolean {
  if (pooled || looks * LOOK_EVERY_MS < DEAD_AFTER_MS) return false
  if (session === undefined) return true
  return session.state?.startsWith('idle') === true && session.sinceMs !== null && session.sinceMs >= DEAD_AFTER_MS
}

/** What a process learns of its connections. */
export type ConnectionNews =
  | { readonly kind: 'hangs' }
  | { readonly kind: 'answers' }
  /** So many connections had died in silence, and so many more were dropped because they may have died with them. */
  | { readonly kind: 'dead', readonly connections: number, readonly dropped: number }
