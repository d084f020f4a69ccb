import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { importDocument } from '../../../domain/catalog/import-document.ts'
import { imported, jsonBody, only, providerOf } from './build.ts'

describe('no operation is lost silently', () => {
  it('each becomes an endpoint, or a skipped operation with its reason', () => {
    const paths = {
      '/a': {
        get: {},
        head: {},
        options: {},
        post: { requestBody: { required: true, content: { 'text/csv': {} } } },
        query: {},
        'x-more': {},
        put: 'nonsense',
      },
      '/b?action=list': { get: {} },
      '/c': { $ref: '#/components/pathItems/gone' },
      '/d': { get: { servers: [{ url: '/v2' }] } },
      'x-extension': { get: {} },
    }
    const { endpoints, skipped } = imported(paths)
    expect(endpoints.map(({ method, endpoint }) => `${method} ${endpoint}`)).toEqual(['GET /a', 'GET /d'])
    expect(skipped.map(({ method, path, reason }) => `${method} ${path}: ${reason}`)).toEqual([
      'HEAD /a: HEAD is no method that a raw run calls',
      'OPTIONS /a: OPTIONS is no method that a raw run calls',
      'POST /a: its request body is text/csv, which an input object cannot be written as',
      'QUERY /a: QUERY is no method that a raw run calls',
      'PUT /a: it is no object',
      'GET /b?action=list: its path holds a query or a fragment',
      'ANY /c: its path item is a reference that leads nowhere',
    ])
  })

  it.each([[null], [[]], ['text'], [{}], [{ openapi: '4.0.0', paths: { '/a': { get: {} } } }], [{ swagger: '1.2' }]])(
    '%j is refused as not a document',
    (document) => {
      expect(importDocument(document, { provider: providerOf() })).toMatchObject({
        endpoints: [],
        skipped: [],
        warnings: ['this is no Swagger 2.0 and no OpenAPI 3 document'],
      })
    },
  )

  it.each<[string, string]>([
    ['Swagger 2.0', 'swagger: 2.0'],
    ['OpenAPI 3.0', 'openapi: 3.0'],
    ['OpenAPI 3.1', 'openapi: 3.1'],
    ['OpenAPI 3.0.3', 'openapi: 3.0.3'],
  ])('reads a version without quotes, which YAML takes for a number: %s', (_, version) => {
    const document: unknown = parse(`${version}\npaths:\n  /a:\n    get: {}\n`)
    const { endpoints, warnings } = importDocument(document, { provider: providerOf() })
    expect([endpoints.map(({ endpoint }) => endpoint), warnings.join()]).toEqual([
      ['/a'],
      expect.not.stringContaining('no Swagger'),
    ])
  })

  it('survives paths and properties that are named as members of every object', () => {
    const schema = {
      type: 'object',
      properties: { constructor: { type: 'string' }, toString: { type: 'integer' }, ['__proto__']: { type: 'string' } },
    }
    const endpoint = only(imported({ '/constructor/{hasOwnProperty}': { post: jsonBody(schema) } }))
    expect(endpoint.body?.properties).toMatchObject({ constructor: { type: 'string' }, toString: { type: 'integer' } })
    expect(endpoint.pathParams.properties).toEqual({ hasOwnProperty: { type: 'string' } })
  })

  it('notes webhooks, which are not called', () => {
    expect(imported({ '/a': { get: {} } }, { webhooks: { one: {}, two: {} } }).warnings).toContain(
      '2 webhooks are what the provider calls: no endpoints',
    )
  })
})

describe('servers', () => {
  const at = (servers: unknown, item: object = {}, operation: object = {}) =>
    imported({ '/a': { ...item, get: operation } }, { servers })
  it.each<[string, unknown, object, object, string]>([
    ["none: the provider's own", undefined, {}, {}, 'https://api.sample.example'],
    ['of the document', [{ url: 'https://other.sample.example/v1' }], {}, {}, 'https://other.sample.example/v1'],
    [
      'of the path over the document',
      [{ url: 'https://x.example' }],
      { servers: [{ url: 'https://y.example' }] },
      {},
      'https://y.example',
    ],
    [
      'of the operation over all',
      [{ url: 'https://x.example' }],
      { servers: [{ url: 'https://y.example' }] },
      { servers: [{ url: 'https://z.example' }] },
      'https://z.example',
    ],
    ['relative', [{ url: '/v1' }], {}, {}, 'https://api.sample.example/v1'],
    ['without a scheme', [{ url: '//h.example/v1' }], {}, {}, 'https://h.example/v1'],
    ['blanks and slashes around', [{ url: ' https://x.example/ ' }], {}, {}, 'https://x.example'],
    [
      'variables with defaults',
      [{ url: 'https://{region}.x.example/{v}', variables: { region: { default: 'eu' }, v: { default: 'v3' } } }],
      {},
      {},
      'https://eu.x.example/v3',
    ],
    [
      "several, the provider's own among them",
      [{ url: 'https://sandbox.sample.example' }, { url: 'https://api.sample.example' }],
      {},
      {},
      'https://api.sample.example',
    ],
    [
      "several, none the provider's",
      [{ url: 'https://one.example' }, { url: 'https://two.example' }],
      {},
      {},
      'https://one.example',
    ],
    ['a variable without a value', [{ url: 'https://{tenant}.x.example' }], {}, {}, 'https://api.sample.example'],
  ])('%s', (_, servers, item, operation, expected) => {
    expect(only(at(servers, item, operation)).baseUrl).toBe(expected)
  })

  it('skip the operation when they are relative and there is no base', () => {
    const { endpoints, skipped } = imported(
      { '/a': { get: {} } },
      { servers: [{ url: '/v1' }] },
      { provider: 'nobody' },
    )
    expect(endpoints).toEqual([])
    expect(skipped).toEqual([
      { method: 'GET', path: '/a', reason: 'the server /v1 is relative and no base URL is known' },
    ])
  })

  it('are resolved against the given base when they are relative', () => {
    expect(
      only(
        imported(
          { '/a': { get: {} } },
          { servers: [{ url: '/v1' }] },
          { provider: 'nobody', base: 'https://docs.example/openapi.json' },
        ),
      ).baseUrl,
    ).toBe('https://docs.example/v1')
  })
})

describe('Swagger 2.0', () => {
  const document = {
    swagger: '2.0',
    info: { title: 'Old' },
    host: 'api.old.example',
    basePath: '/v1',
    schemes: ['http', 'https'],
    securityDefinitions: { key: { type: 'apiKey', in: 'query', name: 'api_key' } },
    parameters: { page: { name: 'page', in: 'query', type: 'integer', default: 1 } },
    definitions: { Query: { type: 'object', required: ['q'], properties: { q: { type: 'string' } } } },
    paths: {
      '/search/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, type: 'integer', format: 'int64' }],
        get: {
          parameters: [
            { $ref: '#/parameters/page' },
            { name: 'api_key', in: 'query', type: 'string', required: true },
            { name: 'tags', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
            { name: 'ids', in: 'query', type: 'array', items: { type: 'integer' } },
          ],
        },
        post: {
          parameters: [{ name: 'anything', in: 'body', required: true, schema: { $ref: '#/definitions/Query' } }],
        },
      },
      '/upload': {
        post: {
          parameters: [
            { name: 'file', in: 'formData', type: 'file', required: true },
            { name: 'note', in: 'formData', type: 'string' },
          ],
        },
      },
      '/form': {
        post: {
          consumes: ['application/x-www-form-urlencoded'],
          parameters: [{ name: 'data', in: 'formData', type: 'string' }],
        },
      },
    },
  }
  const { endpoints } = importDocument(document, { provider: 'old' })
  const find = (key: string) => endpoints.find(({ method, endpoint }) => `${method} ${endpoint}` === key)

  it('has host, base path and https before http', () => {
    expect(find('GET /search/{id}')?.baseUrl).toBe('https://api.old.example/v1')
  })

  it('writes schema members on the parameter itself, and leaves the credential out', () => {
    expect(find('GET /search/{id}')).toMatchObject({
      pathParams: { properties: { id: { type: 'integer', format: 'int64' } }, required: ['id'] },
    })
    expect(find('GET /search/{id}')?.queryParams).toEqual({
      properties: {
        page: { type: 'integer', default: 1 },
        tags: { type: 'array', items: 'string' },
        ids: { type: 'array', items: 'integer', style: 'comma' },
      },
      required: [],
    })
  })

  it('has bodies as parameters', () => {
    expect(find('POST /search/{id}')?.body).toEqual({
      type: 'object',
      encoding: 'json',
      needed: true,
      properties: { q: { type: 'string' } },
      required: ['q'],
    })
    expect(find('POST /upload')?.body).toMatchObject({
      encoding: 'multipart',
      needed: true,
      required: ['file'],
      properties: { file: { type: 'file' }, note: { type: 'string' } },
    })
    expect(find('POST /form')?.body).toMatchObject({ encoding: 'form', needed: false })
  })
})

describe('parameters', () => {
  it('at the operation replace those of the path, by location and name', () => {
    const item = {
      parameters: [
        { name: 'id', in: 'path', schema: { type: 'string' } },
        { name: 'limit', in: 'query', schema: { type: 'integer' } },
        { name: 'cycle', in: 'query', schema: { type: 'integer' } },
      ],
      get: {
        parameters: [{ name: 'limit', in: 'query', required: true, schema: { type: 'integer', enum: [10, 20] } }],
      },
    }
    const { pathParams, queryParams } = only(imported({ '/a/{id}': item }))
    expect(pathParams.required).toEqual(['id'])
    expect(queryParams).toEqual({
      properties: { limit: { type: 'integer', enum: [10, 20] }, cycle: { type: 'integer' } },
      required: ['limit'],
    })
  })

  it('keep names that are not identifiers, and one name in two locations', () => {
    const names = ['person_titles[]', 'published_at[min]', 'query.cond', 'filter[a][b]', 'id']
    const parameters = [
      ...names.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    ]
    const endpoint = only(imported({ '/a/{id}': { get: { parameters } } }))
    expect(Object.keys(endpoint.queryParams.properties)).toEqual(names)
    expect(Object.keys(endpoint.pathParams.properties)).toEqual(['id'])
  })

  it.each([
    [
      { style: 'pipeDelimited', explode: false, schema: { type: 'array', items: { type: 'string' } } },
      { type: 'array', items: 'string', style: 'pipe' },
    ],
    [
      { explode: false, schema: { type: 'array', items: { type: 'string' } } },
      { type: 'array', items: 'string', style: 'comma' },
    ],
    [
      { explode: true, schema: { type: 'array', items: { type: 'string' } } },
      { type: 'array', items: 'string' },
    ],
    [
      { style: 'deepObject', schema: { type: 'object', properties: { gte: {}, lte: {} } } },
      { type: 'object', fields: ['gte', 'lte'], style: 'deep' },
    ],
    [{ content: { 'application/json': { schema: { type: 'object' } } } }, { type: 'object', style: 'json' }],
    [{ schema: { type: ['string', 'null'] } }, { type: 'string' }],
    [{ schema: { anyOf: [{ type: 'integer' }, { type: 'null' }] } }, { type: 'integer' }],
    [{ schema: { enum: ['a', 'b', null] } }, { type: 'string', enum: ['a', 'b'] }],
    [{ schema: { $ref: '#/components/schemas/Limit', nullable: true, default: 5 } }, { type: 'integer', default: 5 }],
    [{ schema: { type: 'integer', default: 0 } }, { type: 'integer', default: 0 }],
    [{}, { type: 'any' }],
  ])('%j is %j', (parameter, expected) => {
    const paths = { '/a': { get: { parameters: [{ name: 'q', in: 'query', ...parameter }] } } }
    expect(
      only(imported(paths, { components: { schemas: { Limit: { type: 'integer' } } } })).queryParams.properties['q'],
    ).toEqual(expected)
  })

  it('leave out credentials and headers of the transport, and keep other headers apart', () => {
    const header = (name: string, required = false) => ({ name, in: 'header', required, schema: { type: 'string' } })
    const parameters = [
      header('Content-Type', true),
      header('Authorization'),
      header('x-api-KEY'),
      header('Idempotency-Key', true),
      { name: 'token', in: 'query' },
    ]
    const components = {
      securitySchemes: {
        a: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        b: { type: 'apiKey', in: 'query', name: 'token' },
      },
    }
    const result = imported({ '/a': { get: { parameters } } }, { components })
    expect(only(result)).toMatchObject({
      headerParams: { properties: { 'Idempotency-Key': { type: 'string' } }, required: ['Idempotency-Key'] },
      queryParams: { properties: {} },
    })
    expect(result.warnings).toContain('header Idempotency-Key is required: the adapter has to send it')
  })

  it('are made from undeclared placeholders, and those that may contain slashes are marked', () => {
    const provider = providerOf({ slashes: ['dataset'] })
    const endpoint = only(
      imported({ '/data/{year}/{dataset}/{+rest}/{number}.{format}': { get: {} } }, {}, { provider }),
    )
    expect(endpoint.pathParams).toEqual({
      properties: {
        year: { type: 'string' },
        dataset: { type: 'string', slashes: true },
        rest: { type: 'string', slashes: true },
        number: { type: 'string' },
        format: { type: 'string' },
      },
      required: ['year', 'dataset', 'rest', 'number', 'format'],
    })
  })

  it('without a placeholder are dropped with a note; two names of one shape are both kept', () => {
    const result = imported({
      '/a/{id}': { get: { parameters: [{ name: 'gone', in: 'path' }] } },
      '/a/{other}': { patch: {} },
    })
    expect(result.endpoints).toHaveLength(2)
    expect(result.warnings).toEqual(
      expect.arrayContaining([
        'path parameter gone has no placeholder in /a/{id}',
        '/a/{id} and /a/{other} are one shape under two names: both are kept',
      ]),
    )
  })
})
