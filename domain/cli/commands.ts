import type { JsonObject, Json } from '../json/json.ts'

/** The name of the command line client, written only here. */
export const CLI = 'svc'

/** The input of a raw run, as `POST /v1/run` takes it, and what the caller answers for. */
export interface RawArguments {
  readonly path?: JsonObject
  readonly query?: JsonObject
  readonly input?: Json
  readonly routing?: { readonly allow_unchecked_recipients: true }
}

export const inspectCapabilityCommand = (capability: string): string => command(['inspect'], [capability])

export const inspectEndpointCommand = (provider: string, endpoint: string): string =>
  command(['inspect'], [provider, endpoint])

export const runCapabilityCommand = (capability: string, input: Readonly<Record<string, unknown>>): string =>
  command(['run'], [capability], ['--input', JSON.stringify(input)])

export function runEndpointCommand(
  provider: string,
  endpoint: string,
  { path, query, input, routing }: RawArguments,
): string {
  const options = Object.entries({ path, query, input }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, JSON.stringify(value)],
  )
  return command(
    ['run'],
    [provider, endpoint],
    routing === undefined ? options : [...options, '--allow-unchecked-recipients'],
  )
}

/** A line that works when it is pasted. A word that looks like an option comes after `--`, where it is none. */
function command(name: readonly string[], words: readonly string[], options: readonly string[] = []): string {
  const line = words.some((word) => word.startsWith('-')) ? [...options, '--', ...words] : [...words, ...options]
  return [CLI, ...name, ...line].map(quoted).join(' ')
}

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

/**
 * Quotes a text such that bash and zsh read it back as one word. Characters that a terminal would act upon while it is
 * pasted are escaped. (NUL occurs in no word of a command line, and in no JSON unescaped.)
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
