import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { at, type HttpClient, httpClient, membersOf } from '../../../support/http.ts'
import { callTool, connectMcp, REVISIONS } from '../../../support/mcp.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

let service: TestService
let visitor: HttpClient
beforeAll(async () => {
  service = await startTestService({ worker: false })
  visitor = httpClient(service.url)
}, 120_000)
afterAll(() => service.stop())

const itemsOf = (value: unknown): unknown[] => membersOf(value).map(([, item]) => item)
const pathOf = (url: unknown): string => {
  expect(String(url).startsWith(`${service.url}/`)).toBe(true)
  return String(url).slice(service.url.length)
}
/** A type without its parameters. */
const mediaType = (type: unknown): string => String(type).split(';')[0] ?? ''

/** The targets of a `Link` header by their relation. */
const linksOf = (header: string | null): Record<string, string> =>
  Object.fromEntries([...(header ?? '').matchAll(/<([^>]+)>; rel="([^"]+)"/g)].map(([, to, rel]) => [rel, to]))

const SERVICE_LINKS = {
  'api-catalog': '/.well-known/api-catalog',
  'service-desc': '/openapi.json',
  'service-doc': '/docs',
}

describe('the Link header', () => {
  it.each(['/', '/docs', '/llms.txt', '/pricing.md', '/auth.md', '/.well-known/api-catalog'])(
    'of %s leads to the API catalog and the documents, with HEAD too',
    async (path) => {
      expect(linksOf((await visitor.get(path)).headers.get('link'))).toEqual(SERVICE_LINKS)
      const head = await visitor.request(path, { method: 'HEAD' })
      expect([head.status, linksOf(head.headers.get('link'))]).toEqual([200, SERVICE_LINKS])
    },
  )

  it('of a 401 leads there too, over HTTP and at the MCP endpoint', async () => {
    for (const answer of [await visitor.get('/v1/wallet'), await visitor.post('/mcp', {})]) {
      const links = linksOf(answer.headers.get('link'))
      expect([answer.status, links]).toEqual([401, { 'agent-feedback': '/feedback', ...SERVICE_LINKS }])
    }
  })
})

describe('the API catalog', () => {
  it('is a linkset with the profile of RFC 9727, whose links lead to documents of the named types', async () => {
    const catalog = await visitor.get('/.well-known/api-catalog')
    expect(catalog.headers.get('content-type')).toBe(
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    )
    const apis = itemsOf(catalog.at('linkset'))
    expect(apis.map((api) => at(api, 'anchor'))).toEqual([`${service.url}/v1`, `${service.url}/mcp`])
    for (const api of apis) {
      for (const relation of ['service-desc', 'service-doc', 'service-meta', 'status']) {
        const links = itemsOf(at(api, relation))
        expect([relation, links.length > 0]).toEqual([relation, true])
        for (const link of links) {
          const answer = await visitor.get(pathOf(at(link, 'href')))
          expect([at(link, 'href'), answer.status, mediaType(answer.headers.get('content-type'))]).toEqual([
            at(link, 'href'),
            200,
            at(link, 'type'),
          ])
        }
      }
    }
  })
})

describe('the AI catalog', () => {
  it('leads to the card of the MCP server and to each skill', async () => {
    const catalog = await visitor.get('/.well-known/ai-catalog.json')
    expect([catalog.headers.get('content-type'), catalog.at('specVersion')]).toEqual([
      'application/ai-catalog+json',
      '0.9',
    ])
    const entries = itemsOf(catalog.at('entries'))
    expect(entries.map((entry) => at(entry, 'identifier'))).toEqual([
      'urn:air:127.0.0.1:routed-data:mcp',
      'urn:air:127.0.0.1:find-people:skill',
      'urn:air:127.0.0.1:enrich-a-list:skill',
      'urn:air:127.0.0.1:reach-out-lawfully:skill',
    ])
    for (const entry of entries) {
      const answer = await visitor.get(pathOf(at(entry, 'url')))
      expect([answer.status, mediaType(answer.headers.get('content-type'))]).toEqual([
        200,
        mediaType(at(entry, 'type')),
      ])
    }
  })
})

describe('the card of the MCP server', () => {
  it('has the members of its schema, and is the same at its former place', async () => {
    const card = await visitor.get('/mcp/server-card', { Accept: 'application/mcp-server-card+json' })
    expect([card.status, card.headers.get('content-type')]).toEqual([200, 'application/mcp-server-card+json'])
    expect(card.body).toMatchObject({
      $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
      name: expect.stringMatching(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
      description: expect.stringMatching(/^.{1,100}$/),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    })
    expect((await visitor.get('/.well-known/mcp/server-card.json')).body).toEqual(card.body)
    expect(card.headers.get('access-control-allow-origin')).toBe('*')
    expect((await visitor.get('/mcp/server-card', { 'If-None-Match': card.headers.get('etag') ?? '' })).status).toBe(
      304,
    )
  })

  it('leads a client to the server that it describes', async () => {
    const card = await visitor.get('/mcp/server-card')
    const remote = at(card.body, 'remotes', '0')
    const header = at(remote, 'headers', '0')
    expect([at(remote, 'type'), at(header, 'name')]).toEqual(['streamable-http', 'Authorization'])
    const credential = String(at(header, 'value')).replace('{api_key}', service.workspace.keys.test)
    for (const revision of REVISIONS) {
      const url = new URL(String(at(remote, 'url')))
      const client = await connectMcp(url.href, credential.replace(/^Bearer /, ''), { revision })
      expect(itemsOf(at(remote, 'supportedProtocolVersions'))).toContain(client.getNegotiatedProtocolVersion())
      const { name, title, version } = client.getServerVersion() ?? {}
      expect([String(card.at('name')).split('/')[1], card.at('title'), card.at('version')]).toEqual([
        name,
        title,
        version,
      ])
      expect((await callTool(client, 'wallet')).isError).toBe(false)
      await client.close()
    }
  })
})
