import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { listOf, memberOf, recordOf, type Unchecked } from '../../domain/catalog/reading.ts'
import { CATALOGS, readDocument, slugOf } from './documents.ts'
import { MAPPINGS, UNDESCRIBED, type Mapping } from './fixture-mappings.ts'
import { faultsOf, responseSchema } from './response-schema.ts'

/**
 * The answers of the simulator are compared with the providers' own documents, so that adapter and simulator cannot
 * share one error.
 */
const FIXTURES = join(import.meta.dirname, '../fixtures')

const documents = new Map<string, Unchecked>()
function documentOf(file: string): Unchecked {
  const known = documents.get(file) ?? recordOf(readDocument(file).value)
  if (known === null) throw new Error(`${file} is no object`)
  documents.set(file, known)
  return known
}

const replyOf = (fixture: string): { readonly status?: number; readonly json?: unknown } =>
  JSON.parse(readFileSync(join(FIXTURES, `${fixture}.json`), 'utf8')).reply

/** The parts of a value at a pointer; `*` is every item. */
const partsAt = (value: unknown, at: string): unknown[] =>
  at
    .split('/')
    .slice(1)
    .reduce<unknown[]>(
      (found, name) => found.flatMap((one) => (name === '*' ? [...listOf(one)] : [memberOf(recordOf(one), name)])),
      [value],
    )

/** The value without the part at a pointer. */
function without(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === '*') return listOf(value).map((one) => without(one, rest))
  const record = recordOf(value)
  if (record === null || name === undefined) return value
  const members = Object.entries(record).filter(([member]) => rest.length > 0 || member !== name)
  return Object.fromEntries(members.map(([member, one]) => [member, member === name ? without(one, rest) : one]))
}

function faultsIn({ fixture, file, answer, at = '', knows = [] }: Mapping): string[] {
  const schema = responseSchema(documentOf(file), answer)
  if (schema === null) return [`${file} describes no answer ${answer}`]
  const parts = partsAt(replyOf(fixture).json, at)
  if (parts.length === 0 || parts.includes(undefined)) return [`nothing at ${at}`]
  const missing = knows.filter((name) => parts.flatMap((part) => partsAt(part, name)).every((one) => one === undefined))
  const described = (part: unknown) => knows.reduce((rest, name) => without(rest, name.split('/').slice(1)), part)
  return [
    ...missing.map((name) => `${name} is not there`),
    ...parts.flatMap((part) => faultsOf(schema, described(part))),
  ]
}

describe('the fixtures', () => {
  it('are mapped or excused with a reason, for every provider whose document is there', () => {
    const described = new Set(
      readdirSync(CATALOGS, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(?:json|ya?ml)$/.test(name))
        .map(slugOf),
    )
    const successes = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json') && described.has(name.split('/')[0] ?? ''))
      .map((name) => name.replace(/\.json$/, ''))
      .filter((name) => {
        const { status = 200, json } = replyOf(name)
        return status >= 200 && status < 300 && json !== undefined
      })
    const known = [...MAPPINGS.map(({ fixture }) => fixture), ...Object.keys(UNDESCRIBED)]
    expect(successes.toSorted()).toEqual(known.toSorted())
  })

  it.each(MAPPINGS.map((mapping) => [mapping.fixture, mapping.answer, mapping] as const))(
    '%s is %s of the document',
    (_fixture, _answer, mapping) => {
      expect(slugOf(mapping.file)).toBe(mapping.fixture.split('/')[0])
      expect(faultsIn(mapping)).toEqual([])
    },
  )
})

describe('the check itself', () => {
  const schemas = {
    Pet: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string' },
        age: { type: 'integer', nullable: true },
        tags: { type: 'array', items: { type: 'string' } },
        kin: { $ref: '#/components/schemas/Pet' },
      },
    },
    Named: { type: 'object', properties: { name: { type: 'string' } } },
    Both: {
      allOf: [{ $ref: '#/components/schemas/Named' }, { type: 'object', properties: { age: { type: 'integer' } } }],
    },
    Either: { oneOf: [{ $ref: '#/components/schemas/Named' }, { type: 'object' }] },
    Animal: {
      type: 'object',
      properties: { kind: { type: 'string' } },
      additionalProperties: false,
      discriminator: {
        propertyName: 'kind',
        mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' },
      },
    },
    Cat: {
      allOf: [
        { $ref: '#/components/schemas/Animal' },
        { type: 'object', properties: { lives: { type: 'integer' } }, additionalProperties: false },
      ],
    },
    Dog: {
      allOf: [{ $ref: '#/components/schemas/Animal' }, { type: 'object', properties: { tricks: { type: 'integer' } } }],
    },
    Animals: { type: 'array', items: { type: 'object', oneOf: [{ $ref: '#/components/schemas/Animal' }] } },
    Open: { type: 'object', properties: { name: { type: 'string' } }, additionalProperties: true },
  }
  const faults = (name: keyof typeof schemas, value: unknown): number => {
    const content = { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } }
    const schema = responseSchema(
      { paths: { '/x': { get: { responses: { 200: { content } } } } }, components: { schemas } },
      'GET /x 200',
    )
    return faultsOf(schema ?? {}, value).length
  }

  it.each([
    ['a value as described', 'Pet', { name: 'a', age: 1, tags: ['x'], kin: { name: 'b' } }, true],
    ['a null in place of anything', 'Pet', { name: null, age: null, tags: null, kin: null }, true],
    ['another type', 'Pet', { name: 'a', age: 'one' }, false],
    ['another type in a list', 'Pet', { name: 'a', tags: [1] }, false],
    ['a member that is not described', 'Pet', { name: 'a', colour: 'red' }, false],
    ['such a member further in', 'Pet', { name: 'a', kin: { name: 'b', colour: 'red' } }, false],
    ['a required member that is missing', 'Pet', { age: 1 }, false],
    ['members of two parts', 'Both', { name: 'a', age: 1 }, true],
    ['a member of neither part', 'Both', { name: 'a', colour: 'red' }, false],
    ['any member where one alternative describes none', 'Either', { colour: 'red' }, true],
    [
      'values of the kinds that they name',
      'Animals',
      [
        { kind: 'cat', lives: 9 },
        { kind: 'dog', tricks: 3 },
      ],
      true,
    ],
    ['a member of another kind', 'Animals', [{ kind: 'dog', lives: 9 }], false],
    ['a kind that is not described', 'Animals', [{ kind: 'fish' }], false],
    ['any member of an open object', 'Open', { colour: 'red' }, true],
    ['another type in an open object', 'Open', { name: 1 }, false],
  ] as const)('judges %s', (_name, schema, value, fits) => {
    expect(faults(schema, value) === 0).toBe(fits)
  })

  it('reads Swagger 2.0 and the default answer', () => {
    const root = {
      paths: {
        '/x': {
          get: { responses: { default: { schema: { type: 'object', properties: { a: { type: 'string' } } } } } },
        },
      },
    }
    const schema = responseSchema(root, 'GET /x 200')
    expect([faultsOf(schema ?? {}, { a: 'x' }).length, faultsOf(schema ?? {}, { b: 'x' }).length]).toEqual([0, 1])
    expect(responseSchema(root, 'GET /y 200')).toBeNull()
  })
})
