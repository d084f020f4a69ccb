import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from './ports.ts'
import type { Stop } from './service.ts'

/** The twins of all live providers, in a process next to a local service. */
export interface LocalTwins {
  readonly url: string
  /** The settings by which the service calls them, in place of those of the providers. */
  readonly environment: Readonly<Record<string, string>>
  /** Where they send what providers report. */
  reportTo(serviceUrl: string): Promise<void>
}

const PORT = 8650
/** They are a part of the tests, which no image has. */
const PROGRAM = fileURLToPath(new URL('../../test/twins/main.ts', import.meta.url))

export async function startLocalTwins(stops: Stop[]): Promise<LocalTwins> {
  const child = spawn(process.execPath, [PROGRAM, '--json'], {
    env: { ...process.env, TWINS_PORT: String(await freePort(PORT)) },
    // They end with their standard input, so also when this process dies.
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  stops.push(async () => {
    child.stdin.end()
    await ended
  })
  const [line]: unknown[] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then(() => Promise.reject(new Error('The twins did not start.'))),
  ])
  const { url, environment }: { url: string; environment: Readonly<Record<string, string>> } = JSON.parse(String(line))
  return {
    url,
    environment,
    async reportTo(serviceUrl) {
      await fetch(`${url}/_twin/service`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url: serviceUrl }),
      })
    },
  }
}
