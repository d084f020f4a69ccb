import { describe, expect, it } from '@jest/globals'
import {
  ANSWER_MEMBERS_MAX,
  ANSWER_NODES_MAX,
  isItems,
  isMembers,
  readScalar,
  topMembers,
  writeScalar,
  type AnswerShape,
  type Scalar,
} from '../../../domain/catalog/answer-shape.ts'
import { shared, withAnswers } from '../../../domain/catalog/answer-table.ts'
import { fromStored, toStored, type StoredEndpoint } from '../../../domain/catalog/stored.ts'
import { compare } from '../../../domain/catalog/compare.ts'
import { importDocument } from '../../../domain/catalog/import-document.ts'
import { imported, only, providerOf } from './build.ts'

const answering = (schema: unknown, schemas: object = {}, status = '200') =>
  only(
    imported(
      { '/a': { get: { responses: { [status]: { content: { 'application/json': { schema } } } } } } },
      { components: { schemas } },
    ),
  ).answer
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', properties, required })
const nodes = (shape: AnswerShape): number =>
  1 +
  (isItems(shape) ? shape : isMembers(shape) ? Object.values(shape) : []).reduce(
    (sum: number, one) => sum + nodes(one),
    0,
  )

describe('what an operation answers', () => {
  it.each([
    [
      'has types and formats',
      object({
        a: { type: 'string', format: 'email' },
        b: { type: 'integer', format: 'int64' },
        c: { type: 'boolean' },
        d: {},
      }),
      { a: 'string:email', b: 'integer', c: 'boolean', d: 'any' },
    ],
    [
      'has the first of the allowed values',
      object({ a: { type: 'string', enum: [null, 'x', 'y'] }, b: { const: 2 } }),
      { a: 'string=x', b: 'integer=2' },
    ],
    [
      'bounds',
      object({ a: { type: 'integer', minimum: 0, maximum: 100 }, b: { type: 'string', minLength: 2, maxLength: 2 } }),
      { a: 'integer[0..100]', b: 'string[2..2]' },
    ],
    ['has a text for a pattern', object({ a: { type: 'string', pattern: '^\\d+\\.\\d+$' } }), { a: 'string=1.0' }],
    [
      'has the other type for a member that may be null',
      object({
        a: { type: ['null', 'number'] },
        b: { type: 'string', nullable: true },
        c: { anyOf: [{ type: 'null' }, { type: 'boolean' }] },
      }),
      { a: 'number', b: 'string', c: 'boolean' },
    ],
    [
      'has lists, also at the top',
      { type: 'array', items: object({ a: { type: 'array', items: { type: 'string' } }, b: { type: 'array' } }) },
      [{ a: ['string'], b: [] }],
    ],
    [
      'joins the parts of allOf',
      { allOf: [object({ a: { type: 'string' } }), { $ref: '#/components/schemas/Other' }] },
      { a: 'string', o: 'number' },
    ],
    [
      'takes the first alternative',
      { oneOf: [object({ a: { type: 'string' } }), object({ b: { type: 'string' } })] },
      { a: 'string' },
    ],
    [
      'has no member for errors that a success need not have',
      object({ a: { type: 'string' }, error: { type: 'string' }, errors: { type: 'array' } }, ['errors']),
      { a: 'string', errors: [] },
    ],
    [
      'has a member with the name of a property of every object',
      object({ ['__proto__']: { type: 'string' }, constructor: { type: 'string' } }),
      JSON.parse('{"__proto__":"string","constructor":"string"}'),
    ],
  ])('%s', (_, schema, expected) => {
    expect(answering(schema, { Other: object({ o: { type: 'number' } }) })).toEqual(expected)
  })

  it('is the first success that is JSON, in any version of the format', () => {
    const json = (name: string) => ({
      content: { 'application/json; charset=utf-8': { schema: object({ [name]: { type: 'string' } }) } },
    })
    const responses = {
      400: json('bad'),
      202: json('later'),
      201: json('made'),
      200: { content: { 'text/csv': { schema: { type: 'string' } } } },
      default: json('default'),
    }
    expect(only(imported({ '/a': { get: { responses } } })).answer).toEqual({ made: 'string' })
    expect(only(imported({ '/a': { get: { responses: { default: json('default') } } } })).answer).toEqual({
      default: 'string',
    })
    expect(only(imported({ '/a': { get: { responses: { '2XX': json('any') } } } })).answer).toEqual({ any: 'string' })
    const swagger = {
      swagger: '2.0',
      info: { title: 'Old' },
      host: 'api.sample.example',
      paths: { '/a': { get: { responses: { 200: { schema: object({ old: { type: 'string' } }) } } } } },
    }
    expect(only(importDocument(swagger, { provider: providerOf() })).answer).toEqual({ old: 'string' })
  })

  it.each([
    ['no responses', {}],
    ['no content', { responses: { 204: {} } }],
    [
      'a document with a failure only',
      { responses: { 400: { content: { 'application/json': { schema: object({ a: {} }) } } } } },
    ],
    ['a schema without content', { responses: { 200: { content: { 'application/json': { schema: {} } } } } }],
  ])('is unknown for %s', (_, operation) => {
    expect(only(imported({ '/a': { get: operation } }))).not.toHaveProperty('answer')
  })

  it('ends where a schema contains itself', () => {
    const schemas = {
      Node: object({
        name: { type: 'string' },
        parent: { $ref: '#/components/schemas/Node' },
        children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
      }),
    }
    expect(answering({ $ref: '#/components/schemas/Node' }, schemas)).toEqual({ name: 'string', children: [] })
    expect(
      answering({ $ref: '#/components/schemas/A' }, { A: { allOf: [{ $ref: '#/components/schemas/A' }] } }),
    ).toBeUndefined()
  })

  it('is bounded in members, in depth and in total size, and keeps what is required', () => {
    const wide = object(
      Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`m${index}`, { type: 'string' }])),
      ['m299'],
    )
    expect(Object.keys(answering(wide) ?? {})).toHaveLength(ANSWER_MEMBERS_MAX)
    expect(answering(wide)).toHaveProperty('m299')
    const deep = (levels: number): object => (levels === 0 ? { type: 'string' } : object({ next: deep(levels - 1) }))
    expect(JSON.stringify(answering(deep(30)))?.match(/next/g)?.length).toBeLessThanOrEqual(6)
    const bushy = (levels: number): object =>
      levels === 0
        ? { type: 'string' }
        : object(Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`m${index}`, bushy(levels - 1)])))
    const shape = answering(bushy(4)) ?? 'any'
    expect(nodes(shape)).toBeLessThanOrEqual(ANSWER_NODES_MAX + 1)
    expect(Object.values(shape)).toHaveLength(12)
    const needed = object({
      a: object(
        {
          b: object(
            {
              c: object({ d: object({ e: object({ f: { type: 'string' }, g: { type: 'string' } }, ['f']) }, ['e']) }, [
                'd',
              ]),
            },
            ['c'],
          ),
        },
        ['b'],
      ),
    })
    expect(answering(needed)).toEqual({ a: { b: { c: { d: { e: { f: 'string' } } } } } })
  })
})

describe('a word for a value', () => {
  it.each<Scalar>([
    { type: 'any' },
    { type: 'string', format: 'date-time' },
    { type: 'integer', least: 0, most: 100 },
    { type: 'number', least: -0.5 },
    { type: 'number', most: 0.25 },
    { type: 'string', value: 'a=b:c[1..2]\nd' },
    { type: 'string', value: '' },
    { type: 'boolean', value: false },
    { type: 'number', value: -1.5 },
    { type: 'string', least: 2, most: 2 },
  ])('%j is read as it was written', (scalar) => {
    expect(readScalar(writeScalar(scalar))).toEqual(scalar)
  })

  it('without a type is any value', () => {
    expect(['', 'text', 'String', '#1'].map(readScalar)).toEqual(
      ['', 'text', 'String', '#1'].map(() => ({ type: 'any' })),
    )
  })
})

describe('the file', () => {
  const person = { first_name: 'string', last_name: 'string', email: 'string:email', phone: 'string' }
  const line = (endpoint: string, answer?: AnswerShape): StoredEndpoint => ({
    method: 'GET',
    endpoint,
    title: 'T',
    source: 'S',
    ...(answer !== undefined && { answer }),
  })
  const lines = [
    line('/a', { data: person }),
    line('/b', [{ id: 'string', person, extra: { deep: [person] } }]),
    line('/c'),
    line('/d', { small: { id: 'string' } }),
    line('/e', { small: { id: 'string' } }),
  ]

  it('writes a repeated part once, and reads every answer unchanged', () => {
    const file = shared(lines)
    expect(Object.values(file.shapes)).toEqual([person])
    expect(JSON.stringify(file).match(/first_name/g)).toHaveLength(1)
    expect(withAnswers({ ...file, endpoints: [...file.endpoints] })).toEqual(lines)
  })

  it('names a part by its content: another endpoint does not rename it', () => {
    const before = shared(lines).shapes
    expect(
      shared([line('/0', { x: { ...person, more: 'string' }, y: { ...person, more: 'string' } }), ...lines]).shapes,
    ).toMatchObject(before)
  })

  it('without a table is read as before; a name that the table lacks, or that contains itself, is refused', () => {
    expect(withAnswers({ endpoints: [line('/a')] })).toEqual([line('/a')])
    expect(() => withAnswers({ endpoints: [line('/a', '#nothing')] })).toThrow('#nothing')
    expect(() => withAnswers({ shapes: { a: { again: '#a' } }, endpoints: [line('/a', ['#a'])] })).toThrow(
      'holds itself',
    )
  })

  it('keeps the answer of an endpoint, and an import that changes only the answer reports that', () => {
    const [first, second] = [{ a: { type: 'string' } }, { a: { type: 'integer' } }].map((properties) =>
      toStored(
        only(
          imported({
            '/a': { get: { responses: { 200: { content: { 'application/json': { schema: object(properties) } } } } } },
          }),
        ),
        providerOf(),
      ),
    )
    if (first === undefined || second === undefined) throw new Error('there are two')
    expect(fromStored(first, providerOf()).answer).toEqual({ a: 'string' })
    expect(compare([first], [second], new Set(['Sample'])).changed).toEqual([{ key: 'GET /a', members: ['answer'] }])
  })
})

describe('the members at the top', () => {
  it.each([
    [{ a: 'string', b: [] }, ['a', 'b']],
    [[{ a: 'string' }], ['a']],
    [[], []],
    ['string', []],
  ] as const)('of %j are %j', (shape, names) => {
    expect(topMembers(shape)).toEqual(names)
  })
})
