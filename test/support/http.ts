/** A small client for tests: it sends any request, broken ones included, and reads the answer. */

export interface HttpAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body; undefined when it is no JSON. Tests look into it with `toMatchObject` or `at`. */
  readonly body: unknown
  /** One value inside the body: `answer.at('error', 'code')`. */
  at(...path: string[]): unknown
}

export interface HttpRequest {
  readonly method?: string
  /** Sent as JSON with its content type, unless `text` is given. */
  readonly body?: unknown
  /** Sent as it is, without a content type. */
  readonly text?: string
  /** Sent as they are, in place of `text`. */
  readonly bytes?: Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export interface HttpClient {
  request(path: string, request?: HttpRequest): Promise<HttpAnswer>
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<HttpAnswer>
  post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<HttpAnswer>
  put(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<HttpAnswer>
  patch(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<HttpAnswer>
  delete(path: string, headers?: Readonly<Record<string, string>>): Promise<HttpAnswer>
  /** The same client with another credential. */
  as(token: string | null): HttpClient
}

export function httpClient(baseUrl: string, token: string | null = null): HttpClient {
  const request = async (path: string, wanted: HttpRequest = {}): Promise<HttpAnswer> => {
    const sent = wanted.text ?? (wanted.body === undefined ? undefined : JSON.stringify(wanted.body))
    const response = await fetch(`${baseUrl}${path}`, {
      method: wanted.method ?? 'GET',
      headers: {
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(wanted.text === undefined && wanted.body !== undefined ? { 'Content-Type': 'application/json' } : {}),
        ...wanted.headers,
      },
      // As bytes, so that fetch adds no content type.
      ...(sent === undefined ? {} : { body: new TextEncoder().encode(sent) }),
      ...(wanted.bytes === undefined ? {} : { body: wanted.bytes }),
      ...(wanted.signal === undefined ? {} : { signal: wanted.signal }),
      redirect: 'manual',
    })
    const text = await response.text()
    const body = parsed(text)
    return { status: response.status, headers: response.headers, text, body, at: (...members) => at(body, ...members) }
  }
  return {
    request,
    get: (path, headers = {}) => request(path, { headers }),
    post: (path, body, headers = {}) => request(path, { method: 'POST', body, headers }),
    put: (path, body, headers = {}) => request(path, { method: 'PUT', body, headers }),
    patch: (path, body, headers = {}) => request(path, { method: 'PATCH', body, headers }),
    delete: (path, headers = {}) => request(path, { method: 'DELETE', headers }),
    as: (other) => httpClient(baseUrl, other),
  }
}

/** Walks down a value of unknown shape; undefined where it ends early. Array items are named by their index. */
export const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (inner, member) =>
      typeof inner === 'object' && inner !== null ? Object.getOwnPropertyDescriptor(inner, member)?.value : undefined,
    value,
  )

/** The members of an object of unknown shape. */
export const membersOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
