import type pg from 'pg'
import {
  PROBE_AFTER_CHECKS,
  PROBE_AGAIN_AFTER_CHECKS,
  PROBE_NEW_CONNECTION_AFTER_CHECKS,
  PROBE_HANGING_EVERY_CHECKS,
  type ConnectionReport,
  hangs,
  isDead,
  CHECK_EVERY_MS,
} from '../../../domain/database/silence.ts'
import { createSessionProbe, type SessionProbe, type SessionReport } from './session-probe.ts'
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
  readonly onReport: (report: ConnectionReport) => void
}

/** One query to the database, over one connection or two. */
interface Question {
  checks: number
  onNewConnection: boolean
}

interface Received {
  readonly by: 'kept' | 'new'
  /** The connections that the query was about. */
  readonly waiting: readonly Link[]
  /** null: refused. */
  readonly answer: SessionReport | null
}

export function watchConnections(options: WatchOptions): ConnectionWatch {
  const watch = new Watch(options)
  const Client = watchedClient(watch.links)
  const timer = setInterval(() => watch.check(), CHECK_EVERY_MS)
  timer.unref()
  return {
    Client,
    stop() {
      clearInterval(timer)
      watch.close()
    },
  }
}

class Watch {
  readonly links: Links
  readonly #options: WatchOptions
  readonly #probe: SessionProbe
  readonly #all = new Set<Link>()
  #now = 0
  #hanging = false
  #question: Question | null = null
  #answeredAt = -PROBE_AGAIN_AFTER_CHECKS

  constructor(options: WatchOptions) {
    this.#options = options
    this.#probe = createSessionProbe(options.config)
    this.links = {
      add: (link) => {
        this.#all.add(link)
      },
      remove: (link) => {
        this.#all.delete(link)
      },
      refusal: () => (this.#hanging && options.whileHanging === 'refuse' ? new DatabaseHangs() : null),
    }
  }

  check(): void {
    this.#now += 1
    for (const link of this.#all) link.check(this.#now)
    const question = this.#question
    if (question === null) return this.#probeIfDue()
    question.checks += 1
    const waited = question.checks
    if (this.#hanging) {
      if (waited >= PROBE_HANGING_EVERY_CHECKS) this.#restart()
      return
    }
    if (!question.onNewConnection && waited >= PROBE_NEW_CONNECTION_AFTER_CHECKS) this.#send(question, 'new')
    if (hangs(this.#hanging, 'nothing yet', waited)) this.#beginHanging()
  }

  close(): void {
    this.#question = null
    this.#probe.close()
  }

  #probeIfDue(): void {
    const silent = [...this.#all].some((link) => (link.waiting() ?? 0) >= PROBE_AFTER_CHECKS)
    if (!silent || this.#now - this.#answeredAt < PROBE_AGAIN_AFTER_CHECKS) return
    this.#question = { checks: 0, onNewConnection: false }
    this.#send(this.#question, 'kept')
  }

  /** The connection that hung may be lost permanently: only a new one shows that the database answers again. */
  #restart(): void {
    this.#probe.giveUp()
    this.#question = { checks: 0, onNewConnection: true }
    this.#send(this.#question, 'new')
  }

  #send(question: Question, by: 'kept' | 'new'): void {
    if (by === 'new') question.onNewConnection = true
    const waiting = [...this.#all].filter((link) => link.waiting() !== null)
    const pids = waiting.flatMap((link) => link.pid() ?? [])
    void this.#probe.probe(by, pids).then((answer) => this.#receive(question, { by, waiting, answer }))
  }

  #receive(question: Question, { by, waiting, answer }: Received): void {
    // Dropped in the meantime, or answered by the other connection.
    if (this.#question !== question) return
    if (answer === null && by === 'kept') {
      if (!question.onNewConnection) this.#send(question, 'new')
      return
    }
    this.#question = null
    this.#answeredAt = this.#now
    this.#probe.giveUp()
    if (this.#hanging && !hangs(this.#hanging, answer === null ? 'refused' : 'answered', question.checks))
      this.#endHanging()
    if (answer !== null) this.#dropDead(waiting, answer)
  }

  #beginHanging(): void {
    const { onReport, whileHanging } = this.#options
    this.#hanging = true
    onReport({ kind: 'hangs' })
    if (whileHanging === 'refuse') for (const link of this.#all) link.destroy(new DatabaseHangs())
    this.#restart()
  }

  /** What was sent meanwhile may arrive later than the answer that ended the silence: TCP sends it again less often. */
  #endHanging(): void {
    this.#hanging = false
    for (const link of this.#all) link.restartWait()
    this.#options.onReport({ kind: 'answers' })
  }

  #dropDead(checked: readonly Link[], answer: SessionReport): void {
    const dead = checked.filter((link) => isDeadBy(answer, link))
    if (dead.length === 0) return
    const since = Math.min(...dead.map((link) => this.#now - (link.waiting() ?? 0)))
    // Connections that have not answered since then may have died too; a new connection costs milliseconds.
    const suspect = [...this.#all].filter((link) => link.isIdle() && link.answeredAt() <= since)
    for (const link of [...dead, ...suspect]) link.destroy(new ConnectionDead())
    this.#options.onReport({ kind: 'dead', connections: dead.length, dropped: suspect.length })
  }
}

function isDeadBy({ sessions, pooled }: SessionReport, link: Link): boolean {
  const checks = link.waiting()
  const pid = link.pid()
  return checks !== null && pid !== null && isDead({ checks, session: sessions.get(pid), pooled })
}
