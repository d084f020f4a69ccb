import type { Run } from '../../api/schemas/run.ts'

export interface RunAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Run
}

/** A client of one key that speaks runs; the API validates its own answers in tests, so their shape is a Run. */
export function runClient(url: string, key: string) {
  const call = async <Body = Run>(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer: Body = JSON.parse(await response.text())
    return { status: response.status, headers: response.headers, body: answer }
  }
  return {
    call,
    run: (body: unknown, headers?: Readonly<Record<string, string>>): Promise<RunAnswer> =>
      call('POST', '/v1/run', body, headers),
    get: (runId: string, waitSeconds = 0): Promise<RunAnswer> => call('GET', `/v1/runs/${runId}?wait=${waitSeconds}`),
    cancel: (runId: string, headers?: Readonly<Record<string, string>>): Promise<RunAnswer> =>
      call('POST', `/v1/runs/${runId}/cancel`, undefined, headers),
    list: (query = ''): Promise<{ status: number; body: { items: Run[]; next_cursor: string | null } }> =>
      call<{ items: Run[]; next_cursor: string | null }>('GET', `/v1/runs${query}`),
  }
}

/** A request for a person in the sandbox; `scenario` is one of its magic words, such as `+no-match`. */
export const findContact = (scenario = '', more: Readonly<Record<string, unknown>> = {}) => ({
  capability: 'contact.find',
  input: { full_name: `Ada Example${scenario === '' ? '' : ` ${scenario}`}`, domain: 'example.com' },
  ...more,
})
