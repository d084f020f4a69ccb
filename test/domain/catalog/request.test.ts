import { describe, expect, it } from '@jest/globals'
import {
  type Body,
  type CatalogEndpoint,
  type ValueDescription,
  type Method,
  NO_FIELDS,
} from '../../../domain/catalog/endpoint.ts'
import { buildRequest, TASKS_MAX, type RawInput } from '../../../domain/catalog/request.ts'
import { fillPath } from '../../../domain/catalog/request-path.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { fromStored } from '../../../domain/catalog/stored.ts'
import { providerOf } from './build.ts'

const JSON_BODY: Body = { ...NO_FIELDS, type: 'object', encoding: 'json', needed: false }

const endpointOf = (method: Method, endpoint: string, facts: Partial<CatalogEndpoint> = {}): CatalogEndpoint => ({
  ...fromStored({ method, endpoint, title: 'Sample', source: 'Sample' }, providerOf()),
  ...facts,
})

const built = (endpoint: CatalogEndpoint, raw: RawInput, reserved: readonly string[] = []) => {
  const request = buildRequest(endpoint, raw, reserved)
  if (!request.ok) throw new Error(JSON.stringify(request.faults))
  return request
}
const faults = (endpoint: CatalogEndpoint, raw: RawInput, reserved: readonly string[] = []) => {
  const request = buildRequest(endpoint, raw, reserved)
  return request.ok ? [] : request.faults.map(({ at, message }) => `${at} ${message}`)
}
const queried = (facts: Record<string, ValueDescription>) => ({ queryParams: { properties: facts, required: [] } })

describe('placeholders', () => {
  it.each<[string, Record<string, string | number | boolean>, string]>([
    ['/people/{id}', { id: 'ada' }, '/people/ada'],
    ['/people/{id}', { id: 42 }, '/people/42'],
    ['/people/{id}', { id: 'a b?c#d&e=f' }, '/people/a%20b%3Fc%23d%26e%3Df'],
    ['/people/{id}', { id: '100%25' }, '/people/100%2525'],
    ['/people/{id}', { id: 'ä…' }, '/people/%C3%A4%E2%80%A6'],
    [
      '/v2/actors/{actorId}/runs',
      { actorId: 'compass~google-maps-extractor' },
      '/v2/actors/compass~google-maps-extractor/runs',
    ],
    ['/submissions/CIK{cik}.json', { cik: '0000320193' }, '/submissions/CIK0000320193.json'],
    ['/files/{number}.{format}', { number: 7, format: 'pdf' }, '/files/7.pdf'],
    ['/a/{id}/b/{id}', { id: 'x' }, '/a/x/b/x'],
    ['/search/', {}, '/search/'],
  ])('%s with %j is %s', (path, values, expected) => {
    expect(built(endpointOf('GET', path), { path: values })).toMatchObject({
      path: expected,
      url: `https://api.sample.example${expected}`,
    })
  })

  it('keep their slashes when they are complete paths, and escape all else', () => {
    const endpoint = endpointOf('GET', '/data/{year}/{dataset}', {
      pathParams: {
        properties: { year: { type: 'string' }, dataset: { type: 'string', slashes: true } },
        required: ['year', 'dataset'],
      },
    })
    expect(built(endpoint, { path: { year: '2022', dataset: 'acs/acs 5' } }).path).toBe('/data/2022/acs/acs%205')
    expect(faults(endpoint, { path: { year: '2022', dataset: '/acs' } })).toEqual([
      '/path/dataset "dataset" must not begin or end with a slash or hold two in a row',
    ])
    expect(faults(endpoint, { path: { year: '2022', dataset: 'acs/../../keys' } })).toEqual([
      '/path/dataset "dataset" must not be or hold a path segment of dots alone',
    ])
    expect(faults(endpoint, { path: { year: '2022', dataset: 'acs%2facs5' } })).toEqual([
      '/path/dataset "dataset" must not hold a slash',
    ])
  })

  it('take a list as its values with commas between', () => {
    expect(built(endpointOf('GET', '/docs/{numbers}.json'), { path: { numbers: ['2024-1', 'a,b'] } }).path).toBe(
      '/docs/2024-1,a%2Cb.json',
    )
  })

  it.each<[string, RawInput['path'], string[]]>([
    ['/a/{id}', {}, ['/path/id "id" is missing: /a/{id} needs it']],
    ['/a/{id}', undefined, ['/path/id "id" is missing: /a/{id} needs it']],
    ['/a/{id}', { id: 'x', other: 1 }, ['/path/other "other" is no placeholder of /a/{id}']],
    [
      '/a/{id}/{kind}',
      { Id: 'x' },
      [
        '/path/Id "Id" is no placeholder of /a/{id}/{kind}',
        '/path/id "id" is missing: /a/{id}/{kind} needs it',
        '/path/kind "kind" is missing: /a/{id}/{kind} needs it',
      ],
    ],
    ['/a', { 'x/y~z': 1 }, ['/path/x~1y~0z "x/y~z" is no placeholder of /a']],
    ['/a/{id}', { id: '' }, ['/path/id "id" must not be empty']],
    ['/a/{id}', { id: null }, ['/path/id "id" must be text, a number or true or false']],
    ['/a/{id}', { id: { a: 1 } }, ['/path/id "id" must be text, a number or true or false']],
    ['/a/{id}', { id: [] }, ['/path/id "id" must be text, a number or true or false']],
    ['/a/{id}', { id: 'x'.repeat(2_049) }, ['/path/id "id" must not be longer than 2048 characters']],
    ['/a/{id}', { id: '\ud800' }, ['/path/id "id" holds half of a surrogate pair']],
    ...['..', '.', '%2e%2e', '%252E.'].map((id): [string, JsonObject, string[]] => [
      '/a/{id}',
      { id },
      ['/path/id "id" must not be or hold a path segment of dots alone'],
    ]),
    ...['x/y', '/x', 'x/', 'x%2fy', 'x%252Fy', '../x'].map((id): [string, JsonObject, string[]] => [
      '/a/{id}',
      { id },
      ['/path/id "id" must not hold a slash'],
    ]),
    ['/a/{id}', { id: 'x\\y' }, ['/path/id "id" must not hold a backslash']],
    ['/a/{id}', { id: 'x%5cy' }, ['/path/id "id" must not hold a backslash']],
    ...['x\ny', 'x%0ay', '\u007f', 'x%00', '\u0085'].map((id): [string, JsonObject, string[]] => [
      '/a/{id}',
      { id },
      ['/path/id "id" must not hold control characters'],
    ]),
    ['/a/{id}', { id: `%${'25'.repeat(9)}61` }, ['/path/id "id" is percent-encoded too often']],
    [
      '/a/{x}{y}/b',
      { x: '.', y: '.' },
      [
        '/path/x "x" must not be or hold a path segment of dots alone',
        '/path/y "y" must not be or hold a path segment of dots alone',
      ],
    ],
    ['/x/{+path}', { path: 'a/b' }, ['/path/path "path" must not hold a slash']],
    ['/a/{constructor}', {}, ['/path/constructor "constructor" is missing: /a/{constructor} needs it']],
  ])('%s with %j is refused', (path, values, expected) => {
    expect(faults(endpointOf('GET', path), { path: values })).toEqual(expected)
  })
})

describe('the id of a mail in a path', () => {
  it.each<[string, string[]]>([
    ['<cli/cli/issues/1@github.com>', []],
    ['<a%2fb@github.com>', ['/path/id "id" must not hold a slash']],
    ['<a/../b@github.com>', ['/path/id "id" must not be or hold a path segment of dots alone']],
    ['<a/b@c>/d', ['/path/id "id" must not hold a slash']],
  ])('%s', (id, expected) => {
    expect(faults(endpointOf('GET', '/messages/{id}'), { path: { id } })).toEqual(expected)
  })

  it('is sent encoded, with its slashes', () => {
    expect(fillPath(endpointOf('GET', '/messages/{id}'), { id: '<a/b@c>' }).text).toBe('/messages/%3Ca%2Fb%40c%3E')
  })
})

describe('input', () => {
  it.each<[string, CatalogEndpoint, RawInput, object]>([
    [
      'of GET becomes the query',
      endpointOf('GET', '/a'),
      { input: { q: 'x', page: 2, all: true } },
      {
        query: [
          ['q', 'x'],
          ['page', '2'],
          ['all', 'true'],
        ],
        body: null,
      },
    ],
    [
      'of GET joins the query',
      endpointOf('GET', '/a'),
      { input: { q: 'x' }, query: { page: 2 } },
      {
        query: [
          ['q', 'x'],
          ['page', '2'],
        ],
      },
    ],
    [
      'of DELETE without a body becomes the query',
      endpointOf('DELETE', '/a'),
      { input: { q: 'x' } },
      { query: [['q', 'x']], body: null },
    ],
    [
      'of DELETE with a body is the body',
      endpointOf('DELETE', '/a', { body: { ...JSON_BODY, type: 'array' } }),
      { input: [{ id: 1 }] },
      { query: [], body: { encoding: 'json', value: [{ id: 1 }] } },
    ],
    [
      'of POST is the body',
      endpointOf('POST', '/a', { body: JSON_BODY }),
      { input: { q: 'x' }, query: { page: 1 } },
      { query: [['page', '1']], body: { encoding: 'json', value: { q: 'x' } } },
    ],
    [
      'of POST that only takes query members becomes the query',
      endpointOf('POST', '/a', queried({ q: { type: 'string' } })),
      { input: { q: 'x' } },
      { query: [['q', 'x']], body: null },
    ],
    [
      'of POST without declared members is the body',
      endpointOf('POST', '/a'),
      { input: { q: 'x' } },
      { body: { encoding: 'json', value: { q: 'x' } } },
    ],
    ['may be left out', endpointOf('POST', '/a', { body: JSON_BODY }), {}, { body: null }],
    [
      'that the provider needs is empty when it is left out',
      endpointOf('POST', '/a', { body: { ...JSON_BODY, needed: true } }),
      {},
      { body: { encoding: 'json', value: {} } },
    ],
    [
      "of an actor is the actor's own",
      endpointOf('POST', '/a', { bodyType: 'actor_input', body: JSON_BODY }),
      { input: { any: { thing: [1] } } },
      { body: { encoding: 'json', value: { any: { thing: [1] } } } },
    ],
    [
      'of an actor may be left out',
      endpointOf('POST', '/a', { bodyType: 'actor_input', body: JSON_BODY }),
      {},
      { body: { encoding: 'json', value: {} } },
    ],
    [
      'of a form is fields',
      endpointOf('POST', '/a', { body: { ...JSON_BODY, encoding: 'form' } }),
      { input: { data: 'a;b', format: 'json' } },
      {
        body: {
          encoding: 'form',
          fields: [
            ['data', 'a;b'],
            ['format', 'json'],
          ],
        },
      },
    ],
    [
      'of a JSON array is the array',
      endpointOf('POST', '/a', { body: { ...JSON_BODY, type: 'array' } }),
      { input: [1, 'x'] },
      { body: { encoding: 'json', value: [1, 'x'] } },
    ],
  ])('%s', (_, endpoint, raw, expected) => {
    expect(built(endpoint, raw)).toMatchObject(expected)
  })

  const task = endpointOf('POST', '/v3/task', { bodyType: 'task', body: { ...JSON_BODY, type: 'array' } })
  it('is an array of one to ten members for tasks', () => {
    expect(built(task, { input: { keyword: 'x' } }).body).toEqual({ encoding: 'json', value: [{ keyword: 'x' }] })
    const ten = Array.from({ length: TASKS_MAX }, (_, index) => ({ keyword: String(index) }))
    expect(built(task, { input: ten }).body).toEqual({ encoding: 'json', value: ten })
  })

  it.each<[string, CatalogEndpoint, RawInput, string[]]>([
    [
      'eleven tasks',
      task,
      { input: Array.from({ length: 11 }, () => ({})) },
      ['/input must hold 1 to 10 tasks, not 11'],
    ],
    ['no task', task, { input: [] }, ['/input must hold 1 to 10 tasks, not 0']],
    ['a task that is not an object', task, { input: [{}, 'x'] }, ['/input/1 must be a task object']],
    ['a task within a task', task, { input: [[]] }, ['/input/0 must be a task object']],
    ['nothing', task, {}, ['/input must be a task object or an array of 1 to 10 of them']],
    [
      'an array for GET',
      endpointOf('GET', '/a'),
      { input: [] },
      ['/input must be an object: its members become query parameters'],
    ],
    [
      'an array for an object',
      endpointOf('POST', '/a', { body: JSON_BODY }),
      { input: [] },
      ['/input must be an object'],
    ],
    [
      'an object for an array',
      endpointOf('POST', '/a', { body: { ...JSON_BODY, type: 'array' } }),
      { input: {} },
      ['/input must be an array'],
    ],
    [
      'a member in input and query',
      endpointOf('GET', '/a'),
      { input: { q: 'x' }, query: { q: 'y' } },
      ['/query/q "q" is in "input" as well'],
    ],
    [
      'errors of both path and query at once',
      endpointOf('GET', '/a/{id}'),
      { input: { q: null } },
      [
        '/path/id "id" is missing: /a/{id} needs it',
        '/query/q "q" must be text, a number, true or false, or an array of these',
      ],
    ],
  ])('is refused when it is %s', (_, endpoint, raw, expected) => {
    expect(faults(endpoint, raw)).toEqual(expected)
  })
})

describe('query members', () => {
  it.each<[ValueDescription | undefined, RawInput['query'], readonly (readonly [string, string])[]]>([
    [undefined, { unknown: 'passes' }, [['unknown', 'passes']]],
    [
      undefined,
      { 'person_titles[]': ['ceo', 'cto'] },
      [
        ['person_titles[]', 'ceo'],
        ['person_titles[]', 'cto'],
      ],
    ],
    [undefined, { 'published_at[min]': '2026-01-01' }, [['published_at[min]', '2026-01-01']]],
    [{ type: 'array', style: 'comma' }, { q: ['a', 1] }, [['q', 'a,1']]],
    [{ type: 'array', style: 'pipe' }, { q: ['a', 'b'] }, [['q', 'a|b']]],
    [{ type: 'array', style: 'space' }, { q: ['a', 'b'] }, [['q', 'a b']]],
    [{ type: 'array' }, { q: [] }, []],
    [
      { type: 'object', style: 'deep' },
      { q: { gte: 1, in: ['a', 'b'], at: { x: 2 } } },
      [
        ['q[gte]', '1'],
        ['q[in]', 'a'],
        ['q[in]', 'b'],
        ['q[at][x]', '2'],
      ],
    ],
    [{ type: 'object', style: 'json' }, { q: { a: [1] } }, [['q', '{"a":[1]}']]],
    [{ type: 'string' }, { q: { bool: { must: [] } } }, [['q', '{"bool":{"must":[]}}']]],
    [{ type: 'string' }, { q: '' }, [['q', '']]],
    [undefined, { q: JSON.rawJSON('7382910000000000123') as unknown as Json }, [['q', '7382910000000000123']]],
  ])('%j: %j is %j', (fact, query, expected) => {
    expect(built(endpointOf('GET', '/a', fact === undefined ? {} : queried({ q: fact })), { query }).query).toEqual(
      expected,
    )
  })

  it.each<[RawInput['query']]>([[{ q: null }], [{ q: { a: 1 } }], [{ q: [null] }], [{ q: [[1]] }]])(
    '%j cannot be written down',
    (query) => {
      expect(faults(endpointOf('GET', '/a'), { query })).toEqual([
        '/query/q "q" must be text, a number, true or false, or an array of these',
      ])
    },
  )

  it('are refused, wherever the caller writes them, when the service sets them', () => {
    const message = '/query/token "token" is set by the service and not by the caller'
    expect(faults(endpointOf('GET', '/a'), { query: { token: 'x' } }, ['token'])).toEqual([message])
    expect(faults(endpointOf('GET', '/a'), { input: { token: 'x' } }, ['token'])).toEqual([message])
    expect(faults(endpointOf('POST', '/a', { body: JSON_BODY }), { input: { token: 'x' } }, ['token'])).toEqual([])
  })
})
