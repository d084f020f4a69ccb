import { describe, expect, it } from '@jest/globals'
import { NETWORKS } from '../../packages/cli/networks.ts'
import { COMMAND_OF, inCommandWords } from '../../packages/cli/route-words.ts'
import { declaredRoutes } from '../../api/http/declared-routes.ts'
import { inToolWords, TOOL_OF } from '../../domain/cli/tool-words.ts'
import { svc } from '../support/cli.ts'
import { child, type Node, parseFile, readSources, type SourceFile, wordOf } from './sources.ts'

/** Clients, documents and pages have their own words, catalogs those of providers; `domain/cli` replaces routes. */
const OTHER_WORDS =
  /^(?:packages|api\/(?:dashboard|docs|examples|http\/llms|openapi|schemas)|domain\/(?:catalog|cli))\//
/** The document of the API shows these. */
const DESCRIBES = new Set(['description', 'summary'])
const ROUTE = /(?:GET|POST|PUT|PATCH|DELETE) \/v1\/[\w/{}-]*[\w}]/g

/** The operations that the texts of a file name, with `{}` for each value. */
function routesIn({ nodes }: SourceFile): string[] {
  const described = new Set<unknown>()
  for (const node of nodes)
    if (node.type === 'KeyValueProperty' && DESCRIBES.has(wordOf(node['key']) ?? '')) described.add(node['value'])
  return nodes
    .filter((node) => !described.has(node))
    .flatMap((node) => [...textOf(node).matchAll(ROUTE)].map(([route]) => shapeOf(route)))
}

function textOf(node: Node): string {
  if (node.type === 'StringLiteral') return wordOf(node) ?? ''
  const parts: unknown = node.type === 'TemplateLiteral' ? node['quasis'] : []
  return Array.isArray(parts) ? parts.map((part) => String(child({ ...node, part }, 'part')?.['raw'])).join('{}') : ''
}

const shapeOf = (route: string): string => route.replaceAll(/\{\w*\}/g, '{}')

const operations = declaredRoutes().map(({ method, path }) => shapeOf(`${method} ${path}`))
const isOperation = (operation: string): boolean =>
  NETWORKS.some((network) => operations.includes(shapeOf(operation.replace('{network}', network))))
const named = new Set(
  readSources()
    .filter(({ path }) => /^(?:api|domain)\//.test(path) && !OTHER_WORDS.test(path))
    .flatMap(routesIn)
    .filter(
      (route) => operations.includes(route) || route.startsWith('POST /v1/{}/') || route.startsWith('DELETE /v1/{}/'),
    ),
)

describe.each([
  ['svc', COMMAND_OF],
  ['MCP', TOOL_OF],
])('the words of %s', (_, words) => {
  it('have what replaces each operation that a text of the service names, and no other operation', () => {
    expect(named.size).toBeGreaterThan(15)
    expect(Object.keys(words).map(shapeOf).toSorted()).toEqual([...named].toSorted())
    expect(Object.keys(words).filter((operation) => !isOperation(operation))).toEqual([])
  })
})

describe('a command in place of a route', () => {
  const commands = Object.values(COMMAND_OF).filter((command) => command !== null)

  it.each(commands)('is one: svc %s', async (command) => {
    const words = command.split(' ').filter((word) => !/^(?:\{|-)/.test(word) && word !== 'linkedin')
    const { code, stdout } = await svc([...words, '--help'])
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^Usage: svc ${words.join(' ')}(?:\\|\\w+)? `)),
    ])
  })

  it.each([
    ['Add it with `POST /v1/email/domains`.', 'Add it with `svc --live domains add`.'],
    ['connect it with POST /v1/connections/hunter. Why.', 'connect it with `svc --live connections set hunter`. Why.'],
    ['with `POST /v1/features` and `{"tables": true}`.', 'with `svc --live tables on`.'],
    ['`DELETE /v1/{network}/accounts/{account_id}`', '`svc --live accounts disconnect <network> <account_id>`'],
    ['POST /v1/linkedin/accounts', '`svc --live accounts connect linkedin`'],
    ['`GET /v1/watch/{watch_id}` has it', '`svc --live watches view <watch_id>` has it'],
    [
      'see GET /v1/catalog/providers/hunter/endpoints.',
      'see `svc --live api GET /v1/catalog/providers/hunter/endpoints`.',
    ],
    [
      'Inspect it: POST /v1/inspect {"provider":"sec","endpoint":"/submissions/CIK{cik}.json"}',
      "Inspect it: svc --live inspect sec '/submissions/CIK{cik}.json'",
    ],
    ['Try: POST /v1/discover {"query":"work email"}', "Try: svc --live discover 'work email'"],
    ['POST /v1/people of a provider', 'POST /v1/people of a provider'],
    ["svc inspect other 'POST /v1/plan'", "svc inspect other 'POST /v1/plan'"],
  ])('has the values and the environment of its text: %s', (text, expected) => {
    expect(inCommandWords(text, 'svc --live')).toBe(expected)
  })
})

it('a tool in place of a route has its values', () => {
  expect(inToolWords('see GET /v1/catalog/providers/hunter/endpoints.')).toBe('see discover with provider "hunter".')
  expect(inToolWords('POST /v1/tables/{name}/rows/query')).toBe('POST /v1/tables/{name}/rows/query')
})

it.each([
  ["say('Use `POST /v1/plan`.')", ['POST /v1/plan']],
  ['say(`GET /v1/runs/${id} or GET /v1/watch/{watch_id}.`)', ['GET /v1/runs/{}', 'GET /v1/watch/{}']],
  ["({ description: 'GET /v1/plan' })", []],
])('routes are found in texts: %s', (code, routes) => {
  expect(routesIn(parseFile('a.ts', code))).toEqual(routes)
})
