import { ConnectionError } from 'routed-data-client/errors'
import { configFileOf, readConfigFile, writeConfigFile } from '../config-file.ts'
import {
  BASE_URL_DEFAULT,
  baseUrlOf,
  environmentOf,
  isLoopback,
  isToken,
  readBaseUrl,
  type StoredCredentials,
  withLogin,
  wordOf,
} from '../config.ts'
import type { Context } from '../context.ts'
import { ResultRefusal, UsageError } from '../failures.ts'
import { addGlobals, action, type CommandSetup, withExamples } from '../frame.ts'
import { decodeUtf8, parseInteger } from '../input.ts'
import { safeLine } from '../output/text.ts'
import { textAt } from '../output/value.ts'
import { createRequests } from '../requests.ts'
import { authorizationServerOf, revoke } from '../sign-in/authorization-server.ts'
import { signInByBrowser } from '../sign-in/browser.ts'
import { storedAppOf, withApp } from '../sign-in/stored-app.ts'
import { USER_AGENT } from '../version.ts'

interface Options {
  readonly baseUrl?: string
  readonly key?: string
  readonly session?: string
  /** Left out unless `--no-browser` was given. */
  readonly browser?: boolean
  readonly wait?: string
}

/** As long as the service keeps the page of a sign-in open. */
const WAIT_SECONDS_MAX = 900

/** Signs in through the browser, or stores a credential once the service has identified its workspace. */
export const login: CommandSetup = (command, frame) => {
  command
    .option('--base-url <url>', `URL of the service (that of the last login, or ${BASE_URL_DEFAULT})`)
    .option('--key <key>', "API key; - reads it from standard input, which keeps it out of the shell's history")
    .option('--session <token>', 'session token; - reads it from standard input')
    .option('--no-browser', 'open no browser, only print the address of the page')
    .option('--wait <seconds>', `how long to wait for the browser, at most ${WAIT_SECONDS_MAX} (${WAIT_SECONDS_MAX})`)
  addGlobals(command)
  withExamples(
    action<Options>(command, frame, async (context, options) => {
      const inBrowser = options.key === undefined && options.session === undefined
      if (inBrowser && !context.machine.stderr.isTerminal && options.browser !== false)
        throw new UsageError(
          'Without a terminal, svc login stores a key or a session. Use --key or --session; the value - reads it from standard input. --no-browser prints the address of the sign-in page.',
        )
      const stored = await readConfigFile(context.machine)
      const baseUrl = await baseUrlFor(context, options, inBrowser ? stored : null)
      await writeConfigFile(
        context.machine,
        inBrowser ? await signedIn(context, baseUrl, options) : await withCredentials(context, baseUrl, options),
      )
      await context.note(`Stored in ${configFileOf(context.machine)}, which only you can read.`)
    }),
    ['svc login', 'svc login --key - < key.txt', 'svc login --base-url https://api.example.com --key - < key.txt'],
  )
}

/** Keys are for the service that the command names; a person signs in again where they did. */
async function baseUrlFor(
  { machine, warn }: Context,
  options: Options,
  stored: StoredCredentials | null,
): Promise<string> {
  const baseUrl = readBaseUrl(
    options.baseUrl ?? machine.env['SVC_BASE_URL'] ?? (stored === null ? BASE_URL_DEFAULT : baseUrlOf(stored)),
  )
  if (baseUrl === null)
    throw new UsageError('--base-url begins with http:// or https:// and has neither a password nor a query.')
  if (baseUrl.startsWith('http:') && !isLoopback(new URL(baseUrl).hostname))
    await warn(`${baseUrl} is not encrypted: others on the network can read the credential.`)
  return baseUrl
}

async function withCredentials(context: Context, baseUrl: string, options: Options): Promise<StoredCredentials> {
  if (options.key === '-' && options.session === '-')
    throw new UsageError('Standard input can provide only one of them. Pass the other one as text.')
  const [key, session] = [await credentialOf(context, options.key), await credentialOf(context, options.session)]
  for (const token of [key, session]) if (token !== null) await introduce(context, { baseUrl, token })
  return withLogin(await readConfigFile(context.machine), { baseUrl, key, session })
}

async function signedIn(context: Context, baseUrl: string, { browser, wait }: Options): Promise<StoredCredentials> {
  const { clientId, tokens } = await signInByBrowser(context, {
    baseUrl,
    opens: browser !== false,
    waitSeconds: parseInteger(wait, '--wait', { min: 1, max: WAIT_SECONDS_MAX }) ?? WAIT_SECONDS_MAX,
  })
  await introduce(context, { baseUrl, token: tokens.accessToken })
  const before = await readConfigFile(context.machine)
  await endSignIn(context, before)
  const stored = withApp(before, { baseUrl, clientId, tokens })
  await context.note(`svc may ${tokens.scope.replaceAll(' ', ', ')}. ${NOT_FOR_APPS}`)
  if ((stored.test_key ?? stored.live_key ?? stored.session_token) !== undefined)
    await context.note('The keys and the session that are stored are used before it. svc logout deletes them.')
  return stored
}

const NOT_FOR_APPS =
  'It may not decide over money, credentials, senders or members: these commands need a key (svc login --key -) or a session (svc login --session -).'

async function credentialOf({ machine }: Context, given: string | undefined): Promise<string | null> {
  if (given === undefined) return null
  const text = (given === '-' ? decodeUtf8(await machine.readStdin()) : given).trim()
  if (!isToken(text))
    throw new UsageError('A key or a session token is one word of visible characters. This one is empty or incomplete.')
  return text
}

/** Verifies a credential; throws the service's refusal of an unknown one. */
async function introduce(
  context: Context,
  { baseUrl, token }: { readonly baseUrl: string; readonly token: string },
): Promise<void> {
  const requests = await createRequests(
    context.machine,
    { baseUrl, token, environment: null, isApp: false, from: 'svc login', why: null, nowhere: null },
    USER_AGENT,
  )
  const { body } = await requests.request('GET /v1/auth/me')
  const own = environmentOf(token)
  await context.note(
    `Workspace ${safeLine(textAt(body, 'workspace', 'name'))}${own === null ? '' : `, ${wordOf(own)}`} at ${baseUrl}.`,
  )
}

/** Removes what `svc login` stored, and ends the sign-in of the browser; keys stay valid. */
export const logout: CommandSetup = (command, frame) => {
  withExamples(
    action(command, frame, async (context) => {
      const { machine } = context
      await endSignIn(context, await readConfigFile(machine))
      const there = await machine.removeFile(configFileOf(machine))
      await context.note(
        there
          ? `Deleted ${configFileOf(machine)}. Keys stay valid until they are revoked: svc keys lists them.`
          : 'There is no stored credential.',
      )
    }),
    ['svc logout'],
  )
}

/** Revokes the tokens of an earlier sign-in, which are about to be forgotten. */
async function endSignIn({ machine, note, warn }: Context, stored: StoredCredentials | null): Promise<void> {
  const baseUrl = stored === null ? BASE_URL_DEFAULT : baseUrlOf(stored)
  const app = storedAppOf(stored, baseUrl)
  if (app === null) return
  const ended = await authorizationServerOf(machine, baseUrl)
    .then((server) => revoke(machine, server, { token: app.refreshToken ?? app.token, clientId: app.clientId }))
    .catch((error: unknown) => {
      if (error instanceof ResultRefusal || error instanceof ConnectionError) return false
      throw error
    })
  if (ended) await note(`Ended the sign-in at ${baseUrl}.`)
  else
    await warn(
      `${baseUrl} did not confirm the end of the sign-in. It is in the list of connected apps: svc apps list --session`,
    )
}
