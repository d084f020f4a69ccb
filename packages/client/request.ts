import { CursorExpiredError, ServiceError } from './errors.ts'
import type { Operations } from './operations.ts'
import type { QueryValues, Send } from './transport.ts'
import type { Answer } from './tries.ts'

/** `POST /v1/run` and all the others. */
export type Operation = keyof Operations
/** The body of an operation's success. */
export type AnswerOf<O extends Operation> = Operations[O]['answer']
/** The input of an operation: `params`, `query`, `body` and `idempotencyKey`, as it declares them. */
export type RequestOptions<O extends Operation> = Omit<Operations[O], 'answer'> & {
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

/** Optional where no part of it is required. */
export type RequestArguments<O extends Operation> =
  {} extends RequestOptions<O> ? [options?: RequestOptions<O>] : [options: RequestOptions<O>]

/** Returns the body of a 2xx and throws a ServiceError for every other answer. */
export type Request = <O extends Operation>(operation: O, ...options: RequestArguments<O>) => Promise<AnswerOf<O>>

/** The run-time shape of the types above. */
export interface RequestParts {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: QueryValues
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly idempotencyKey?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export function createRequest(send: Send): Request {
  async function request<O extends Operation>(operation: O, ...options: RequestArguments<O>): Promise<AnswerOf<O>>
  // The service validates its answers by the schemas that the types are made from: they are not checked again here.
  async function request(operation: string, options: RequestParts = {}): Promise<unknown> {
    return successOf(await sendOperation(send, operation, options))
  }
  return request
}

/** Sends an operation by its name, and returns every answer. */
export function sendOperation(
  send: Send,
  operation: string,
  { params = {}, query, body, idempotencyKey, headers, signal }: RequestParts,
): Promise<Answer> {
  const [method = '', template = ''] = operation.split(' ')
  return send({
    method,
    query,
    body,
    signal,
    path: pathOf(template, params),
    headers: {
      // The only text bodies are CSV tables.
      ...(typeof body === 'string' ? { 'Content-Type': 'text/csv' } : {}),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      ...headers,
    },
  })
}

export function successOf(answer: Answer): unknown {
  if (answer.status >= 200 && answer.status < 300) return answer.body
  const error = new ServiceError(answer)
  throw error.code === 'cursor_expired' ? new CursorExpiredError(answer) : error
}

/**
 * The path of an operation with its values. Throws the error that `refused` makes from the name of a value that is
 * missing or would change the path.
 */
export function pathOf(
  template: string,
  params: Readonly<Record<string, string>>,
  refused = (name: string): Error => new TypeError(`${template} needs a value for {${name}}.`),
): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    // A value of dots would lead to another path, however it is encoded.
    if (value === undefined || /^\.{0,2}$/.test(value)) throw refused(name)
    return encodeURIComponent(value)
  })
}
