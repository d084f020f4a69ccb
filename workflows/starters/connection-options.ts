import { readFileSync } from 'node:fs'
import { isPem, type TemporalSettings, type TemporalTls } from '../../domain/settings/connections.ts'

/** The options that both of the SDK's connections take: the client's, and the worker's native one. */
export interface TemporalConnectionOptions {
  readonly address: string
  readonly tls?: TlsOptions
  readonly apiKey?: string
}

interface TlsOptions {
  serverRootCACertificate?: Buffer
  clientCertPair?: { crt: Buffer; key: Buffer }
  serverNameOverride?: string
}

/** How to connect to Temporal (docs/settings.md). Throws an Error that names the variable whose file cannot be read. */
export const connectionOptions = ({
  address,
  tls,
  apiKey,
}: Pick<TemporalSettings, 'address' | 'tls' | 'apiKey'>): TemporalConnectionOptions => ({
  address,
  ...(tls === undefined ? {} : { tls: tlsOptions(tls) }),
  ...(apiKey === undefined ? {} : { apiKey }),
})

const tlsOptions = ({ ca, client, serverName }: TemporalTls): TlsOptions => ({
  ...(ca === null ? {} : { serverRootCACertificate: pemOf('TEMPORAL_TLS_CA', ca) }),
  ...(client === null
    ? {}
    : {
        clientCertPair: {
          crt: pemOf('TEMPORAL_TLS_CERT', client.cert),
          key: pemOf('TEMPORAL_TLS_KEY', client.key),
        },
      }),
  ...(serverName === null ? {} : { serverNameOverride: serverName }),
})

function pemOf(variable: string, textOrPath: string): Buffer {
  if (isPem(textOrPath)) return Buffer.from(textOrPath)
  try {
    return readFileSync(textOrPath)
  } catch (error) {
    throw new Error(`${variable} is neither PEM text nor a file that can be read: ${textOrPath}`, { cause: error })
  }
}
