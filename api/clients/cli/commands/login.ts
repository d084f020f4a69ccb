import { configFileOf, readConfigFile, writeConfigFile } from '../config-file.ts'
import { BASE_URL_DEFAULT, environmentOf, isLoopback, isToken, readBaseUrl, withLogin, wordOf } from '../config.ts'
import { createRequests } from '../requests.ts'
import type { Context } from '../context.ts'
import { UsageError } from '../failures.ts'
import { addGlobals, does, type Fill, withExamples } from '../frame.ts'
import { decodeUtf8 } from '../input.ts'
import { safeLine } from '../output/text.ts'
import { textAt } from '../output/value.ts'
import { USER_AGENT } from '../version.ts'

interface Options {
  readonly baseUrl?: string
  readonly key?: string
  readonly session?: string
}

/** Stores a credential once the service has identified its workspace. */
export const login: Fill = (command, frame) => {
  command
    .option('--base-url <url>', `URL of the service (${BASE_URL_DEFAULT})`)
    .option('--key <key>', "API key; - reads it from standard input, which keeps it out of the shell's history")
    .option('--session <token>', 'session token; - reads it from standard input')
  addGlobals(command)
  withExamples(
    does<Options>(command, frame, async (context, options) => {
      const { machine } = context
      if (options.key === undefined && options.session === undefined)
        throw new UsageError(
          'svc login stores a key or a session. Use --key or --session; the value - reads it from standard input.',
        )
      if (options.key === '-' && options.session === '-')
        throw new UsageError('Standard input can provide only one of them. Pass the other one as text.')
      const baseUrl = readBaseUrl(options.baseUrl ?? machine.env['SVC_BASE_URL'] ?? BASE_URL_DEFAULT)
      if (baseUrl === null)
        throw new UsageError('--base-url begins with http:// or https:// and has neither a password nor a query.')
      if (baseUrl.startsWith('http:') && !isLoopback(new URL(baseUrl).hostname))
        await context.warn(`${baseUrl} is not encrypted: others on the network can read the credential.`)
      const [key, session] = [await credentialOf(context, options.key), await credentialOf(context, options.session)]
      for (const token of [key, session]) if (token !== null) await introduce(context, { baseUrl, token })
      await writeConfigFile(machine, withLogin(await readConfigFile(machine), { baseUrl, key, session }))
      await context.note(`Stored in ${configFileOf(machine)}, which only you can read.`)
    }),
    ['svc login --key - < key.txt', 'svc login --base-url https://api.example.com --key - < key.txt'],
  )
}

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
    { baseUrl, token, environment: null, from: 'svc login', why: null, nowhere: null },
    USER_AGENT,
  )
  const { body } = await requests.request('GET /v1/auth/me')
  const own = environmentOf(token)
  await context.note(
    `Workspace ${safeLine(textAt(body, 'workspace', 'name'))}${own === null ? '' : `, ${wordOf(own)}`} at ${baseUrl}.`,
  )
}

/** Removes what `svc login` stored; the credentials themselves stay valid. */
export const logout: Fill = (command, frame) => {
  withExamples(
    does(command, frame, async (context) => {
      const there = await context.machine.removeFile(configFileOf(context.machine))
      await context.note(
        there
          ? `Deleted ${configFileOf(context.machine)}. Keys stay valid until they are revoked: svc api GET /v1/api-keys lists them.`
          : 'There is no stored credential.',
      )
    }),
    ['svc logout'],
  )
}
