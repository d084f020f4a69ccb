import { Migrator } from '@mikro-orm/migrations'
import { MikroORM, type SqlEntityManager } from '@mikro-orm/postgresql'
import pg, { type Pool } from 'pg'
import { parseExactJson } from '../domain/json/exact.ts'
import { ENTITIES } from './entities.ts'
import { MIGRATIONS } from './migrations/index.ts'

/**
 * A statement sent as one prepared round trip. The hot path of a run consists of a few fused statements
 * (lock, decide, write and answer at once), which an ORM's unit of work would spread over five round trips
 * each; everything else goes through MikroORM's entities.
 */
export interface Statement {
  /** Unique over the service: PostgreSQL plans it once per connection under this name. */
  readonly name: string
  readonly text: string
  /** Planned for its own values each time: for statements whose best index depends on them. */
  readonly plannedEachTime?: true
  /** It changes something: crash tests kill a worker before and after every statement that says so. */
  readonly effect: boolean
}

export interface Database {
  readonly orm: MikroORM
  readonly pool: Pool
  /** A unit of work of its own. */
  em(): SqlEntityManager
  /** Runs a statement in a transaction of its own and answers its rows, columns as they are named in SQL. */
  query<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[]>
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly url: string
  /** Shown in pg_stat_activity. */
  readonly applicationName: string
  readonly poolMax: number
  /** A statement is given up after so long; 15 s unless said otherwise. */
  readonly statementMsMax?: number
  /** Called once per round trip, for the count of round trips per run. */
  readonly onQuery?: (name: string) => void
}

/** A database that is not reached by then is away, and the caller has something better to do than wait. */
const CONNECT_MS_MAX = 5_000
/** As long as a workflow's database step may take. */
const STATEMENT_MS_MAX = 15_000

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const statementMsMax = options.statementMsMax ?? STATEMENT_MS_MAX
  const orm = await MikroORM.init({
    ...ormOptions(options.url),
    pool: { min: 0, max: options.poolMax },
    driverOptions: {
      application_name: options.applicationName,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS_MAX,
      statement_timeout: statementMsMax,
      // The client gives up a little later than the server, so that usually the server's answer is heard.
      query_timeout: statementMsMax + CONNECT_MS_MAX,
    },
  })
  const connection = orm.em.getConnection()
  const pool = await connection.getNativeClient()
  return {
    orm,
    pool,
    em: () => orm.em.fork(),
    async query<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
      options.onQuery?.(statement.name)
      const result = await pool.query<Row>({
        ...(statement.plannedEachTime ? {} : { name: statement.name }),
        text: statement.text,
        values: [...values],
        types: COLUMN_TYPES,
      })
      return result.rows
    },
    close: () => orm.close(true),
  }
}

const INT8 = 20
const JSON_TYPES = [114, 3802]

/** Statements read int8 as bigint (money is exact), JSON with its long numbers, and everything else as the driver does. */
const COLUMN_TYPES = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8 ? (text: string) => BigInt(text) : JSON_TYPES.includes(oid) ? parseExactJson : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

export const ormOptions = (url: string) => ({
  clientUrl: url,
  entities: ENTITIES,
  extensions: [Migrator],
  migrations: { migrationsList: MIGRATIONS, tableName: 'migration', snapshot: false },
  forceUtcTimezone: true,
  // Warnings about lost connections come from the pool's own errors; nothing else has to be said per query.
  debug: false,
  logger: () => undefined,
})

/** True when the error says that the database could not be reached or went away, not that it refused. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (/^(08|57P0|53300)/.test(code) || ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'].includes(code)) return true
  if (/Connection terminated|timeout exceeded when trying to connect|Query read timeout|connection .*(closed|ended)/i.test(error.message)) return true
  return error.cause !== undefined && isDatabaseUnavailable(error.cause)
}
