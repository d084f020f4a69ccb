/** SQLSTATE of a connection that failed. */
const CONNECTION_FAILURE = '08006'

/** The database does not answer anybody now, so this statement was not sent, or its answer is not waited for. */
export class DatabaseHangs extends Error {
  override readonly name = 'DatabaseHangs'
  readonly code = CONNECTION_FAILURE

  constructor() {
    super('the database does not answer')
  }
}

/** The connection died in silence. Whether its statement was carried out is unknown. */
export class ConnectionDead extends Error {
  override readonly name = 'ConnectionDead'
  readonly code = CONNECTION_FAILURE

  constructor() {
    super('the connection has died')
  }
}
