import { describe, expect, it } from '@jest/globals'
import { PROPERTIES_MAX } from '../../../domain/catalog/endpoint.ts'
import { imported, jsonBody, only, providerOf } from './build.ts'

const post = (operation: object, components: object = {}, facts: object = {}) =>
  only(imported({ '/search': { post: operation } }, { components }, { provider: providerOf(facts) }))

describe('bodies', () => {
  it('are described one level deep; deeper members are only named', () => {
    const schema = {
      type: 'object',
      required: ['q', 'filter'],
      properties: {
        q: { type: 'string' },
        filter: {
          type: 'object',
          properties: { country: { type: 'string' }, size: { type: 'object', properties: { min: {} } } },
        },
        tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
        people: { type: 'array', items: { type: 'object', properties: { name: {} } } },
      },
    }
    expect(post(jsonBody(schema, { required: true })).body).toEqual({
      type: 'object',
      encoding: 'json',
      needed: true,
      required: ['q', 'filter'],
      properties: {
        q: { type: 'string' },
        filter: { type: 'object', fields: ['country', 'size'] },
        tags: { type: 'array', items: 'string', enum: ['a', 'b'] },
        people: { type: 'array', items: 'object', fields: ['name'] },
      },
    })
  })

  it('are described by their items when they are arrays, and are tasks at providers of tasks', () => {
    const schema = {
      type: 'array',
      items: { type: 'object', nullable: true, oneOf: [{ $ref: '#/components/schemas/Task' }] },
    }
    const components = {
      schemas: { Task: { type: 'object', required: ['keyword'], properties: { keyword: { type: 'string' } } } },
    }
    expect(post(jsonBody(schema), components)).toMatchObject({
      bodyType: 'json',
      body: { type: 'array', needed: false, properties: { keyword: { type: 'string' } }, required: ['keyword'] },
    })
    expect(post(jsonBody(schema), components, { bodies: 'task' }).bodyType).toBe('task')
    expect(post(jsonBody({ type: 'object' }), {}, { bodies: 'task' }).bodyType).toBe('json')
  })

  it("are the actor's own input where there is an actor", () => {
    const facts = { actorRuns: ['POST /search'] }
    expect(
      post(
        {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { type: 'object' } }, '*/*': { schema: {} } },
          },
        },
        {},
        facts,
      ).bodyType,
    ).toBe('actor_input')
  })

  it.each<[string, object, object]>([
    [
      'allOf: all of them',
      {
        allOf: [
          { required: ['a'], properties: { a: {} } },
          { required: ['b'], properties: { b: {} } },
        ],
      },
      { properties: { a: { type: 'any' }, b: { type: 'any' } }, required: ['a', 'b'] },
    ],
    [
      'oneOf: any of them, and what all require',
      {
        oneOf: [
          { required: ['a', 'c'], properties: { a: {}, c: {} } },
          { required: ['b', 'c'], properties: { b: {}, c: {} } },
        ],
      },
      { required: ['c'], properties: { a: { type: 'any' }, b: { type: 'any' }, c: { type: 'any' } } },
    ],
    [
      'anyOf with requirements only',
      { type: 'object', properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      { required: [] },
    ],
    [
      'no type, an array without items',
      { properties: { ids: { type: 'array' } } },
      { type: 'object', properties: { ids: { type: 'array', items: 'any' } } },
    ],
    [
      'a constant',
      { properties: { mode: { const: 'fast' } } },
      { properties: { mode: { type: 'string', enum: ['fast'] } } },
    ],
    ['no schema', {}, { type: 'any', properties: {} }],
  ])('%s', (_, schema, expected) => {
    expect(post(jsonBody(schema)).body).toMatchObject(expected)
  })

  it('with a cycle end where the cycle closes', () => {
    const components = {
      schemas: {
        Node: {
          type: 'object',
          properties: { child: { $ref: '#/components/schemas/Node' }, value: { type: 'string' } },
        },
        Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }] },
        A: { $ref: '#/components/schemas/B' },
        B: { $ref: '#/components/schemas/A' },
      },
    }
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
    expect(post(jsonBody(ref('Node')), components).body?.properties).toEqual({
      child: { type: 'object', fields: ['child', 'value'] },
      value: { type: 'string' },
    })
    expect(post(jsonBody(ref('Loop')), components).body?.properties).toEqual({})
    expect(post(jsonBody(ref('A')), components).body?.properties).toEqual({})
  })

  it('with a reference that leads nowhere, or out of the document, get a note', () => {
    const result = imported({
      '/search': {
        post: jsonBody({ properties: { a: { $ref: 'other.yaml#/X' }, b: { $ref: '#/components/schemas/Gone' } } }),
      },
    })
    expect(only(result).body?.properties).toEqual({ a: { type: 'any' }, b: { type: 'any' } })
    expect(result.warnings).toEqual([
      'reference other.yaml#/X leads nowhere in this document',
      'reference #/components/schemas/Gone leads nowhere in this document',
    ])
  })

  it('follow references with escapes', () => {
    const components = { schemas: { 'a/b~c d': { type: 'object', properties: { x: { type: 'string' } } } } }
    expect(post(jsonBody({ $ref: '#/components/schemas/a~1b~0c%20d' }), components).body?.properties).toEqual({
      x: { type: 'string' },
    })
  })

  it.each([
    ['application/vnd.api+json', 'json'],
    ['application/json; charset=utf-8', 'json'],
    ['*/*', 'json'],
    ['application/x-www-form-urlencoded', 'form'],
    ['multipart/form-data', 'multipart'],
  ])('%s is written as %s', (type, encoding) => {
    expect(
      post({ requestBody: { content: { 'text/plain': {}, [type]: { schema: { properties: { a: {} } } } } } }).body
        ?.encoding,
    ).toBe(encoding)
  })

  it('have a bounded number of properties, required ones first, and the number of the rest', () => {
    const names = Array.from({ length: PROPERTIES_MAX + 30 }, (_, index) => `p${index}`)
    const last = names.at(-1) ?? ''
    const body = post(
      jsonBody({ required: [last], properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) }),
    ).body
    expect(Object.keys(body?.properties ?? {})).toHaveLength(PROPERTIES_MAX)
    expect(body?.properties).toHaveProperty(last)
    expect(body?.omitted).toBe(30)
  })

  it('with long lists of values have some of them and the number of the rest', () => {
    const values = Array.from({ length: 60 }, (_, index) => `v${index}`)
    expect(post(jsonBody({ properties: { a: { type: 'string', enum: values } } })).body?.properties['a']).toMatchObject(
      { omittedValues: 36 },
    )
  })
})

describe('the shipped catalog', () => {
  const operation = {
    operationId: 'findPeople',
    summary: 'A summary',
    description: 'A long text',
    tags: ['People', 'People', ' '],
    deprecated: true,
  }

  it('has no prose', () => {
    const endpoint = only(imported({ '/people/match': { post: operation } }))
    expect(endpoint).toMatchObject({ title: 'Find people', tags: ['People'], deprecated: true, source: 'Sample' })
    expect(JSON.stringify(endpoint)).not.toMatch(/"summary":|"description":|[Ll]ong text/)
    expect(endpoint.words).toEqual(['long', 'summary', 'text'])
  })

  it('may keep it for an operator who requests it', () => {
    expect(only(imported({ '/people/match': { post: operation } }, {}, { prose: 'keep' }))).toMatchObject({
      summary: 'A summary',
      description: 'A long text',
    })
  })

  it.each<[unknown, string | null]>([
    [0.00125, '0.001788'],
    [3.5, '5.005'],
    [0, '0.00'],
    ['0.02', '0.0286'],
    [{ mode: 'fixed', currency: 'USD', amount: '0.0495' }, '0.070785'],
    ['dynamic', null],
    [{ currency: 'EUR', amount: '1.00' }, null],
    [-1, null],
    [0.0000001, null],
    [undefined, null],
    [0.30000000000000004, '0.429'],
    [1e-3, '0.00143'],
    [1e21, null],
    [-0, '0.00'],
  ])('reads the price %j as %s', (price, estimate) => {
    expect(only(imported({ '/a/search': { get: { 'x-payment-info': { price } } } })).cost.estimate).toBe(estimate)
  })
})
