import type { Operation } from 'routed-data-client'
import { repeatedOptions, withGivenOptions } from './again.ts'
import { type Answer, type CliRequestOptions, type ServiceRequests, createRequests } from './requests.ts'
import { type ClientCredentials, type Environment, isToken, resolveCredentials, resolveForPerson } from './config.ts'
import { configFileOf, localFileOf, readConfigFile, readLocalFile } from './config-file.ts'
import { UsageError } from './failures.ts'
import { decodeUtf8 } from './input.ts'
import type { Machine } from './machine.ts'
import { type Style, styleFor } from './output/style.ts'
import { picked } from './output/picked.ts'
import { type TextColumn, table } from './output/table.ts'
import { safeJson, safeText } from './output/text.ts'
import { parseReadably } from './output/exact-json.ts'
import { listAt } from './output/value.ts'
import { inCommandWords } from './route-words.ts'
import { USER_AGENT } from './version.ts'

/** The options that every command takes besides its own. */
export interface GlobalOptions {
  readonly json?: boolean
  /** Members of the JSON to print instead of all of it. */
  readonly field?: string
  readonly baseUrl?: string
  readonly key?: string
  readonly session?: boolean
  readonly test?: boolean
  readonly live?: boolean
  readonly quiet?: boolean
}

interface ContextOptions extends GlobalOptions {
  /** A session is preferred to a key. */
  readonly asPerson?: boolean
}

/** What a command works with: the service, and the person who reads. */
export interface Context {
  readonly machine: Machine
  readonly json: boolean
  /** `--field` selects single members; errors are printed as text. */
  readonly picks: boolean
  readonly quiet: boolean
  readonly style: Style
  /** Of the terminal; null: lines are not wrapped. */
  readonly width: number | null
  requests(): Promise<ServiceRequests>
  /** See `ServiceRequests`. */
  request(operation: Operation, options?: CliRequestOptions): Promise<Answer>
  send(operation: Operation, options?: CliRequestOptions): Promise<Answer>
  /** With `--json` the answer's JSON as it came; otherwise the command's view of it for a person. */
  show(answer: Answer, view: (body: unknown) => string): Promise<void>
  /** One line of JSON, or what `--field` names of it. */
  jsonLine(text: string): Promise<void>
  /** Text for a person; the caller has made it safe for a terminal. */
  print(text: string): Promise<void>
  /** A note that is no output: on stderr, and suppressed by `--quiet`. */
  note(text: string): Promise<void>
  /** A sentence that may end in a command: the command gets the same service and environment as this one. */
  again(text: string): string
  /** A text of the service, with commands in place of the routes that it names. */
  inWords(text: string): string
  /** The same as a note. */
  hint(text: string): Promise<void>
  /** The hints of the service's answer; with `--json` they are part of the answer. */
  hints(answer: Answer): Promise<void>
  /** A warning, which `--quiet` does not silence. */
  warn(text: string): Promise<void>
  /** `indent`: how far the table will be indented. */
  table(columns: readonly TextColumn[], rows: readonly (readonly string[])[], indent?: number): string
}

/** `onService` receives the resolved credentials as soon as they are known, for error reports. */
export function createContext(
  machine: Machine,
  options: ContextOptions,
  onService: (credentials: ClientCredentials) => void = () => undefined,
): Context {
  const { stdout, stderr } = machine
  const style = styleFor(stdout.isTerminal, machine.env)
  const width = stdout.isTerminal ? stdout.columns : null
  let connection: Promise<ServiceRequests> | null = null
  const made = (): Promise<ServiceRequests> =>
    (connection ??= connect(machine, options).then((connected) => {
      onService(connected.credentials)
      return connected
    }))
  const warn = (text: string): Promise<void> => stderr.write(`${safeText(text)}\n`)
  const note = async (text: string): Promise<void> => {
    if (options.quiet !== true) await warn(text)
  }
  const again = (text: string): string => withGivenOptions(text, options)
  const inWords = (text: string): string => inCommandWords(text, `svc${repeatedOptions(options)}`)
  const hint = (text: string): Promise<void> => note(again(text))
  const json = options.json === true || options.field !== undefined
  const jsonLine = async (text: string): Promise<void> => {
    const line = options.field === undefined ? text : picked(text, options.field)
    await stdout.write(`${!stdout.isTerminal ? line : options.field === undefined ? safeJson(line) : safeText(line)}\n`)
  }
  return {
    machine,
    style,
    width,
    warn,
    note,
    again,
    inWords,
    hint,
    jsonLine,
    json,
    picks: options.field !== undefined,
    quiet: options.quiet === true,
    requests: made,
    request: async (operation, requestOptions) => (await made()).request(operation, requestOptions),
    send: async (operation, requestOptions) => (await made()).send(operation, requestOptions),
    async show(answer, view) {
      if (json) await jsonLine(answer.text.trimEnd())
      else await stdout.write(view(bodyOf(answer)))
    },
    print: (text) => stdout.write(text),
    async hints({ body }) {
      if (!json) for (const text of listAt(body, 'hints')) await hint(inWords(String(text)))
    },
    table: (columns, rows, indent = 0) =>
      table(columns, rows, { width: width === null ? null : width - indent, style }),
  }
}

/** For a person: long numbers keep all their digits. */
export function bodyOf({ body, text }: Answer): unknown {
  return typeof body === 'object' && body !== null ? parseReadably(text) : body
}

async function connect(machine: Machine, options: ContextOptions): Promise<ServiceRequests> {
  const { env } = machine
  const resolve = options.asPerson === true ? resolveForPerson : resolveCredentials
  const resolved = resolve({
    flags: {
      ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }),
      ...(options.key === undefined
        ? {}
        : { key: (options.key === '-' ? decodeUtf8(await machine.readStdin()) : options.key).trim() }),
      ...(options.session === true ? { session: true } : {}),
      ...requestedEnvironment(options),
    },
    env: {
      ...given('baseUrl', env['SVC_BASE_URL']),
      ...given('key', env['SVC_API_KEY']),
      ...given('session', env['SVC_SESSION_TOKEN']),
    },
    config: await readConfigFile(machine),
    local: await readLocalFile(machine),
    files: { config: configFileOf(machine), local: localFileOf(machine) },
  })
  if (resolved.kind === 'refused') throw new UsageError(resolved.message)
  const { token, from } = resolved.credentials
  // The platform's own error for such a header would quote the credential.
  if (token !== null && !isToken(token))
    throw new UsageError(
      `The credential of ${from} is not one word of visible characters. It is incomplete, or has several words.`,
    )
  return createRequests(machine, await withCurrentToken(machine, resolved.credentials), USER_AGENT)
}

/** Replaces a token that has ended before the first request, where a refusal can still be reported as one. */
async function withCurrentToken(machine: Machine, credentials: ClientCredentials): Promise<ClientCredentials> {
  if (!credentials.isApp) return credentials
  const { currentToken } = await import('./sign-in/current-token.ts')
  return { ...credentials, token: (await currentToken(machine, credentials.baseUrl)) ?? credentials.token }
}

const given = (name: string, value: string | undefined): Readonly<Record<string, string>> =>
  value === undefined || value.trim() === '' ? {} : { [name]: value.trim() }

function requestedEnvironment({ test, live }: GlobalOptions): { environment?: Environment } {
  if (test === true && live === true) throw new UsageError('--test and --live exclude each other.')
  return test === true ? { environment: 'test' } : live === true ? { environment: 'live' } : {}
}
