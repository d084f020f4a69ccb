import type pg from 'pg'
import {
  ASK_AFTER_LOOKS,
  ASK_AGAIN_AFTER_LOOKS,
  ASK_ANEW_AFTER_LOOKS,
  ASK_HANGING_EVERY_LOOKS,
  type ConnectionNews,
  hangs,
  isDead,
  LOOK_EVERY_MS,
} from '../../domain/database/silence.ts'
import { type Answer, createAsker } from './asker.ts'
import { ConnectionDead, DatabaseHangs } from './errors.ts'
import { type Link, type Links, watchedClient } from './watched-client.ts'

/** Watches the connections of one pool, so that a silent one costs its caller two seconds and not `query_timeout`. */
export interface ConnectionWatch {
  /** The client class for the pool: its connections are watched. */
  readonly Client: typeof pg.Client
  stop(): void
}

export interface WatchOptions {
  /** The configuration of the separate connection that queries the database. */
  readonly config: pg.ClientConfig
  /**
   * `refuse`: while the database hangs, every statement fails at once, for processes whose clients can retry. `wait`: a
   * statement waits as long as it may, for processes that would only retry it themselves.
   */
  readonly whileHanging: 'refuse' | 'wait'
  readonly onNews: (news: ConnectionNews) => void
}

/** One query to the database, over one connection or two. */
interface Question {
  looks: number
  anew: boolean
}

export function watchConnections({ config, whileHanging, onNews }: WatchOptions): ConnectionWatch {
  const asker = createAsker(config)
  const all = new Set<Link>()
  let now = 0
  let hanging = false
  let question: Question | null = null
  let answeredAt = -ASK_AGAIN_AFTER_LOOKS

  const links: Links = {
    add: (link) => {
      all.add(link)
    },
    remove: (link) => {
      all.delete(link)
    },
    refusal: () => (hanging && whileHanging === 'refuse' ? new DatabaseHangs() : null),
  }

  function look(): void {
    now += 1
    for (const link of all) link.look(now)
    if (question === null) return askIfDue()
    question.looks += 1
    const waited = question.looks
    if (hanging) {
      if (waited >= ASK_HANGING_EVERY_LOOKS) restart()
      return
    }
    if (!question.anew && waited >= ASK_ANEW_AFTER_LOOKS) ask(question, 'new')
    if (hangs(hanging, 'nothing yet', waited)) beginHanging()
  }

  function askIfDue(): void {
    const silent = [...all].some((link) => (link.waiting() ?? 0) >= ASK_AFTER_LOOKS)
    if (!silent || now - answeredAt < ASK_AGAIN_AFTER_LOOKS) return
    question = { looks: 0, anew: false }
    ask(question, 'kept')
  }

  /** The connection that hung may be lost for good: only a new one shows that the database answers again. */
  function restart(): void {
    asker.giveUp()
    question = { looks: 0, anew: true }
    ask(question, 'new')
  }

  function ask(current: Question, by: 'kept' | 'new'): void {
    if (by === 'new') current.anew = true
    const waiting = [...all].filter((link) => link.waiting() !== null)
    void asker
      .ask(
        by,
        waiting.flatMap((link) => link.pid() ?? []),
      )
      .then((answer) => {
        // Dropped in the meantime, or answered by the other connection.
        if (question !== current) return
        if (answer === null && by === 'kept') return current.anew ? undefined : ask(current, 'new')
        question = null
        answeredAt = now
        asker.giveUp()
        if (hanging && !hangs(hanging, answer === null ? 'refused' : 'answered', current.looks)) endHanging()
        if (answer !== null) dropDead(waiting, answer)
      })
  }

  function beginHanging(): void {
    hanging = true
    onNews({ kind: 'hangs' })
    if (whileHanging === 'refuse') for (const link of all) link.destroy(new DatabaseHangs())
    restart()
  }

  function endHanging(): void {
    hanging = false
    onNews({ kind: 'answers' })
  }

  function dropDead(checked: readonly Link[], { sessions, pooled }: Answer): void {
    const dead = checked.filter((link) => {
      const looks = link.waiting()
      const pid = link.pid()
      return looks !== null && pid !== null && isDead({ looks, session: sessions.get(pid), pooled })
    })
    if (dead.length === 0) return
    const since = Math.min(...dead.map((link) => now - (link.waiting() ?? 0)))
    // Connections that have not answered since then may have died too; a new connection costs milliseconds.
    const doubtful = [...all].filter((link) => link.isIdle() && link.answeredAt() <= since)
    for (const link of [...dead, ...doubtful]) link.destroy(new ConnectionDead())
    onNews({ kind: 'dead', connections: dead.length, dropped: doubtful.length })
  }

  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  return {
    Client: watchedClient(links),
    stop() {
      clearInterval(timer)
      question = null
      asker.close()
    },
  }
}
