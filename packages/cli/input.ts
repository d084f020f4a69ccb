import { ResultRefusal, UsageError } from './failures.ts'
import { EXIT } from './exit-codes.ts'
import type { Machine } from './machine.ts'
import { parseExactly } from './output/exact-json.ts'

/**
 * JSON from the command line: as it is written, `@file`, or `-` for standard input. Throws a UsageError for bad JSON
 * that names `what` and quotes no input.
 */
export async function readJson(machine: Machine, given: string, what: string): Promise<unknown> {
  const text = await readText(machine, given)
  try {
    return parseExactly(text)
  } catch (error) {
    throw new UsageError(
      `${what} is not JSON${placeOf(error)}. Use JSON, @file, or - for standard input${text.trim() === '' ? '; the input is empty' : ''}.`,
    )
  }
}

/** An option's text, the file that it names by `@`, or standard input. */
export async function readText(machine: Machine, given: string): Promise<string> {
  if (given === '-') return decodeUtf8(await machine.readStdin())
  return given.startsWith('@') ? decodeUtf8(await readNamedFile(machine, given.slice(1))) : given
}

/** UTF-8, without the byte order mark. */
export const decodeUtf8 = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/**
 * A file's bytes, or those of standard input for `-`. Throws a UsageError for a missing
 * file, and a ResultRefusal for one that cannot be read.
 */
export async function readNamedFile(machine: Machine, path: string): Promise<Uint8Array> {
  if (path === '-') return machine.readStdin()
  const bytes = await machine.readFile(path).catch((error: unknown) => {
    throw new ResultRefusal(
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      EXIT.usage,
    )
  })
  if (bytes === null) throw new UsageError(`There is no file ${path}.`)
  return bytes
}

/** The parser's message quotes its input, which may be a secret; the position is enough. */
function placeOf(error: unknown): string {
  const place = /position \d+( \(line \d+ column \d+\))?/.exec(error instanceof Error ? error.message : '')
  return place === null ? '' : ` at ${place[0]}`
}

/**
 * `name=value` is text and `name:=json` is JSON, as in HTTPie; a dot leads into an object (`location.city=Paris`),
 * except after a backslash. The first sign decides, so a value may hold both. Throws a UsageError for anything else.
 */
export function parsePairs(pairs: readonly string[]): Readonly<Record<string, unknown>> {
  const input: Record<string, unknown> = {}
  for (const pair of pairs) {
    const found = /^((?:\\.|[^=\\])+?)(:?=)([\s\S]*)$/.exec(pair)
    if (found === null)
      throw new UsageError(`"${pair}" is not name=value. Use name=text, or name:=json for numbers, lists and objects.`)
    const [, name = '', sign, value = ''] = found
    put(input, namesOf(name), sign === '=' ? value : jsonOf(name, value))
  }
  return input
}

const namesOf = (name: string): string[] => name.split(/(?<!\\)\./).map((part) => part.replaceAll(/\\(.)/g, '$1'))

function jsonOf(name: string, value: string): unknown {
  try {
    return parseExactly(value)
  } catch {
    throw new UsageError(`${name}:= needs JSON, as in ${name}:=5 or ${name}:='["a","b"]'. For text write ${name}=…`)
  }
}

function put(into: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  const define = (inner: unknown): void => {
    Object.defineProperty(into, name, { value: inner, enumerable: true, writable: true, configurable: true })
  }
  if (rest.length === 0) {
    if (Object.hasOwn(into, name)) throw new UsageError(`${name} occurs twice.`)
    define(value)
    return
  }
  const found: unknown = Object.hasOwn(into, name) ? into[name] : undefined
  if (found !== undefined && !isRecord(found)) throw new UsageError(`${name} occurs twice.`)
  const inner = isRecord(found) ? found : {}
  define(inner)
  put(inner, rest, value)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An integer of an option, within its bounds; throws a UsageError otherwise. */
export function parseInteger(
  text: string | undefined,
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (!/^\d{1,9}$/.test(text) || value < min || value > max)
    throw new UsageError(`${name} is an integer from ${min} to ${max}, not "${text}".`)
  return value
}

/** Names that commas separate. */
export const partedNames = (list: string): string[] =>
  list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/**
 * `now`, or a time before now (`90s`, `15m`, `2h`, `7d`), as ISO 8601. Other text is unchanged: the API validates it.
 */
export function parseTime(text: string, nowMs: number): string {
  if (text === 'now') return new Date(nowMs).toISOString()
  const found = /^-?(\d{1,6})([smhd])$/.exec(text)
  if (found === null) return text
  return new Date(nowMs - Number(found[1]) * (UNITS_MS[found[2] ?? ''] ?? 0)).toISOString()
}
