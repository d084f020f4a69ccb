/** A database that is not reached by then is away, and the caller has something better to do than wait. */
export const CONNECT_MS_MAX = 5_000
/** Of a connection that is lost without a word the kernel learns some ten seconds after this, not after its own two hours. */
const KEEPALIVE_AFTER_MS = 10_000
/**
 * The same for the server, whose sessions would hold their locks for two hours; `tcp_user_timeout` is for an answer on its way, which keepalive
 * does not see.
 */
const SERVER_KEEPALIVE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=25000'

/** How every connection is made, those of no pool as well. It is bounded while it connects. */
export const connectionOptions = (applicationName: string) => ({
  application_name: applicationName,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
  connectionTimeoutMillis: CONNECT_MS_MAX,
  options: SERVER_KEEPALIVE,
})
