/** How long to wait for a connection; a database that takes longer counts as unavailable. */
export const CONNECT_MS_MAX = 5_000
/**
 * The kernel notices a silently lost connection some ten seconds after this time, not after its default of two hours.
 */
const KEEPALIVE_AFTER_MS = 10_000
/**
 * The same for the server, whose sessions would otherwise hold their locks for two hours. Keepalive is not sent while
 * data is unacknowledged, so `tcp_user_timeout` covers an answer that is on its way.
 */
const SERVER_KEEPALIVE =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=25000'

export interface ConnectionKind {
  readonly connectMsMax?: number | undefined
  /** Through a pooler, which refuses what is set for a session. */
  readonly pooled?: boolean | undefined
}

/** The options of every connection, also of those outside a pool. They limit the time to connect. */
export const connectionOptions = (
  applicationName: string,
  { connectMsMax = CONNECT_MS_MAX, pooled = false }: ConnectionKind = {},
) => ({
  application_name: applicationName,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
  connectionTimeoutMillis: connectMsMax,
  ...(pooled ? {} : { options: SERVER_KEEPALIVE }),
})
