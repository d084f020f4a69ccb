import { describe, expect, it } from '@jest/globals'
import {
  DEAD_AFTER_MS,
  hangs,
  HANGS_AFTER_CHECKS,
  isDead,
  CHECK_EVERY_MS,
  type Session,
} from '../../../domain/database/silence.ts'

const LONG = DEAD_AFTER_MS / CHECK_EVERY_MS
const session = (state: string | null, sinceMs: number | null = DEAD_AFTER_MS): Session => ({ state, sinceMs })

describe('a connection that waits for an answer', () => {
  it.each<[string, Parameters<typeof isDead>[0], boolean]>([
    ['the database waits for a statement', { checks: LONG, session: session('idle'), pooled: false }, true],
    [
      'it waits for one in a transaction',
      { checks: LONG, session: session('idle in transaction'), pooled: false },
      true,
    ],
    [
      'in a transaction that failed',
      { checks: LONG, session: session('idle in transaction (aborted)'), pooled: false },
      true,
    ],
    ['the database has ended the session', { checks: LONG, session: undefined, pooled: false }, true],
    [
      'the statement is slow or waits for a lock',
      { checks: 1_000, session: session('active', 250_000), pooled: false },
      false,
    ],
    [
      'the answer has just been sent',
      { checks: LONG, session: session('idle', DEAD_AFTER_MS - 1), pooled: false },
      false,
    ],
    ['we have not waited for long', { checks: LONG - 1, session: session('idle', 60_000), pooled: false }, false],
    ['the session is gone, and we have not waited for long', { checks: 0, session: undefined, pooled: false }, false],
    ['we may not see what the session does', { checks: LONG, session: session(null, null), pooled: false }, false],
    ['the database tracks no activities', { checks: LONG, session: session('disabled'), pooled: false }, false],
    [
      "behind a pooler, the idle session may be another client's",
      { checks: LONG, session: session('idle'), pooled: true },
      false,
    ],
    ['behind a pooler, no session has our process id', { checks: LONG, session: undefined, pooled: true }, false],
  ])('%s', (_what, waiting, dead) => expect(isDead(waiting)).toBe(dead))
})

describe('a database that answers probes', () => {
  it.each<[string, Parameters<typeof hangs>, boolean]>([
    ['answers', [false, 'answered', 1], false],
    ['answers late', [false, 'answered', HANGS_AFTER_CHECKS], false],
    ['answers again', [true, 'answered', 2], false],
    ['refuses', [false, 'refused', 3], false],
    ['refuses after it hung', [true, 'refused', 3], false],
    ['has time left', [false, 'nothing yet', HANGS_AFTER_CHECKS - 1], false],
    ['is silent for too long', [false, 'nothing yet', HANGS_AFTER_CHECKS], true],
    ['stays silent', [true, 'nothing yet', 0], true],
  ])('%s', (_what, probe, expected) => expect(hangs(...probe)).toBe(expected))
})
