import type { JsonObject, Json } from '../json/json.ts'

/** What the command line client is called; said nowhere else. */
export const CLI = 'svc'

/** What a raw run hands over, as `POST /v1/run` takes it. */
export interface RawArguments {
  readonly path?: JsonObject
  readonly query?: JsonObject
  readonly input?: Json
}

export const inspectCapabilityCommand = (capability: string): string => command(['inspect'], [capability])

export const inspectEndpointCommand = (provider: string, endpoint: string): string => command(['inspect'], [provider, endpoint])

export const runCapabilityCommand = (capability: string, input: Readonly<Record<string, unknown>>): string =>
  command(['run'], [capability], ['--input', JSON.stringify(input)])

export function runEndpointCommand(provider: string, endpoint: string, { path, query, input }: RawArguments): string {
  const options = Object.entries({ path, query, input }).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, JSON.stringify(value)]))
  return command(['run'], [provider, endpoint], options)
}

export const discoverCommand = (query: string): string => command(['discover'], [query])

export const readRunCommand = (runId: string): string => command(['runs', 'get'], [runId])

/** A line that works when it is pasted. A word that looks like an option stands behind `--`, where it is none. */
function command(name: readonly string[], words: readonly string[], options: readonly string[] = []): string {
  const line = words.some((word) => word.startsWith('-')) ? [...options, '--', ...words] : [...words, ...options]
  return [CLI, ...name, ...line].map(quoted).join(' ')
}

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

/**
 * As bash and zsh read it back as one word. What a terminal would act upon while it is pasted stands in escapes. (NUL is in no word of a
 * command line, and in no JSON as it is.)
 */
function quoted(word: string): string {
  if (/^[\w./-]+$/.test(word)) return word
  if (!CONTROL.test(word)) return `'${word.replaceAll("'", "'\\''")}'`
  return `$'${word.replaceAll(/['\\]/g, '\\$&').replaceAll(new RegExp(CONTROL, 'g'), escapes)}'`
}

/** The bytes of a control character in UTF-8: two from U+0080 on. */
function escapes(control: string): string {
  const code = control.charCodeAt(0)
  return (code < 0x80 ? [code] : [0xc2, code]).map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
}
