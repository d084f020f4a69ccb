import { createRequire } from 'node:module'
import pg from 'pg'

/** A connection of the pool, as the watch sees it. */
export interface Link {
  /** The process id of its session in the database; null while it connects. */
  readonly pid: () => number | null
  /** The number of checks since the last answer while it waits for one; null while it waits for none. */
  waiting(): number | null
  /** The number of the look at which the last answer came. */
  answeredAt(): number
  /** No transaction uses it. */
  isIdle(): boolean
  check(now: number): void
  /** Forgets how long it has waited: the entire database was silent. */
  restartWait(): void
  /** Closes it at once, without notifying the server; callers that wait for an answer get the error. */
  destroy(error: Error): void
}

export interface Links {
  add(link: Link): void
  remove(link: Link): void
  /** The error to throw instead of connecting. */
  refusal(): Error | null
}

/** The release of the driver whose client is changed here, as the tests of this file have seen it. */
const TESTED_PG = '8.23.1'
const INSTALLED_PG = createRequire(import.meta.url)('pg/package.json') as { readonly version: string }

/**
 * pg's client, which reports to the watch since when it has waited for an answer. Its methods are replaced on the
 * object itself, because the pool calls `query` with a callback and MikroORM expects a promise, and the watch must see
 * both. Throws for a release of pg that it was not tested with.
 */
export function watchedClient(links: Links, { version: driver } = INSTALLED_PG): typeof pg.Client {
  if (driver !== TESTED_PG)
    throw new Error(
      `Connections to PostgreSQL are watched as tested with pg ${TESTED_PG}, and this is ${driver}. Set DATABASE_CONNECTIONS_WATCHED=false, or install ${TESTED_PG}.`,
    )
  return class WatchedClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const { link, following, over } = linkOf(this)
      const connect: unknown = this.connect
      const query: unknown = this.query
      Object.defineProperty(this, 'connect', {
        value: (...args: unknown[]): unknown => {
          const refusal = links.refusal()
          if (refusal !== null) return refuse(args, refusal)
          links.add(link)
          return following(args, (own) => call(connect, this, own))
        },
      })
      Object.defineProperty(this, 'query', {
        configurable: true,
        value: (...args: unknown[]): unknown => following(args, (own) => call(query, this, own)),
      })
      this.once('end', () => {
        over()
        links.remove(link)
      })
    }
  }
}

function linkOf(client: pg.Client) {
  let underWay = 0
  let checks = 0
  let lastCheck = 0
  let answeredAt = 0
  const done = (): void => {
    underWay = Math.max(0, underWay - 1)
    checks = 0
    answeredAt = lastCheck
  }
  const link: Link = {
    pid: () => numberOf(client, 'processID'),
    waiting: () => (underWay === 0 ? null : checks),
    answeredAt: () => answeredAt,
    isIdle: () => underWay === 0 && client.getTransactionStatus() === 'I',
    check(now) {
      lastCheck = now
      if (underWay > 0) checks += 1
    },
    restartWait: () => {
      checks = 0
    },
    destroy: (error) => {
      client.connection.stream.destroy(error)
    },
  }
  return {
    link,
    over: () => {
      underWay = 0
    },
    /** An answer is awaited until its callback is called or its promise settles. */
    following(args: readonly unknown[], query: (own: readonly unknown[]) => unknown): unknown {
      if (underWay === 0) checks = 0
      underWay += 1
      const callback = args.at(-1)
      if (typeof callback === 'function') {
        return query([
          ...args.slice(0, -1),
          (...answer: unknown[]) => {
            done()
            call(callback, undefined, answer)
          },
        ])
      }
      const answer = query(args)
      if (answer instanceof Promise) void answer.then(done, done)
      // A cursor is read at its reader's pace.
      else done()
      return answer
    },
  }
}

function refuse(args: readonly unknown[], refusal: Error): unknown {
  const callback = args.at(-1)
  if (typeof callback !== 'function') return Promise.reject(refusal)
  return process.nextTick(() => call(callback, undefined, [refusal]))
}

/** A method that is known by its name only. */
export function call(method: unknown, on: unknown, args: readonly unknown[]): unknown {
  if (typeof method !== 'function') throw new TypeError('pg has no such method')
  return Reflect.apply(method, on, args)
}

function numberOf(object: object, member: string): number | null {
  const value: unknown = Reflect.get(object, member)
  return typeof value === 'number' ? value : null
}
