/** A database that is not reached by then counts as unavailable; the caller must not wait longer. */
export const CONNECT_MS_MAX = 5_000
/**
 * The kernel notices a silently lost connection some ten seconds after this time, not after its default of two hours.
 */
const KEEPALIVE_AFTER_MS = 10_000
/**
 * The same for the server, whose sessions would otherwise hold their locks for two hours. `tcp_user_timeout` covers an
 * answer on its way, which keepalive does not see.
 */
const SERVER_KEEPALIVE =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=25000'

/** The options of every connection, also of those outside a pool. They limit the time to connect. */
export const connectionOptions = (applicationName: string) => ({
  application_name: applicationName,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
  connectionTimeoutMillis: CONNECT_MS_MAX,
  options: SERVER_KEEPALIVE,
})
