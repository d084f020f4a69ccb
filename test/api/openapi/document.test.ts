import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { getHealth } from '../../../api/http/health/get.ts'
import { getReadiness } from '../../../api/http/health/ready.ts'
import { buildOpenApi } from '../../../api/openapi/document.ts'
import { defineRoute } from '../../../api/route/route.ts'
import { Run, RunList } from '../../../api/schemas/run.ts'
import { RunRequest } from '../../../api/schemas/run-request.ts'
import { SpendGuard, SpendGuardUpdate } from '../../../api/schemas/spend-guard.ts'
import { ERROR_CODES } from '../../../domain/errors/codes.ts'
import { at, membersOf } from '../../support/http.ts'
import { sampleRoutes, startFrame } from '../frame.ts'

const facts = { tags: ['Runs'], spec: '4.1', summary: 'A sample', access: 'read' } as const

const productLike = () => [
  defineRoute({
    ...facts,
    operationId: 'startRun',
    method: 'POST',
    path: '/v1/run',
    body: RunRequest,
    bodyExamples: { lookup: { value: { capability: 'contact.find', input: { email: 'ada@example.com' } } } },
    responses: { 200: { description: 'The run.', schema: Run }, 402: { description: 'The failed run.', schema: Run } },
    errors: ['insufficient_balance', 'capability_not_found'],
    handler: async () => {
      throw new Error('never called')
    },
  }),
  defineRoute({
    ...facts,
    operationId: 'listRuns',
    method: 'GET',
    path: '/v1/runs',
    responses: { 200: { description: 'Runs.', schema: RunList } },
    errors: [],
    handler: async () => {
      throw new Error('never called')
    },
  }),
  defineRoute({
    ...facts,
    operationId: 'setSpendGuard',
    method: 'POST',
    path: '/v1/spend-guard',
    body: SpendGuardUpdate,
    responses: { 200: { description: 'The guard.', schema: SpendGuard } },
    errors: [],
    handler: async () => {
      throw new Error('never called')
    },
  }),
]

describe('the OpenAPI document', () => {
  let frame: Awaited<ReturnType<typeof startFrame>>
  let document: unknown
  beforeAll(async () => {
    frame = await startFrame({
      routes: [
        ...productLike(),
        getHealth(),
        getReadiness({ checks: {}, temporal: async () => true, draining: () => false }),
      ],
    })
    document = (await frame.client.as(null).get('/openapi.json')).body
  })
  afterAll(() => frame.stop())

  /** The response itself where it is a reference. */
  const resolved = (response: unknown): unknown => {
    const reference = at(response, '$ref')
    return typeof reference === 'string' ? at(document, ...reference.split('/').slice(1)) : response
  }
  const operations = () =>
    membersOf(at(document, 'paths')).flatMap(([, path]) => membersOf(path).map(([, operation]) => operation))

  it("is of version 3.1 and lists every route but the page's own files", () => {
    expect(at(document, 'openapi')).toBe('3.1.0')
    expect(at(document, 'servers')).toEqual([{ url: 'http://service.test' }])
    const paths = membersOf(at(document, 'paths')).map(([path]) => path)
    expect(paths).toEqual(
      expect.arrayContaining(['/v1/items/{item_id}', '/v1/errors', '/openapi.json', '/healthz', '/readyz']),
    )
    expect(paths.some((path) => path.startsWith('/api-reference'))).toBe(false)
  })

  it('resolves every reference', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(references.length).toBeGreaterThan(20)
    for (const reference of new Set(references)) {
      expect([reference, typeof at(document, ...reference.split('/').slice(1))]).toEqual([reference, 'object'])
    }
  })

  it('prints shared schemas once, optional and nullable uses too', () => {
    const schemas = at(document, 'components', 'schemas')
    expect(membersOf(schemas).map(([name]) => name)).toEqual(
      expect.arrayContaining(['Run', 'Attempt', 'Billing', 'Error', 'Money', 'RunTable', 'Routing']),
    )
    expect(at(schemas, 'Run', 'properties', 'table')).toEqual({ $ref: '#/components/schemas/RunTable' })
    expect(at(schemas, 'Run', 'properties', 'error')).toEqual({ $ref: '#/components/schemas/ErrorDetail' })
    expect(at(schemas, 'Billing', 'properties', 'charged', 'anyOf', '0')).toEqual({
      $ref: '#/components/schemas/Money',
    })
    expect(at(schemas, 'Run', 'required')).not.toContain('result')
    expect(at(schemas, 'Run', 'additionalProperties')).toBe(false)
  })

  it('gives every operation a unique id, a security statement and its errors with the envelope', () => {
    const ids = operations().map((operation) => at(operation, 'operationId'))
    expect(new Set(ids).size).toBe(ids.length)
    for (const operation of operations()) {
      expect(at(operation, 'security')).toBeDefined()
      const failures = membersOf(at(operation, 'responses'))
        .filter(([status]) => Number(status) >= 400)
        .map(([status, failure]) => [status, resolved(failure)] as const)
      expect(failures.map(([status]) => status)).toEqual(expect.arrayContaining(['400', '408', '431', '500']))
      for (const [, failure] of failures) {
        expect(JSON.stringify(at(failure, 'content', 'application/json', 'schema'))).toContain(
          '#/components/schemas/Error',
        )
        expect(at(failure, 'headers', 'Link')).toBeDefined()
        expect(membersOf(at(failure, 'content', 'application/json', 'examples')).length).toBeGreaterThan(0)
      }
    }
  })

  it('documents a status that answers a run or the envelope as either', () => {
    expect(
      at(document, 'paths', '/v1/run', 'post', 'responses', '402', 'content', 'application/json', 'schema'),
    ).toEqual({
      anyOf: [{ $ref: '#/components/schemas/Run' }, { $ref: '#/components/schemas/Error' }],
    })
  })

  it('documents an overridden status under that status', () => {
    expect(
      at(
        document,
        'paths',
        '/v1/items/{item_id}',
        'get',
        'responses',
        '404',
        'content',
        'application/json',
        'examples',
      ),
    ).toHaveProperty('invalid_request')
  })

  it('does not require what has a default, and always requires path parameters', () => {
    const required = Object.fromEntries(
      membersOf(at(document, 'paths', '/v1/items/{item_id}', 'get', 'parameters')).map(([, parameter]) => [
        at(parameter, 'name'),
        at(parameter, 'required'),
      ]),
    )
    expect(required).toEqual({ item_id: true, limit: false, due: false, order: false })
  })

  it('prints every error code', () => {
    for (const code of Object.keys(ERROR_CODES)) expect(at(document, 'info', 'description')).toContain(`\`${code}\``)
  })

  it('is the same document every time', () => {
    const build = () =>
      JSON.stringify(buildOpenApi({ routes: [...sampleRoutes(), ...productLike()], publicUrl: 'http://a' }))
    expect(build()).toBe(build())
  })

  it('refuses two routes of one name', () => {
    expect(() => buildOpenApi({ routes: [...productLike(), ...productLike()], publicUrl: 'http://a' })).toThrow(
      'two routes are declared as startRun',
    )
  })

  it('is revalidated with its ETag, by any client', async () => {
    const client = frame.client.as(null)
    const first = await client.get('/openapi.json')
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\w-]+"$/)
    expect(first.headers.get('cache-control')).toBe('public, no-cache')
    const again = await client.get('/openapi.json', { 'If-None-Match': tag })
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag])
    expect((await client.get('/openapi.json', { 'If-None-Match': '"other"' })).status).toBe(200)
  })
})
