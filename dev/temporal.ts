import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPem, temporalSettings, type TemporalTls } from '../domain/settings/connections.ts'
import { dataDirOf } from './local/data-dir.ts'
import { readServers } from './local/running.ts'

/** The command line would read text in these as paths. */
const OURS = new Set(['TEMPORAL_TLS_CA', 'TEMPORAL_TLS_CERT', 'TEMPORAL_TLS_KEY'])
const withoutPem = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !OURS.has(name)))

/**
 * `npm run temporal -- <words>`: the set-up's Temporal command line, on the server of the running start or of
 * TEMPORAL_ADDRESS.
 */
const address = process.env['TEMPORAL_ADDRESS'] ?? readServers(dataDirOf(process.env)).temporal_address
if (address === undefined)
  throw new Error('Set TEMPORAL_ADDRESS, or start the service first: its Temporal server is the one to ask.')
const { namespace, tls, apiKey } = temporalSettings(process.env, address)
const child = spawn(process.env['TEMPORAL_EXECUTABLE'] ?? 'temporal', process.argv.slice(2), {
  stdio: 'inherit',
  env: {
    ...withoutPem(process.env),
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    ...(tls === undefined ? {} : commandLineTls(tls)),
    ...(apiKey === undefined ? {} : { TEMPORAL_API_KEY: apiKey }),
  },
})
child.once('error', (error) => {
  console.error(`There is no \`temporal\` on the PATH: ${error.message}`)
  process.exitCode = 1
})
child.once('exit', (code, signal) => {
  process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal])
})

/** The same settings under the names that Temporal's command line reads. */
function commandLineTls({ ca, client, serverName }: TemporalTls): Record<string, string> {
  const pem = (name: string, value: string): Record<string, string> => ({
    [`TEMPORAL_TLS_CLIENT_${name}_${isPem(value) ? 'DATA' : 'PATH'}`]: value,
  })
  return {
    TEMPORAL_TLS: 'true',
    ...(ca === null ? {} : { TEMPORAL_TLS_SERVER_CA_CERT_PATH: isPem(ca) ? fileOf(ca) : ca }),
    ...(client === null ? {} : { ...pem('CERT', client.cert), ...pem('KEY', client.key) }),
    ...(serverName === null ? {} : { TEMPORAL_TLS_SERVER_NAME: serverName }),
  }
}

/** Version 1.5.1 takes the authority's certificate only from a file; it goes when the command ends. */
function fileOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'temporal-ca-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'ca.pem')
  writeFileSync(path, text)
  return path
}
