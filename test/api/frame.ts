import { pino } from 'pino'
import Type from 'typebox'
import { createApp, type AppOptions } from '../../api/app.ts'
import { withFrameRoutes } from '../../api/http/frame-routes.ts'
import { createMeter } from '../../telemetry/meter.ts'
import { clientAddress } from '../../api/limits/client-address.ts'
import type { RateLimits } from '../../api/limits/rate-limits.ts'
import { Problem } from '../../api/errors/problem.ts'
import { defineRoute, type Route } from '../../api/route/route.ts'
import { closed, nullable, oneOf } from '../../api/schemas/common.ts'
import { IdempotencyHeaders } from '../../api/schemas/idempotency.ts'
import { RunRequest } from '../../api/schemas/run-request.ts'
import { startServer } from '../../api/server.ts'
import { createRequestQueues } from '../../api/limits/request-queues.ts'
import { createKnownCallers } from '../../api/auth/known-callers.ts'
import { encodeToken } from '../../domain/keys/token.ts'
import { httpClient } from '../support/http.ts'

/** An unknown token, unless a test assigns it. */
export const tokenOf = (kind: string, random: number): string => encodeToken(kind, Buffer.alloc(64, random))
export const KEY = tokenOf('test', 1)
export const SESSION = tokenOf('sess', 1)

export const NO_RATE_LIMITS: RateLimits = {
  requests: null,
  runs: null,
  own: () => null,
  clientAddress: clientAddress([]),
}

/** The frame on a real listener, with its own small routes instead of the product's. */
export async function startFrame(options: Partial<AppOptions> & { readonly cutMsMax?: number } = {}) {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const metrics = createMeter({ processMetrics: false })
  const app = createApp({
    routes: withFrameRoutes([...sampleRoutes(), ...(options.routes ?? [])], () => 'http://service.test'),
    log,
    metrics,
    authenticate:
      options.authenticate ??
      (async (token) => {
        if (token === KEY)
          return {
            workspaceId: 'ws_1',
            environment: 'test',
            apiKeyId: 'key_1',
            kind: 'key',
            limits: null,
            approver: false,
          }
        if (token === SESSION)
          return {
            workspaceId: 'ws_1',
            environment: 'live',
            apiKeyId: null,
            kind: 'session',
            sessionId: 'sess_1',
            userId: 'usr_1',
            role: 'owner',
          }
        return null
      }),
    challenge: () => 'Bearer',
    rateLimits: options.rateLimits ?? NO_RATE_LIMITS,
    ...(options.refusalPace === undefined ? {} : { refusalPace: options.refusalPace }),
    requestQueues: options.requestQueues ?? createRequestQueues(metrics),
    knownCallers: options.knownCallers ?? createKnownCallers(),
    validateResponses: options.validateResponses ?? true,
    ...(options.dashboard === undefined ? {} : { dashboard: options.dashboard }),
    ...(options.bodyMsMax === undefined ? {} : { bodyMsMax: options.bodyMsMax }),
  })
  const server = await startServer({
    app,
    host: '127.0.0.1',
    port: 0,
    ...(options.cutMsMax === undefined ? {} : { bodyMsMax: options.cutMsMax }),
  })
  return {
    server,
    metrics,
    client: httpClient(server.url, KEY),
    /** Everything logged so far, as text, so that a test can search all of it. */
    logged: () => lines.join(''),
    records: (): Record<string, unknown>[] => lines.map((line) => JSON.parse(line)),
    stop: () => server.drain(0),
  }
}

const facts = { tags: ['Sample'], spec: '7', summary: 'A sample', errors: [] } as const
const Item = closed({ id: Type.String(), note: nullable(Type.String()) })

export const sampleRoutes = (): Route[] => [
  defineRoute({
    ...facts,
    operationId: 'readItem',
    method: 'GET',
    path: '/v1/items/{item_id}',
    access: 'read',
    params: closed({ item_id: Type.String({ maxLength: 20 }) }),
    query: closed({
      limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
      due: Type.Optional(Type.Boolean()),
      order: Type.Optional(oneOf(['newest', 'oldest'])),
    }),
    responses: {
      200: {
        description: 'What was understood.',
        schema: closed({ item_id: Type.String(), limit: Type.Integer(), due: nullable(Type.Boolean()) }),
      },
    },
    errors: [{ code: 'invalid_request', status: 404 }],
    async handler({ params, query, reply }) {
      if (params.item_id === 'missing')
        throw new Problem('invalid_request', 'There is no such item.', { httpStatus: 404, run_id: 'run_1' })
      return reply(200, { item_id: params.item_id, limit: query.limit, due: query.due ?? null })
    },
  }),
  defineRoute({
    ...facts,
    operationId: 'listItems',
    method: 'GET',
    path: '/v1/items',
    access: 'read',
    responses: { 200: { description: 'Who asks.', schema: closed({ environment: Type.String() }) } },
    handler: async ({ principal, reply }) => reply(200, { environment: principal.environment }),
  }),
  defineRoute({
    ...facts,
    operationId: 'writeItem',
    method: 'POST',
    path: '/v1/items',
    access: 'read',
    countsAsRun: true,
    maxBodyBytes: 2_000,
    headers: IdempotencyHeaders,
    body: RunRequest,
    responses: {
      200: {
        description: 'The capability.',
        schema: closed({ capability: Type.String(), key: nullable(Type.String()) }),
      },
    },
    handler: async ({ body, headers, reply }) =>
      reply(200, { capability: body.capability ?? '', key: headers['Idempotency-Key'] ?? null }),
  }),
  defineRoute({
    ...facts,
    operationId: 'cancelItem',
    method: 'POST',
    path: '/v1/items/{item_id}/cancel',
    access: 'read',
    params: closed({ item_id: Type.String() }),
    responses: { 200: { description: 'Done.', schema: Item } },
    handler: async ({ params, reply }) => reply(200, { id: params.item_id, note: null }),
  }),
  defineRoute({
    ...facts,
    operationId: 'searchItems',
    method: 'GET',
    path: '/v1/items/search',
    access: 'public',
    responses: { 200: { description: 'Found.', schema: Item } },
    handler: async ({ reply }) => reply(200, { id: 'search', note: null }),
  }),
]
