import pg, { type Pool, type PoolClient } from 'pg'
import { parseExactJson } from '../domain/json/exact.ts'
import type { MetricEvent } from '../domain/metrics/events.ts'
import type { ConnectionReport } from '../domain/database/silence.ts'
import { isDeadlock } from './database-errors.ts'
import { CONNECT_MS_MAX, connectionOptions } from './engine/outage/connection-options.ts'
import { readingAgain } from './engine/outage/reading-again.ts'
import { type ConnectionWatch, watchConnections } from './engine/outage/watch.ts'
import type { Statement } from './statement.ts'
import { unnamedClient } from './unnamed-client.ts'

/**
 * Traces a round trip or a transaction for the caller: its name and duration, never its values. Rethrows what the work
 * throws.
 */
export type TraceQuery = <T>(span: QuerySpan, work: () => Promise<T>) => Promise<T>

export interface QuerySpan {
  readonly name: string
  readonly kind: 'client'
  readonly attributes: Readonly<Record<'db.system.name' | 'db.operation.name' | 'db.query.summary', string>>
}

/** Several statements that take effect together or not at all, where one fused statement cannot do it. */
export interface Transaction {
  readonly name: string
  readonly effect: true
}

export interface Queries {
  /** Runs a statement and returns its rows, with the columns as they are named in SQL. */
  query<Values, Row extends object>(statement: Statement<Values, Row>, values: NoInfer<Values>): Promise<Row[]>
  /** Reports a metric event once the work is committed: at once, or with the transaction. A rollback discards it. */
  emit(event: MetricEvent): void
}

/** What a caller adds to a transaction once its result is known: both take effect, or neither. */
export type BeforeCommit<Result> = (tx: Queries, result: Result) => Promise<void>

export const noop = (): Promise<void> => Promise.resolve()

/** Its `query` runs each statement in a separate transaction. */
export interface Database extends Queries {
  readonly pool: Pool
  /**
   * Commits when `work` returns and rolls back when it throws. After a deadlock `work` starts again, so it must have no
   * effect outside the database.
   */
  transaction<Result>(kind: Transaction, work: (tx: Queries) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly url: string
  /** The URL is a pooler's: nothing is set for a session; its time limits are the role's (ops/DEPLOY.md). */
  readonly pooled?: boolean
  /** false: statements have no names, and are planned again each time. */
  readonly prepared?: boolean
  /**
   * true: a connection that has died, or a database that hangs, is noticed in two seconds. For processes that serve; a
   * command may wait for the driver's `query_timeout`.
   */
  readonly watched?: boolean
  /** Shown in pg_stat_activity. */
  readonly applicationName: string
  readonly poolMax: number
  /** A statement is cancelled after this time; 15 s by default. */
  readonly statementMsMax?: number
  /** A database that does not connect in this time counts as unavailable; 5 s by default. */
  readonly connectMsMax?: number
  /** Called once per round trip, to count the round trips of a run. */
  readonly onQuery?: (name: string) => void
  /** Traces every round trip of `query` and `transaction`; without it, none is traced. */
  readonly traced?: TraceQuery | undefined
  /** Called once for every metric event that this process has committed; must not throw. */
  readonly onMetricEvent?: (event: MetricEvent) => void
  /**
   * What statements of watched connections do while the database does not answer. `refuse` fails them at once, for
   * requests whose clients can retry. `wait`, the default, leaves them their full time.
   */
  readonly whileHanging?: 'refuse' | 'wait'
  /** Called when the database stops answering, when it answers again, or when connections have died silently. */
  readonly onConnectionReport?: (report: ConnectionReport) => void
}

/** The time that a workflow's database step may take. */
const STATEMENT_MS_MAX = 15_000

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const connections = options.watched === true ? watchedConnections(options) : UNWATCHED
  const Client = options.prepared === false ? unnamedClient(connections.Client) : connections.Client
  const pool = openPool(options, Client)
  const onMetricEvent = options.onMetricEvent ?? (() => undefined)
  const watch: Watch = {
    onQuery: options.onQuery ?? (() => undefined),
    traced: options.traced ?? null,
  }
  const queries = queriesOf(pool, watch, onMetricEvent)
  return {
    pool,
    ...queries,
    query: (statement, values) => readingAgain(statement, () => queries.query(statement, values)),
    async transaction(kind, work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const events: MetricEvent[] = []
          const result = await followed(watch, { name: kind.name, text: 'transaction' }, () =>
            transact(
              pool,
              {
                watch,
                emit: (event) => {
                  events.push(event)
                },
              },
              work,
            ),
          )
          events.forEach(onMetricEvent)
          return result
        } catch (error) {
          if (attempt >= ATTEMPTS_MAX || !isDeadlock(error)) throw error
        }
      }
    },
    async close() {
      try {
        await pool.end()
      } finally {
        connections.stop()
      }
    },
  }
}

/**
 * A new connection plans each statement several times before it keeps a plan, so a connection is kept through quiet
 * minutes. One that has died meanwhile is noticed by keepalive, and by the watch when it is used.
 */
const IDLE_MS_MAX = 300_000

function openPool(options: DatabaseOptions, Client: typeof pg.Client): Pool {
  const statementMsMax = options.statementMsMax ?? STATEMENT_MS_MAX
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolMax,
    idleTimeoutMillis: IDLE_MS_MAX,
    ...connectionOptions(options.applicationName, options),
    Client,
    types: TIMES_AS_TEXT,
    ...(options.pooled === true
      ? {}
      : {
          statement_timeout: statementMsMax,
          // A session whose client is gone must not hold its locks.
          idle_in_transaction_session_timeout: statementMsMax + CONNECT_MS_MAX,
        }),
    // The client gives up a little later than the server, so it usually receives the server's answer.
    query_timeout: statementMsMax + CONNECT_MS_MAX,
  })
  // A connection that the server drops is reported by the query on it; without a listener, its event would end the
  // process.
  pool.on('connect', (client) => client.on('error', nothing))
  pool.on('error', nothing)
  return pool
}

const nothing = (): void => undefined

const UNWATCHED: ConnectionWatch = { Client: pg.Client, stop: () => undefined }

const watchedConnections = (options: DatabaseOptions): ConnectionWatch =>
  watchConnections({
    config: {
      connectionString: options.url,
      ...connectionOptions(`${options.applicationName} (watch)`, { pooled: options.pooled }),
      query_timeout: CONNECT_MS_MAX,
    },
    whileHanging: options.whileHanging ?? 'wait',
    onReport: options.onConnectionReport ?? (() => undefined),
  })

/**
 * Locks are taken in one order everywhere. The remaining deadlocks are accidents, and they do not happen three times in
 * a row.
 */
const ATTEMPTS_MAX = 3

/** How round trips are made and observed. */
interface Watch {
  readonly onQuery: (name: string) => void
  readonly traced: TraceQuery | null
}

/** Every statement of a run passes here: without a tracer, no span is made. */
const followed = <T>(
  { traced }: Watch,
  { name, text }: Pick<Statement, 'name' | 'text'>,
  work: () => Promise<T>,
): Promise<T> =>
  traced === null
    ? work()
    : traced(
        {
          name,
          kind: 'client',
          attributes: {
            'db.system.name': 'postgresql',
            'db.operation.name': operationOf(text),
            'db.query.summary': name,
          },
        },
        work,
      )

/** The first word of a statement. */
const operationOf = (text: string): string => /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? ''

type QueryTarget = Pick<Pool, 'query'> | Pick<PoolClient, 'query'>

function queriesOf(target: QueryTarget, watch: Watch, emit: (event: MetricEvent) => void): Queries {
  return {
    emit,
    async query<Values, Row extends object>(statement: Statement<Values, Row>, values: Values): Promise<Row[]> {
      watch.onQuery(statement.name)
      const result = await followed(watch, statement, () =>
        target.query<Row>({
          ...(statement.plannedEachTime ? {} : { name: statement.name }),
          text: statement.text,
          values: statement.bind(values),
          types: COLUMN_TYPES,
        }),
      )
      return result.rows
    },
  }
}

interface QueryObservers {
  readonly watch: Watch
  /** Receives metric events that are not yet committed. */
  readonly emit: (event: MetricEvent) => void
}

async function transact<Result>(
  pool: Pool,
  { watch, emit }: QueryObservers,
  work: (tx: Queries) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  // The next query reports a connection that breaks while it is held. Without a listener, the event would end the
  // process.
  const noteBroken = (error: Error): void => {
    broken = error
  }
  client.on('error', noteBroken)
  const sendWord = async (word: 'begin' | 'commit'): Promise<void> => {
    watch.onQuery(word)
    await followed(watch, { name: word, text: word }, () => client.query(word))
  }
  try {
    await sendWord('begin')
    const result = await work(queriesOf(client, watch, emit))
    await sendWord('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(noteBroken)
    throw error
  } finally {
    client.off('error', noteBroken)
    client.release(broken)
  }
}

/** Dates, times, intervals, and lists of them: a query that is no statement reads them as PostgreSQL writes them. */
const TIME_TYPES = [1082, 1114, 1184, 1186]
const LISTS_OF_TIMES = [1182, 1115, 1185, 1187]
const TEXT_LIST = 1009
const TIMES_AS_TEXT = {
  getTypeParser: ((oid: number, format?: 'text') =>
    TIME_TYPES.includes(oid)
      ? (text: string) => text
      : pg.types.getTypeParser(
          LISTS_OF_TIMES.includes(oid) ? TEXT_LIST : oid,
          format,
        )) as typeof pg.types.getTypeParser,
}

const INT8 = 20
const JSON_TYPES = [114, 3802]

/**
 * Statements read int8 as bigint (money is exact), JSON with its long numbers, and everything else as the driver does.
 */
const COLUMN_TYPES = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8
      ? (text: string) => BigInt(text)
      : JSON_TYPES.includes(oid)
        ? parseExactJson
        : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}
