import type { TSchema } from 'typebox'
import type { Principal } from '../../domain/access/principal.ts'
import { inSlices } from '../../db/time-slices.ts'
import { IdempotencyHeaders, REPLAY_HEADERS } from '../schemas/idempotency.ts'
import { type AnswerStore, type SaveResponse, withIdempotency } from './idempotency.ts'
import { type RequestText, writingBody } from './request-text.ts'
import type { ErrorAnswer, RawReply, ResponseDeclaration, Responses } from './responses.ts'

/** How a route takes an idempotency key: its answer of the first declared status of 202, 200 and 201 is stored. */
export interface Idempotent<Input> {
  readonly store: AnswerStore
  /** The answer shows a secret: it is stored encrypted, and a replay shows it again. */
  readonly sealed?: true
  /** Throws a Problem for a request that is refused whatever its key. */
  readonly check?: (input: Input) => Promise<void> | void
  /** A request that makes nothing: its key is not looked at, and its answer is not stored. */
  readonly isDry?: (input: Input) => boolean
  /** What makes two requests the same; by default the values of the path and the body. */
  readonly identity?: (input: Input) => readonly RequestText[]
}

interface Declared {
  readonly operationId: string
  readonly errors: readonly ErrorAnswer[]
  readonly headers?: TSchema
  readonly responses: Responses
}

/** A route's declaration with what its idempotency key adds: the header, the mark of a replay, and the refusals. */
export function withIdempotencyKey<D extends Declared>(declared: D) {
  const { status, answer } = storedAnswerOf(declared)
  if (declared.headers !== undefined)
    throw new Error(`${declared.operationId}: a route with an idempotency key declares no other headers`)
  return {
    ...declared,
    headers: IdempotencyHeaders,
    responses: { ...declared.responses, [status]: { ...answer, headers: REPLAY_HEADERS } },
    errors: [...declared.errors, 'idempotency_mismatch', 'conflict'] as const,
  }
}

function storedAnswerOf({ operationId, responses }: Declared): {
  readonly status: number
  readonly answer: ResponseDeclaration
} {
  for (const status of [202, 200, 201]) {
    const answer = responses[status]
    if (answer !== undefined) return { status, answer }
  }
  throw new Error(`${operationId}: the answer that is stored has the status 202, 200 or 201`)
}

/** The parts of a handler's input that identify a request. */
interface Identified {
  readonly params: unknown
  readonly body: unknown
  readonly principal: Principal | null
  readonly idempotencyKey: string | null
}

/** Calls the handler once for each idempotency key, and replays its stored answer. */
export async function answerOnce<Input extends Identified>(
  { store, sealed, check, isDry, identity }: Idempotent<Input>,
  declared: Declared,
  input: Input,
  handle: (saveResponse: SaveResponse<TSchema>) => Promise<RawReply>,
): Promise<RawReply> {
  const { principal, idempotencyKey: key } = input
  if (principal === null) throw new Error(`${declared.operationId}: an idempotency key belongs to a workspace`)
  await check?.(input)
  if (isDry?.(input) === true) return handle(savesNothing)
  const { status, answer: declaredAnswer } = storedAnswerOf(declared)
  let reply: RawReply | undefined
  const answer = await withIdempotency(
    store,
    {
      principal,
      key,
      // Only a key needs the request's text: without one, a body of megabytes is not serialised.
      request: key === null ? [] : [declared.operationId, ...(identity?.(input) ?? (await identityOf(input)))],
      schema: declaredAnswer.schema,
      ...(sealed === undefined ? {} : { sealed }),
    },
    async (saveResponse) => {
      reply = await handle(saveResponse)
      if (reply.status !== status)
        throw new Error(`${declared.operationId}: only an answer of status ${status} is stored`)
      return reply.body
    },
  )
  return { status, body: answer.body, headers: { ...reply?.headers, ...answer.headers } }
}

const savesNothing = async (): Promise<void> => undefined

async function identityOf({ params, body }: Identified): Promise<RequestText[]> {
  const names = Object.values(params ?? {}).map(String)
  if (body === undefined) return names
  if (typeof body === 'string') return [...names, body]
  if (typeof body !== 'object' || body === null)
    throw new Error('the body of a route with an idempotency key is text or a JSON object')
  return [...names, await inSlices(writingBody(body))]
}
