import type { Answer, Client, Operation } from 'routed-data-client'
import type { ClientCredentials } from './config.ts'
import { ServiceRefusal, UsageError } from './failures.ts'
import type { Machine } from './machine.ts'

export type { Answer } from 'routed-data-client'

type Params = Readonly<Record<string, string>>

export interface CliRequestOptions {
  /** Values of the `{placeholders}` of the path. */
  readonly params?: Params
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal
}

/** How commands send requests to the service. */
export interface ServiceRequests {
  readonly credentials: ClientCredentials
  readonly client: Client
  /**
   * One operation by its name. Throws a ServiceRefusal for every answer but a success, and a ConnectionError when no
   * answer comes.
   */
  request(operation: Operation, options?: CliRequestOptions): Promise<Answer>
  /** The same, but returns every answer, also a refusal. */
  send(operation: Operation, options?: CliRequestOptions): Promise<Answer>
  /**
   * The text of a long answer piece by piece, without holding all of it. Throws as `request` does; a broken answer
   * throws where it breaks.
   */
  stream(
    operation: Operation,
    parts: Pick<CliRequestOptions, 'params' | 'query'>,
  ): AsyncGenerator<string, void, undefined>
}

/**
 * The typed client with the resolved credentials; it makes idempotency keys, and repeats requests that may be repeated.
 */
export async function createRequests(
  machine: Machine,
  credentials: ClientCredentials,
  userAgent: string,
): Promise<ServiceRequests> {
  // Loaded with the first request, so that help and completion start without it.
  const { ConnectionError, createClient, pathOf } = await import('routed-data-client')
  const { baseUrl, token, environment, isApp } = credentials
  const sending = isApp
    ? (await import('./sign-in/current-token.ts')).fetchWithCurrentToken(machine, baseUrl)
    : machine.fetch
  const client = createClient({
    baseUrl,
    token: token ?? undefined,
    environment: environment ?? undefined,
    fetch: sending,
    userAgent,
  })
  const partsOf = (operation: Operation, params: Params): { method: string; path: string } => {
    const [method = '', template = ''] = operation.split(' ')
    const refused = (name: string): UsageError =>
      new UsageError(`"${params[name] ?? ''}" is not a valid ${name.replaceAll('_', ' ')}.`)
    return { method, path: pathOf(template, params, refused) }
  }
  const send: ServiceRequests['send'] = (
    operation,
    { params = {}, query, body, headers = {}, signal = machine.interrupted } = {},
  ) => {
    const given = Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    )
    return client.send({ ...partsOf(operation, params), query, body, headers: given, signal })
  }
  return {
    credentials,
    client,
    send,
    async *stream(operation, { params = {}, query = {} }) {
      const { method, path } = partsOf(operation, params)
      try {
        yield* textOf(machine, {
          url: baseUrl + path + searchOf(query),
          method,
          headers: headersOf(credentials, userAgent),
          fetch: sending,
        })
      } catch (error) {
        if (error instanceof ServiceRefusal || machine.interrupted.aborted) throw error
        throw new ConnectionError(operation, { timedOut: false, cause: error, idempotencyKey: null })
      }
    },
    async request(operation, options) {
      const answer = await send(operation, options)
      if (answer.status >= 200 && answer.status < 300) return answer
      throw new ServiceRefusal(answer, options)
    },
  }
}

function searchOf(query: NonNullable<CliRequestOptions['query']>): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}

const headersOf = ({ token, environment }: ClientCredentials, userAgent: string): Record<string, string> => ({
  'User-Agent': userAgent,
  ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
  ...(environment === null ? {} : { 'Service-Environment': environment }),
})

interface StreamRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly fetch: typeof fetch
}

/** The text of an answer piece by piece. Throws a ServiceRefusal for every answer but a success. */
async function* textOf(
  machine: Machine,
  { url, method, headers, fetch: sending }: StreamRequest,
): AsyncGenerator<string, void, undefined> {
  const response = await sending(url, { method, headers, redirect: 'manual', signal: machine.interrupted })
  if (!response.ok) throw new ServiceRefusal(await answerOf(response))
  if (response.body !== null) yield* response.body.pipeThrough(new TextDecoderStream())
}

async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response
  const text = await response.text()
  return {
    status,
    headers,
    text,
    body: headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : text,
  }
}
