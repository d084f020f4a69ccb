import { CursorExpiredError, ServiceError } from './errors.ts'
import type { QueryValues, Send } from './transport.ts'
import type { Answer } from './tries.ts'

export type Operation = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`

export interface RequestOptions {
  /** Values of the `{placeholders}` of the path. */
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: QueryValues | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: unknown
  /** Made by the client where the operation takes one and none is given. */
  readonly idempotencyKey?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** Answers the body of a 2xx and throws a ServiceError for everything else. */
export type Request = (operation: Operation, options?: RequestOptions) => Promise<unknown>

export const createRequest = (send: Send): Request => async (operation, options = {}) =>
  successOf(await sendOperation(send, operation, options))

/** Sends an operation by its name, and answers whatever comes back. */
export function sendOperation(send: Send, operation: string, options: RequestOptions): Promise<Answer> {
  const { params = {}, query, body, idempotencyKey, signal } = options
  const [method = '', template = ''] = operation.split(' ')
  return send({
    method, query, body, signal, path: pathOf(template, params),
    headers: {
      ...(typeof body === 'string' ? { 'Content-Type': 'text/csv' } : {}),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      ...options.headers,
    },
  })
}

export function successOf(answer: Answer): unknown {
  if (answer.status >= 200 && answer.status < 300) return answer.body
  throw errorOf(answer)
}

function errorOf(answer: Answer): ServiceError {
  const error = new ServiceError(answer)
  return error.code === 'cursor_expired' ? new CursorExpiredError(answer) : error
}

function pathOf(template: string, params: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    // A value of dots would be another path, however it is encoded.
    if (value === undefined || /^\.{0,2}$/.test(value)) throw new TypeError(`${template} needs a value for {${name}}.`)
    return encodeURIComponent(value)
  })
}
