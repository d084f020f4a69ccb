import { type Access } from '../../domain/access/access.ts'
import { OAUTH_SCOPES } from '../../domain/access/scopes.ts'
import { ERROR_CODES, type ErrorCode } from '../../domain/errors/codes.ts'
import { BODY_BYTES } from '../body/limits.ts'
import type { AnswersOfOperation, RecordedAnswers } from '../examples/recorded.ts'
import { oauthScheme } from '../oauth/metadata.ts'
import { OpenApiSchemas, type JsonValue } from './schemas.ts'
import { tagsOf } from './tags.ts'
import { SERVICE_VERSION } from '../version.ts'
import { errorAnswersOf } from '../route/error-answers.ts'
import { METHODS } from '../../domain/catalog/endpoint.ts'
import { WAITED_HEADER } from '../route/pipeline.ts'
import type { Route } from '../route/route.ts'
import type { Example, ResponseDeclaration } from '../route/responses.ts'
import { ErrorBody, errorCodes } from '../schemas/error.ts'

export type OpenApiDocument = Readonly<Record<string, JsonValue>>

export interface OpenApiOptions {
  readonly routes: readonly Route[]
  /** The URL that clients use (PUBLIC_URL), without a trailing slash. */
  readonly publicUrl: string
  /** Where the operator's terms are; null: not published yet. */
  readonly termsUrl?: string | null
  /** Recorded answers of operations, shown as examples; none by default. */
  readonly answers?: RecordedAnswers
}

/** The entire API as OpenAPI 3.1, from the declarations that also validate it: nothing is declared twice (Spec 9.4). */
export function buildOpenApi(options: OpenApiOptions): OpenApiDocument {
  const schemas = new OpenApiSchemas()
  const routes = options.routes.filter((route) => route.documented !== false)
  refuseDuplicates(routes)
  const paths: Record<string, Record<string, JsonValue>> = {}
  for (const [path, ofPath] of Map.groupBy(routes, (route) => route.path)) {
    const ordered = ofPath.toSorted((left, right) => METHODS.indexOf(left.method) - METHODS.indexOf(right.method))
    paths[path] = Object.fromEntries(
      ordered.map((route) => [
        route.method.toLowerCase(),
        operation(route, { schemas, answers: options.answers?.[route.operationId] ?? {} }),
      ]),
    )
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Routed data and outreach',
      version: SERVICE_VERSION,
      description: description(),
      ...(options.termsUrl == null ? {} : { termsOfService: options.termsUrl }),
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: options.publicUrl }],
    ...tagsOf(routes, options.publicUrl),
    paths,
    components: {
      responses: unreadResponses(schemas),
      schemas: schemas.components(),
      headers: COMMON_HEADERS,
      examples: Object.fromEntries(answeredBy(routes).map((code): [string, JsonValue] => [code, exampleOfError(code)])),
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key (`svc_test_…`, `svc_live_…`) or a dashboard session token (`svc_sess_…`).',
        },
        oauth2: oauthScheme(options.publicUrl),
      },
    },
  }
}

const COMMON_HEADERS: Readonly<Record<string, JsonValue>> = {
  RequestId: { description: 'The id of this request; quote it in feedback.', schema: { type: 'string' } },
  FeedbackLink: {
    description:
      'Where to report a problem: `</feedback>; rel="agent-feedback"`. A 401 also links the API catalog (RFC 9727).',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' } },
  RateLimitPolicy: {
    description: 'The quotas that apply, for example `"requests";q=12000;w=60`.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'The remaining quotas, for example `"requests";r=11999;t=60`.',
    schema: { type: 'string' },
  },
  ServiceWaited: {
    description:
      'Where the request wanted to wait: `true` if it did, `false` if it was answered at once because too many others of the workspace wait.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  ETag: { description: 'Send it as `If-None-Match`.', schema: { type: 'string' } },
}

const header = (name: string): JsonValue => ({ $ref: `#/components/headers/${name}` })

/**
 * Answers that are sent before any route has seen the request: they have no rate limit, and are the same everywhere.
 */
const UNREAD: Readonly<Record<string, { readonly name: string; readonly description: string }>> = {
  408: { name: 'RequestTimeout', description: '`invalid_request`: The request did not arrive in time.' },
  431: {
    name: 'RequestHeadersTooLarge',
    description: '`invalid_request`: The request line and headers are larger than 16 KB together.',
  },
}

const unreadResponses = (schemas: OpenApiSchemas): Record<string, JsonValue> =>
  Object.fromEntries(
    Object.values(UNREAD).map(({ name, description: summary }): [string, JsonValue] => [
      name,
      {
        description: summary,
        headers: { 'Request-Id': header('RequestId'), Link: header('FeedbackLink') },
        content: {
          'application/json': { schema: schemas.refer(ErrorBody), ...examplesOf(errorExamples(['invalid_request'])) },
        },
      },
    ]),
  )

function refuseDuplicates(routes: readonly Route[]): void {
  const seen = new Set<string>()
  for (const route of routes) {
    for (const key of [route.operationId, `${route.method} ${route.path}`]) {
      if (seen.has(key)) throw new Error(`two routes are declared as ${key}`)
      seen.add(key)
    }
  }
}

interface Shown {
  readonly schemas: OpenApiSchemas
  readonly answers: AnswersOfOperation
}

function operation(route: Route, shown: Shown): JsonValue {
  const { schemas } = shown
  const parameters = [
    ...schemas.parameters(route.params, 'path'),
    ...schemas.parameters(route.query, 'query'),
    ...schemas.parameters(route.headers, 'header'),
  ]
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...descriptionOf(route),
    tags: [...route.tags],
    'x-specification': route.spec,
    security: securityOf(route.access),
    'x-access': route.access,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: route.bodyOptional !== true,
            content: {
              [route.bodyType === 'text/csv' ? route.bodyType : 'application/json']: {
                schema: schemas.refer(route.body),
                ...examplesOf(route.bodyExamples),
              },
              ...(route.bodyJson === true ? { 'application/json': { schema: { type: 'object' } } } : {}),
            },
          },
        }),
    responses: responses(route, shown),
  }
}

/** Connected apps reach the operations of their scopes; all others are for keys and sessions. */
function securityOf(access: Access): JsonValue {
  const scope = OAUTH_SCOPES.find((known) => known === access)
  return access === 'public' ? [] : [{ apiKey: [] }, ...(scope === undefined ? [] : [{ oauth2: [scope] }])]
}

const sizeOf = (bytes: number): string => (bytes < MEGABYTE ? `${bytes / 1_024} KB` : `${bytes / MEGABYTE} MB`)
const MEGABYTE = 1_048_576

/**
 * The facts that a caller needs besides the summary: who may call it, where not every credential may, and the size
 * limit of its body.
 */
function descriptionOf({ description: summary, access, body, maxBodyBytes = BODY_BYTES.small }: Route): {
  description?: string
} {
  const size = body === undefined ? undefined : `The body has at most ${sizeOf(maxBodyBytes)}.`
  const sentences = [summary, WHO_MAY_CALL[access], size].filter((sentence) => sentence !== undefined)
  return sentences.length === 0 ? {} : { description: sentences.join(' ') }
}

const WHO_MAY_CALL: Partial<Record<Access, string>> = {
  run: 'A connected app needs the scope `run`.',
  write: 'A connected app needs the scope `write`.',
  owner: 'For API keys and dashboard sessions; connected apps are refused.',
  session: 'For dashboard sessions only.',
}

function responses(route: Route, shown: Shown): Record<string, JsonValue> {
  const errors = Map.groupBy(errorAnswersOf(route), ({ status }) => status)
  const statuses = [...new Set([...Object.keys(route.responses).map(Number), ...errors.keys()])].toSorted(
    (left, right) => left - right,
  )
  const documented = statuses.map((status): [string, JsonValue] => [
    String(status),
    response(route, status, errors.get(status) ?? [], shown),
  ])
  const notModified: [string, JsonValue][] =
    route.etag === true
      ? [
          [
            '304',
            {
              description: 'The document is unchanged since the ETag sent.',
              headers: { 'Request-Id': header('RequestId'), ETag: header('ETag') },
            },
          ],
        ]
      : []
  const unread = Object.entries(UNREAD).map(([status, { name }]): [string, JsonValue] => [
    status,
    { $ref: `#/components/responses/${name}` },
  ])
  return Object.fromEntries(
    [...documented, ...notModified, ...unread].toSorted(([left], [right]) => Number(left) - Number(right)),
  )
}

/** A status may be answered by a declared body, by the envelope, or by both: a failed run and a refused one are 402. */
function response(
  route: Route,
  status: number,
  errors: readonly { code: ErrorCode }[],
  { schemas, answers }: Shown,
): JsonValue {
  const declared = route.responses[status]
  const [type, ...otherTypes] = mediaTypesOf(declared)
  const shapes = [
    ...(declared === undefined ? [] : [schemas.refer(declared.schema)]),
    ...(errors.length === 0 ? [] : [schemas.refer(ErrorBody)]),
  ]
  const [only] = shapes
  const schema = shapes.length === 1 && only !== undefined ? only : { anyOf: shapes }
  const codes = errors.map(({ code }) => code)
  const texts = [
    ...(declared === undefined ? [] : [declared.description]),
    ...codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].meaning}`),
  ]
  const answered = Object.entries(answers[String(status)] ?? {}).map(([name, value]): [string, Example] => [
    name,
    { ...summaryOf(route.bodyExamples?.[name]), value },
  ])
  const examples = { ...Object.fromEntries(answered), ...declared?.examples, ...errorExamples(codes) }
  return {
    description: texts.join('\n\n'),
    headers: {
      'Request-Id': header('RequestId'),
      ...(status >= 400 ? { Link: header('FeedbackLink') } : {}),
      ...(status === 429 ? { 'Retry-After': header('RetryAfter') } : {}),
      ...(route.rateLimited === false
        ? {}
        : { 'RateLimit-Policy': header('RateLimitPolicy'), RateLimit: header('RateLimit') }),
      ...(waits(route) ? { [WAITED_HEADER]: header('ServiceWaited') } : {}),
      ...(route.etag === true && status === 200 ? { ETag: header('ETag') } : {}),
      ...Object.fromEntries(
        Object.entries(declared?.headers ?? {}).map(([name, text]): [string, JsonValue] => [
          name,
          { description: text, schema: { type: 'string' } },
        ]),
      ),
    },
    content: {
      [type]: { schema, ...examplesOf(examples) },
      ...Object.fromEntries(otherTypes.map((other): [string, JsonValue] => [other, { schema }])),
    },
  }
}

/** Whether a request of the route may want to wait for a run, a job or a refresh. */
const waits = ({ query, body, operationId }: Route): boolean =>
  operationId !== 'listEvents' &&
  [query, body].some((schema) => {
    const text = JSON.stringify(schema ?? {})
    return text.includes('"wait":') || text.includes('"wait_seconds":')
  })

/** Without their parameters; first the one that the examples have. */
function mediaTypesOf({
  contentType = 'application/json',
  otherContentTypes = [],
}: Partial<ResponseDeclaration> = {}): [string, ...string[]] {
  const [type = contentType, ...others] = [contentType, ...otherContentTypes].map((full) => full.replace(/;.*/, ''))
  return [type, ...others]
}

/** An answer has the name of its request. */
const summaryOf = (request: Example | undefined): { summary?: string } =>
  request?.summary === undefined ? {} : { summary: request.summary }

/** Shared by reference, because nearly every operation answers most of them. */
const errorExamples = (codes: readonly ErrorCode[]) =>
  Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]))

const exampleOfError = (code: ErrorCode): JsonValue => ({
  description: ERROR_CODES[code].action,
  value: { error: { code, message: ERROR_CODES[code].meaning, request_id: 'req_01j9zq3v6n4k8' } },
})

const answeredBy = (routes: readonly Route[]): ErrorCode[] => {
  const codes = new Set(routes.flatMap((route) => errorAnswersOf(route).map(({ code }) => code)))
  return errorCodes.filter((code) => codes.has(code))
}

function examplesOf(examples: Readonly<Record<string, unknown>> | undefined): { examples?: JsonValue } {
  if (examples === undefined || Object.keys(examples).length === 0) return {}
  // Examples are data of this repository; a pass through JSON makes them plain values.
  return { examples: JSON.parse(JSON.stringify(examples)) }
}

/** What every client has to know once, with the entire table of codes (decisions, "list of codes"). */
function description(): string {
  const table = errorCodes.map((code) => {
    const { status, meaning, action } = ERROR_CODES[code]
    return `| \`${code}\` | ${status} | ${meaning} | ${action} |`
  })
  return [
    'One API and one prepaid wallet for lookups and outreach over many providers. A job is a *run*. A run is quoted, holds its largest possible price, and tries providers until one delivers. Only delivered results are charged; the rest of the hold returns to the wallet.',
    '',
    '- Send `Authorization: Bearer <API_KEY>`. The prefix of the key selects the environment: `svc_test_` is a sandbox with simulated providers, `svc_live_` is production.',
    '- Send a session token (`POST /v1/auth/signin`) in the same way. A session is live unless the request has `Service-Environment: test`. Only a session can create keys, change the plan and connect accounts. Apps connect over OAuth 2.1 (`/.well-known/oauth-authorization-server`).',
    '- Amounts are decimal strings in USD; times are ISO 8601 in UTC.',
    '- Unknown members and query parameters are refused, never ignored. `null` for an optional member of a body is the same as its absence.',
    '- Each response has a `Request-Id` header. Each error has the same envelope, `{"error": {"code", "message", "request_id"}}`, and a `Link` to the feedback route.',
    '- Send an `Idempotency-Key` with every request that changes something. If the response was lost, repeat the request with the same key.',
    '',
    '## Error codes',
    '',
    '| Code | Status | Meaning | What to do |',
    '| --- | --- | --- | --- |',
    ...table,
  ].join('\n')
}
