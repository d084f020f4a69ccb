import { newEncryptionKeys } from '../../dev/local/encryption-keys.ts'
import type { Options } from './options.ts'
import { announced, type Program, startProgram } from '../../dev/local/program.ts'
import type { Stop } from '../../dev/local/service.ts'
import type { BenchServers } from './servers.ts'

/** An api in a separate process, as in production. */
export async function startApiProgram(
  name: string,
  databaseUrl: string,
  { options, servers, stops }: { readonly options: Options; readonly servers: BenchServers; readonly stops: Stop[] },
): Promise<Program> {
  const api = await startProgram({
    script: 'api/main.ts',
    name,
    folder: servers.folder,
    profileDir: options.profileDir,
    ready: announced,
    env: {
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: servers.temporal.address,
      ENCRYPTION_KEYS: newEncryptionKeys(),
      PORT: '0',
      METRICS_PORT: '0',
      HOST: '127.0.0.1',
      DEPLOYMENT: 'production',
    },
  })
  stops.push(() => api.stop())
  return api
}
