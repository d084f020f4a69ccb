import { type DatabaseAccess, databaseAccess } from './database.ts'
import { readSwitch } from './switch.ts'

/** The settings for reaching the database and Temporal, from a process's environment; every process needs them. */
export interface ConnectionSettings {
  readonly database: DatabaseAccess
  readonly temporal: TemporalSettings
}

export interface TemporalSettings extends TemporalAccess {
  readonly address: string
  readonly namespace: string
  readonly taskQueue: string
}

/** How Temporal is reached; a server in the same network needs neither. */
export interface TemporalAccess {
  /** Left out: without TLS. */
  readonly tls?: TemporalTls
  /** Sent as a bearer token with every request. */
  readonly apiKey?: string
}

/** Each certificate and key is PEM text, or the path of a file with it. */
export interface TemporalTls {
  /** The authority that the server's certificate must come from; null: the authorities that the system trusts. */
  readonly ca: string | null
  /** What this client shows to the server (mTLS). */
  readonly client: { readonly cert: string; readonly key: string } | null
  /** The name in the server's certificate, where it is not the host of the address. */
  readonly serverName: string | null
}

/** PEM text is recognised by its first line; anything else is a path. */
export const isPem = (textOrPath: string): boolean => textOrPath.startsWith('-----BEGIN ')

type Variables = Readonly<Record<string, string | undefined>>

/** Throws one error that names every variable that is missing, or the one that is wrong. */
export function readConnectionSettings(env: Variables): ConnectionSettings {
  const missing = ['DATABASE_URL', 'TEMPORAL_ADDRESS'].filter((name) => !env[name]?.trim())
  if (missing.length > 0) throw new Error(`Set ${missing.join(' and ')}, or run "npm start", which prepares both.`)
  return {
    database: databaseAccess(env),
    temporal: temporalSettings(env, env['TEMPORAL_ADDRESS'] ?? ''),
  }
}

/**
 * Two deployments may share one Temporal server: by namespace, or by task queue within one. Throws for settings of TLS
 * that contradict each other.
 */
export const temporalSettings = (env: Variables, address: string): TemporalSettings => ({
  address,
  namespace: env['TEMPORAL_NAMESPACE']?.trim() || 'default',
  taskQueue: env['TEMPORAL_TASK_QUEUE']?.trim() || 'runs',
  ...temporalAccess(env),
})

/** TLS is on where TEMPORAL_TLS enables it, and where a certificate or an API key is set. */
function temporalAccess(env: Variables): TemporalAccess {
  const value = (name: string): string | null => env[name]?.trim() || null
  const [cert, key, ca] = [value('TEMPORAL_TLS_CERT'), value('TEMPORAL_TLS_KEY'), value('TEMPORAL_TLS_CA')]
  const [serverName, apiKey] = [value('TEMPORAL_TLS_SERVER_NAME'), value('TEMPORAL_API_KEY')]
  if ((cert === null) !== (key === null))
    throw new Error('Set both TEMPORAL_TLS_CERT and TEMPORAL_TLS_KEY, or neither.')
  const needsTls = [cert, ca, serverName, apiKey].some((one) => one !== null)
  const on = readSwitch(env, 'TEMPORAL_TLS')
  if (on === false && needsTls)
    throw new Error('TEMPORAL_TLS is off, but a certificate, a server name or TEMPORAL_API_KEY is set, which need TLS.')
  return {
    ...(on === true || needsTls
      ? { tls: { ca, client: cert === null || key === null ? null : { cert, key }, serverName } }
      : {}),
    ...(apiKey === null ? {} : { apiKey }),
  }
}
