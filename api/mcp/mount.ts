import type { Logger } from 'pino'
import { isJsonObject, type JsonObject } from '../../domain/json/json.ts'
import type { Database } from '../../db/database.ts'
import type { Meter } from '../../telemetry/meter.ts'
import { areTablesOn } from '../../db/tables/features.ts'
import { inSlices } from '../../db/time-slices.ts'
import { parsingAnyJson } from '../body/json.ts'
import { BODY_BYTES } from '../body/limits.ts'
import { type BindOptions, findRouteOf } from '../route/in-process.ts'
import { lazily } from '../lazily.ts'
import { type BodyOptions, readTypedBody } from '../middleware/body.ts'
import { clientGone } from '../middleware/client-gone.ts'
import { clientAddressOf } from '../middleware/rate-limit.ts'
import { sendPieces } from '../middleware/send-pieces.ts'
import { leaveAuthenticationQueue } from '../middleware/authentication-queue.ts'
import type { MiddlewareStep, StepContext } from '../middleware/state.ts'
import { Problem } from '../errors/problem.ts'
import type { Route } from '../route/route.ts'
import { holdsMoreThan, invalidRequest } from '../validation/check.ts'
import type { AnswerForm } from './answer/content.ts'
import type { McpCaller } from './call.ts'
import { runsOfCaller } from './runs.ts'
import { createTools } from './tools.ts'

export const MCP_PATH = '/mcp'

/**
 * The largest body of a run is 1 MB, and a message carries it with its own members. Larger sets of rows go to `POST
 * /v1/tables/{name}/rows`.
 */
const BODY_BYTES_MAX = BODY_BYTES.large + BODY_BYTES.medium

/** A hundred items with a hundred values each fit. The library walks a message several times. */
const MESSAGE_VALUES_MAX = 12_000

/**
 * Many times the values that a client sends about itself. The library takes each value apart more than once, and quotes
 * every invalid one.
 */
const VALUES_MAX = 1_000

export interface McpParts extends BindOptions {
  /** The routes of the entire API: the tools find theirs by operationId. */
  readonly routes: readonly Route[]
  readonly db: Database
  readonly log: Logger
  readonly metrics: Meter
  /** Known once the server listens. */
  readonly publicUrl: () => string
}

/**
 * Answers `POST /mcp` for an authenticated caller: streamable HTTP of revision 2026-07-28, and of earlier revisions
 * without sessions, so that any replica answers any request.
 */
export function createMcp({ routes, db, log, metrics, publicUrl, ...bind }: McpParts): MiddlewareStep {
  const find = findRouteOf(routes, 'mcp', bind)
  const tools = createTools(find)
  metrics.learn(
    'tool',
    tools.map(({ name }) => name),
  )
  const parts = {
    tools,
    metrics,
    runs: runsOfCaller(find),
    areTablesOn: (workspaceId: string) => areTablesOn(db, workspaceId),
  }
  // The library takes 15 MB, and many deployments serve no agent.
  const handler = lazily(async () => (await import('./handler.ts')).createHandler(parts, log))
  return async (ctx) => {
    leaveAuthenticationQueue(ctx)
    requireOwnOrigin(ctx.get('Origin'), publicUrl())
    const message = await readMessage(ctx, bind)
    const signal = clientGone(ctx)
    const request = new Request(`${publicUrl()}${MCP_PATH}`, { method: 'POST', headers: protocolHeaders(ctx), signal })
    const form = formOf(ctx.query['answers'], ctx.get('MCP-Protocol-Version'))
    const caller = callerOf(ctx, { clientAddress: clientAddressOf(ctx, bind.rateLimits), signal, form })
    await send(ctx, await (await handler())(request, { message, caller }))
  }
}

/**
 * A page of another origin must not call this through its visitor's browser, whatever credential it holds (the
 * protocol's rule against DNS rebinding).
 */
function requireOwnOrigin(origin: string, publicUrl: string): void {
  if (origin === '' || origin === new URL(publicUrl).origin) return
  throw new Problem('forbidden', 'Pages of other origins must not call this endpoint.')
}

/** Revision 2025-06-18 removed lists of messages: a request is one message, and counts as one. */
async function readMessage(ctx: StepContext, options: BodyOptions): Promise<JsonObject> {
  const bytes = await readTypedBody(ctx, { type: 'application/json', limit: BODY_BYTES_MAX, options })
  const message = bytes === undefined ? null : await inSlices(parsingAnyJson(bytes, MESSAGE_VALUES_MAX))
  if (!isJsonObject(message)) throw invalidRequest([{ path: '', message: 'must be one JSON-RPC message' }])
  if (holdsMoreThan(withoutArguments(message), VALUES_MAX))
    throw invalidRequest([
      { path: '', message: `must have at most ${VALUES_MAX} values outside of the arguments of a tool` },
    ])
  return message
}

const withoutArguments = ({ params, ...rest }: JsonObject): unknown[] => [
  rest,
  isJsonObject(params) ? { ...params, arguments: null } : params,
]

/** The headers that the protocol reads; the library gets no others, and above all no credentials. */
function protocolHeaders(ctx: StepContext): Record<string, string> {
  const known = Object.entries(ctx.req.headers).filter(
    ([name]) => name === 'accept' || name === 'content-type' || name.startsWith('mcp-'),
  )
  return Object.fromEntries(
    known.flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]])),
  )
}

/**
 * Revision 2025-06-18 added structured content, and the header that names the revision; a request without it is of an
 * earlier one.
 */
const hasStructuredContent = (revision: string): boolean => revision >= '2025-06-18'

/** Which part of an answer a client reads is in no message; a person may choose it in the URL of the connection. */
function formOf(answers: string | string[] | undefined, revision: string): AnswerForm {
  if (answers !== undefined && answers !== 'text' && answers !== 'structured')
    throw invalidRequest([{ path: '/answers', message: 'must be `structured` or `text`, or be left out of the URL' }])
  return hasStructuredContent(revision) ? (answers ?? 'both') : 'text'
}

function callerOf(ctx: StepContext, rest: Pick<McpCaller, 'clientAddress' | 'signal' | 'form'>): McpCaller {
  const { principal, requestId, log } = ctx.state
  if (principal === null) throw new Error('the MCP endpoint needs a credential')
  return { principal, requestId, log, ...rest }
}

async function send(ctx: StepContext, response: Response): Promise<void> {
  const contentType = response.headers.get('content-type')
  if (contentType !== null && contentType.startsWith('text/event-stream') && response.body !== null) {
    // Proxies that buffer pieces would delay the progress.
    const headers = { 'Cache-Control': 'private, no-store, no-transform', 'X-Accel-Buffering': 'no' }
    return sendPieces(ctx, {
      status: response.status,
      headers,
      contentType,
      pieces: response.body.pipeThrough(new TextDecoderStream()),
    })
  }
  ctx.body = contentType === null ? null : await response.text()
  ctx.status = response.status
  if (contentType !== null) ctx.type = contentType
}
