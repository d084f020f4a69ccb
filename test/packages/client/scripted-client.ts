import { afterEach } from '@jest/globals'
import { type ClientOptions, createClient } from '../../../packages/client/index.ts'
import { type Reaction, type ScriptedServer, scriptedServer } from './scripted-server.ts'

const servers: ScriptedServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

/** A server that follows the script, and is closed with the test. */
export async function serverOf(script: readonly Reaction[]): Promise<ScriptedServer> {
  const server = await scriptedServer(...script)
  servers.push(server)
  return server
}

/** The same with a client for it. */
export async function clientOf(script: readonly Reaction[], options: Partial<ClientOptions> = {}) {
  const server = await serverOf(script)
  return { server, client: createClient({ baseUrl: server.url, token: 'svc_test_key', ...options }) }
}

/** The error of a refused call. */
export const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'answered',
    (error: unknown) => error,
  )
