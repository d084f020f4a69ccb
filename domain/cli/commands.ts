import type { JsonObject, Json } from '../providers/manifest.ts'

/** What the command line client is called; said nowhere else. */
export const CLI = 'svc'

/** What a raw run hands over, as `POST /v1/run` takes it. */
export interface RawArguments {
  readonly path?: JsonObject
  readonly query?: JsonObject
  readonly input?: Json
}

export const inspectCapabilityCommand = (capability: string): string => command('inspect', capability)

export const inspectEndpointCommand = (provider: string, endpoint: string): string => command('inspect', provider, endpoint)

export const runCapabilityCommand = (capability: string, input: Readonly<Record<string, unknown>>): string =>
  command('run', capability, '--input', JSON.stringify(input))

export function runEndpointCommand(provider: string, endpoint: string, { path, query, input }: RawArguments): string {
  const options = Object.entries({ path, query, input }).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, JSON.stringify(value)]))
  return command('run', provider, endpoint, ...options)
}

export const discoverCommand = (query: string): string => command('discover', query)

const command = (...words: readonly string[]): string => [CLI, ...words].map(quoted).join(' ')

/** As a POSIX shell reads it back as one word. */
function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
