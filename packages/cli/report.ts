import { ConnectionError } from 'routed-data-client/errors'
import { repeatedOptions, type GivenOptions } from './again.ts'
import type { ClientCredentials, Environment } from './config.ts'
import { EXIT, exitOfError } from './exit-codes.ts'
import { Interrupted, ResultRefusal, ServiceRefusal, UsageError } from './failures.ts'
import type { Machine } from './machine.ts'
import { NO_STYLE, type Style, styleFor } from './output/style.ts'
import { problem } from './output/problem.ts'
import { safeJson, safeText } from './output/text.ts'
import { at, listAt, stringAt, textAt } from './output/value.ts'
import { inCommandWords } from './route-words.ts'
import { meantName } from './unknown-name.ts'
import { USER_AGENT } from './version.ts'

export interface ReportParts {
  readonly machine: Machine
  /** The error's answer goes to stdout as it came. */
  readonly json: boolean
  /** null: the service is not known yet. */
  readonly credentials: ClientCredentials | null
  readonly given: GivenOptions
}

/** Prints to stderr what went wrong and what to do, and returns the exit code. Rethrows defects of this program. */
export async function report(error: unknown, reported: ReportParts): Promise<number> {
  const { machine, json } = reported
  const writeError = (text: string): Promise<void> => machine.stderr.write(`${safeText(text)}\n`)
  if (error instanceof Interrupted || machine.interrupted.aborted) {
    if (error instanceof Interrupted && error.message !== '') await writeError(error.message)
    return EXIT.interrupted
  }
  if (error instanceof UsageError) {
    await writeError(`error: ${error.message}`)
    return EXIT.usage
  }
  if (error instanceof ResultRefusal) {
    await writeError(`error: ${error.message}`)
    return error.exitCode
  }
  if (error instanceof ConnectionError) {
    await writeError(
      `error: ${error.message}\nIs the service running? The request went to ${reported.credentials?.baseUrl ?? 'its URL'} (--base-url, SVC_BASE_URL). \`npm start\` starts one on this machine.${after(reported.credentials?.nowhere)}`,
    )
    return EXIT.later
  }
  if (!(error instanceof ServiceRefusal)) throw error
  if (json)
    await machine.stdout.write(
      `${machine.stdout.isTerminal ? safeJson(error.answer.text.trimEnd()) : error.answer.text.trimEnd()}\n`,
    )
  await machine.stderr.write(await refusalText(error, reported))
  return exitOfError(stringAt(error.answer.body, 'error', 'code') ?? '', error.answer.status)
}

const after = (sentence: string | null | undefined): string => (sentence == null ? '' : ` ${sentence}`)

async function refusalText({ answer, sent }: ServiceRefusal, reported: ReportParts): Promise<string> {
  const { machine, credentials } = reported
  const { status, body, text } = answer
  const style: Style = machine.stderr.isTerminal ? styleFor(true, machine.env) : NO_STYLE
  const error = at(body, 'error')
  const code = stringAt(error, 'code')
  if (code === null) {
    // A proxy, another site's page or a redirect: its status is more useful than its text.
    return `error: ${reported.credentials?.baseUrl ?? 'the service'} answered ${status} without an error of the service: ${safeText(text.slice(0, 200)).replaceAll('\n', ' ')}\n`
  }
  const from = credentials === null ? null : { machine, ...credentials }
  const [action, meant] = await Promise.all(
    from === null ? [null, null] : [actionFor(code, from), meantName(error, sent, (path) => readBriefly(path, from))],
  )
  return problem(error, {
    style,
    meant,
    inWords: (words) => inCommandWords(words, `svc${repeatedOptions(reported.given)}`),
    width: machine.stderr.columns,
    action: withCommand(code, {
      message: textAt(error, 'message'),
      action,
      why: credentials?.why ?? credentials?.nowhere ?? '',
    }),
  })
}

/** The advice that the command line itself adds for a code. */
function withCommand(
  code: string,
  { message, action, why }: { readonly message: string; readonly action: string | null; readonly why: string },
): string | null {
  const more =
    code === 'unauthorized'
      ? `\`svc login\` stores a credential; SVC_API_KEY and --key pass one. ${why}`.trimEnd()
      : code === 'forbidden'
        ? storedCredentialFor(message)
        : ''
  return more === '' ? action : `${action ?? ''} ${more}`.trim()
}

/** Which other credential may do what this one may not. */
const storedCredentialFor = (message: string): string =>
  message.startsWith('A connected app cannot')
    ? '`svc login --key -` stores a key.'
    : message.includes('was not given the scope')
      ? '`svc login` signs in again, with all scopes.'
      : ''

/** The longest wait for an explanation. */
const EXPLANATION_DEADLINE_MS = 2_000

interface Explaining {
  readonly machine: Machine
  readonly baseUrl: string
  /** For lists of the workspace; the service's own need neither. */
  readonly token?: string | null
  readonly environment?: Environment | null
}

/**
 * What to do about a code, from the service's own table; null when the table does not arrive in time or has no entry.
 */
export async function actionFor(code: string, from: Explaining): Promise<string | null> {
  const table = await readBriefly('/v1/errors', from)
  return stringAt(
    listAt(table, 'items').find((item) => at(item, 'code') === code),
    'action',
  )
}

/** A list of the service that explains an error; null when it does not arrive in time. */
async function readBriefly(
  path: string,
  { machine, baseUrl, token = null, environment = null }: Explaining,
): Promise<unknown> {
  try {
    const response = await machine.fetch(`${baseUrl}${path}`, {
      headers: {
        'User-Agent': USER_AGENT,
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(environment === null ? {} : { 'Service-Environment': environment }),
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(EXPLANATION_DEADLINE_MS),
    })
    return response.ok ? await response.json() : null
  } catch {
    return null
  }
}
