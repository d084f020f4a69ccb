import { Client, Connection } from '@temporalio/client'
import { type TemporalSettings, temporalSettings } from '../../domain/settings/connections.ts'
import { connectionOptions } from '../../workflows/starters/connection-options.ts'
import { readServers } from '../../dev/local/running.ts'

/** TEMPORAL_ADDRESS, else the Temporal server that the local start recorded in `dataDir`. */
export async function reachTemporal(
  env: NodeJS.ProcessEnv,
  dataDir: string,
): Promise<{ client: Client; temporal: TemporalSettings; close(): Promise<void> }> {
  const address = env['TEMPORAL_ADDRESS'] ?? readServers(dataDir).temporal_address
  if (address === undefined)
    throw new Error('Set TEMPORAL_ADDRESS, or start the service first and use its Temporal server.')
  const temporal = temporalSettings(env, address)
  const connection = await Connection.connect(connectionOptions(temporal))
  return {
    client: new Client({ connection, namespace: temporal.namespace }),
    temporal,
    close: () => connection.close(),
  }
}
