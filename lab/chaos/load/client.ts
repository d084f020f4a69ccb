import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from '../../../domain/runs/states.ts'
import { at } from '../../../test/support/http.ts'
import type { ClientRequest } from '../evidence.ts'

/** Longer than any answer may wait. */
const ANSWER_MS_MAX = 45_000

export interface Caller {
  readonly workspaceId: string
  readonly environment: Environment
  /** An API key. */
  readonly token: string
}

export interface Question extends Pick<ClientRequest, 'what' | 'kind' | 'marker' | 'key'> {
  readonly caller: Caller
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  /** The customer hangs up after this time. */
  readonly hangUpMs?: number
}

export interface Answer extends ClientRequest {
  readonly body: unknown
}

/** Requests of customers over HTTP, and their log. */
export interface Client {
  readonly log: readonly ClientRequest[]
  ask(question: Question): Promise<Answer>
}

export function createClient(urls: readonly string[]): Client {
  const log: ClientRequest[] = []
  let turn = 0
  return {
    log,
    async ask(question) {
      turn += 1
      const { body, ...request } = await askOnce(urls[turn % urls.length] ?? '', question)
      log.push(request)
      return { ...request, body }
    },
  }
}

async function askOnce(url: string, question: Question): Promise<Answer> {
  const {
    caller: { workspaceId, environment, token },
    what,
    kind,
    marker,
    key,
    method,
    path,
  } = question
  const sentAt = Date.now()
  const about = { workspaceId, environment, what, kind, marker, key, at: sentAt }
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(question.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(key === null ? {} : { 'Idempotency-Key': key }),
      },
      ...(question.body === undefined ? {} : { body: JSON.stringify(question.body) }),
      signal: AbortSignal.timeout(question.hangUpMs ?? ANSWER_MS_MAX),
    })
    const text = await response.text()
    const body: unknown = text === '' ? null : JSON.parse(text)
    const runId = at(body, 'run_id') ?? at(body, 'error', 'run_id')
    const runStatus = at(body, 'run_id') === undefined ? undefined : at(body, 'status')
    return {
      ...about,
      ms: Date.now() - sentAt,
      status: response.status,
      code: textOrNull(at(body, 'error', 'code')),
      runId: textOrNull(runId),
      runStatus: textOrNull(runStatus),
      done: at(body, 'done') === true,
      replay: response.headers.get('idempotent-replay') === 'true',
      retryAfter: response.headers.has('retry-after'),
      body,
    }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const code = String(at(cause, 'code') ?? (cause instanceof Error ? cause.name : cause))
    return {
      ...about,
      ms: Date.now() - sentAt,
      status: 0,
      code,
      runId: null,
      runStatus: null,
      done: false,
      replay: false,
      retryAfter: false,
      body: null,
    }
  }
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Repeats a request until an answer satisfies; returns the last one where none does within `tries`. */
export async function askUntil(
  client: Client,
  question: Question,
  {
    satisfies,
    tries,
    pauseMs,
  }: {
    readonly satisfies: (answer: Answer) => boolean
    readonly tries: number
    readonly pauseMs: number
  },
): Promise<Answer> {
  for (let left = tries - 1; ; left -= 1) {
    const answer = await client.ask(question)
    if (satisfies(answer) || left <= 0) return answer
    await sleep(pauseMs)
  }
}
