/** SQLSTATE of a connection that failed. */
const CONNECTION_FAILURE = '08006'

/**
 * The database does not answer at the moment, so this statement was not sent, or the client no longer waits for its
 * answer.
 */
export class DatabaseHangs extends Error {
  override readonly name = 'DatabaseHangs'
  readonly code = CONNECTION_FAILURE

  constructor() {
    super('the database does not answer')
  }
}

/** The connection died silently. Whether its statement was executed is unknown. */
export class ConnectionDead extends Error {
  override readonly name = 'ConnectionDead'
  readonly code = CONNECTION_FAILURE
  readonly connectionDied = true

  constructor() {
    super('the connection has died')
  }
}

/** Also as the ORM reports it: a separate error with the members of the first one. */
export const isConnectionDead = (error: unknown): boolean => error instanceof Error && 'connectionDied' in error
