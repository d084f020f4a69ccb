import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { pageFiles, slugOfTag } from '../../../api/openapi/page-files.ts'
import { type HttpAnswer, type HttpClient, httpClient, membersOf } from '../../support/http.ts'
import { servedText } from '../../support/html-form.ts'
import { startTestService, type TestService } from '../../support/service.ts'

/** A page with its style and its script, compressed. */
const PAGE_BYTES_MAX = 60_000
const GUIDES = [
  'quickstart',
  'jobs',
  'long-runs',
  'tables',
  'webhooks',
  'sending',
  'replies',
  'law',
  'agents',
  'going-live',
]
const NOUNS = pageFiles().map(({ slug }) => `/api-reference/${slug}`)

let service: TestService
let visitor: HttpClient
beforeAll(async () => {
  service = await startTestService({ worker: false })
  visitor = httpClient(service.url)
}, 120_000)
afterAll(() => service.stop())

const open = async (path: string): Promise<HttpAnswer> => {
  const answer = await visitor.get(path)
  expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8'])
  return answer
}
const namesIn = (text: string, attribute: 'href' | 'src' | 'id'): string[] =>
  [...text.matchAll(new RegExp(` ${attribute}="([^"]+)"`, 'g'))].map(([, value = '']) => value)

interface Documented {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly access: string
  readonly parameters: readonly Readonly<Record<string, unknown>>[]
}

const documented = async (): Promise<Documented[]> =>
  membersOf((await visitor.get('/openapi.json')).at('paths')).flatMap(([path, ofPath]) =>
    membersOf(ofPath).map(([method, operation]) => ({
      id: String(Object(operation).operationId),
      method: method.toUpperCase(),
      path,
      tag: String(Object(operation).tags[0]),
      access: String(Object(operation)['x-access']),
      parameters: Object(operation).parameters ?? [],
    })),
  )

describe('the guides', () => {
  it.each(GUIDES)('%s opens without a sign-in, with title and content', async (slug) => {
    const { text } = await open(`/docs/${slug}`)
    expect(text).toMatch(/<h1>[A-Z][^<]+<\/h1>/)
    expect(text.match(/<h2 id=/g)?.length).toBeGreaterThan(1)
    expect(text.match(/<pre /g)?.length).toBeGreaterThan(0)
  })

  it('are all listed, and name this service in their commands', async () => {
    const { text } = await open('/docs')
    expect(namesIn(text, 'href')).toEqual(expect.arrayContaining(GUIDES.map((slug) => `/docs/${slug}`)))
    const quickstart = await open('/docs/quickstart')
    expect(quickstart.text).toContain(`curl -s ${service.url}/v1/run`)
    expect(quickstart.text).not.toContain('api.example.com')
  })

  it('show the setting, the site and the prices of each provider that serves a live run', async () => {
    const { text } = await open('/docs/going-live')
    const providers = await visitor.get('/v1/catalog/providers')
    const slugs = membersOf(providers.at('items'))
      .map(([, item]) => Object(item))
      .filter(({ endpoints, capabilities }) => endpoints.status !== 'excluded' || capabilities.length > 0)
      .map(({ provider }) => String(provider))
    expect(slugs.length).toBeGreaterThan(20)
    const rows = namesIn(text, 'id').flatMap((id) => /^provider-(.+)$/.exec(id)?.[1] ?? [])
    expect(rows.toSorted()).toEqual(slugs.toSorted())
    const hunter = servedText(text, 'provider-hunter') ?? ''
    expect(hunter).toContain('PROVIDER_HUNTER_API_KEY')
    const inspected = await httpClient(service.url, service.workspace.keys.live).post('/v1/inspect', {
      capability: 'contact.find',
    })
    const offers = membersOf(inspected.at('offers')).map(([, offer]) => Object(offer))
    const price = String(offers.find(({ provider }) => provider === 'hunter')?.price?.amount)
    expect(hunter).toContain(`contact.find $${price}`)
  })
})

describe('the reference', () => {
  it('has a page for each operation of the OpenAPI document, with its samples', async () => {
    const operations = await documented()
    expect(operations.length).toBeGreaterThan(100)
    const withTool = new Set<string>()
    for (const { id, method, path, tag } of operations) {
      const { text } = await open(`/api-reference/${id}`)
      expect(text).toContain(`${method}</span> <code>${path}</code>`)
      const samples = ['curl', 'TypeScript', 'Python', 'MCP'].filter((language) =>
        text.includes(`aria-label="Sample in ${language}"`),
      )
      if (samples.includes('MCP')) withTool.add(id)
      expect([id, ...samples.filter((language) => language !== 'MCP')]).toEqual(
        tag === 'Inbound' ? [id, 'curl', 'Python'] : [id, 'curl', 'TypeScript', 'Python'],
      )
      expect(text).not.toMatch(/undefined|\[object Object\]/)
    }
    expect(withTool.size).toBeGreaterThan(15)
  })

  it('has every operation in its navigation', async () => {
    const links = namesIn((await open('/api-reference/createRun')).text, 'href')
    for (const { id } of await documented()) expect(links).toContain(`/api-reference/${id}`)
  })

  it('has a page for each noun, with its text, its further pages and its operations', async () => {
    const links = namesIn((await open('/api-reference')).text, 'href')
    for (const { slug, title, under } of pageFiles()) {
      const path = `/api-reference/${slug}`
      const page = (await open(path)).text
      expect(page).toContain(`<h1>${title}</h1>`)
      expect([path, /<div class="prose"><p>\S/.test(page)]).toEqual([path, true])
      expect(links).toContain(path)
      if (under !== null) expect(namesIn((await open(`/api-reference/${under}`)).text, 'href')).toContain(path)
    }
    for (const { id, tag } of await documented()) {
      const [, main = ''] = (await open(`/api-reference/${slugOfTag(tag)}`)).text.split('<h2 id="routes">')
      expect(namesIn(main.split('<nav')[0] ?? '', 'href')).toContain(`/api-reference/${id}`)
      const [above = ''] = (await open(`/api-reference/${id}`)).text.split('<h1>')
      expect(above).toContain(`href="/api-reference/${slugOfTag(tag)}">${tag}</a>`)
    }
  })

  it('finds the pages of nouns too', async () => {
    const { text } = await open('/api-reference?q=dedupe+key')
    expect(text).toContain('<li><a href="/api-reference/watches">Watches</a></li>')
  })

  it('shows members, values, errors and recorded answers of an operation', async () => {
    const { text } = await open('/api-reference/createRun')
    for (const piece of [
      'wait_seconds',
      'max_cost',
      'insufficient_balance',
      '200: Find a work email',
      'Idempotency-Key',
    ])
      expect(text).toContain(piece)
  })

  it('has a form on the page of every operation that asks for what its request needs', async () => {
    for (const { id, method, path, parameters, access } of await documented()) {
      const { text, headers } = await open(`/api-reference/${id}`)
      expect([id, headers.get('content-security-policy')]).toEqual([id, expect.stringContaining("connect-src 'self'")])
      const form = /<form class="try"[^]*?<\/form>/.exec(text)?.[0] ?? ''
      expect([id, form]).toEqual([id, expect.stringContaining(`data-method="${method}" data-path="${path}"`)])
      expect([id, form.includes('data-credential')]).toEqual([id, access !== 'public'])
      for (const parameter of parameters.filter(({ required }) => required === true))
        expect([id, form]).toEqual([
          id,
          expect.stringContaining(`name="${String(parameter['name'])}" data-in="${String(parameter['in'])}"`),
        ])
    }
  })

  it('finds operations without a script', async () => {
    const { text } = await open('/api-reference?q=cancel+run')
    expect(/class="operation-list"><li><a href="([^"]+)"/.exec(text)?.[1]).toBe('/api-reference/cancelRun')
    expect((await open('/api-reference?q=zebra')).text).toContain('No operation has these words')
    expect((await open(`/api-reference?q=${encodeURIComponent('<script>alert(1)</script>')}`)).text).not.toContain(
      '<script>alert',
    )
  })
})

describe('a page of the documents', () => {
  it('is missing under an unknown path', async () => {
    for (const path of ['/docs/nothing', '/docs/..%2fdecisions', '/api-reference/nothing', '/api-reference/init.js']) {
      const answer = await visitor.get(path)
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8'])
    }
  })

  it('is revalidated, and is the same for every reader', async () => {
    for (const path of ['/docs', '/docs/going-live', '/api-reference', '/api-reference/createRun']) {
      const first = await open(path)
      expect(first.headers.get('cache-control')).toBe('public, no-cache')
      const again = await httpClient(service.url, service.workspace.keys.test).get(path, {
        'If-None-Match': first.headers.get('etag') ?? '',
      })
      expect([path, again.status]).toEqual([path, 304])
    }
  })

  it('loads nothing from elsewhere, has nothing inline, and is small', async () => {
    const guides = GUIDES.map((slug) => `/docs/${slug}`)
    for (const path of ['/docs', ...guides, '/api-reference', '/api-reference/createRun', ...NOUNS]) {
      const { text, headers } = await open(path)
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self'; /,
      )
      expect(text).not.toMatch(/<style|<script(?![^>]*src=)| style=| on\w+=/)
      const files = [...text.matchAll(/<(?:link|script)[^>]+(?:href|src)="([^"]+)"/g)].map(([, file = '']) => file)
      expect(files).toHaveLength(path === '/api-reference/createRun' ? 5 : 4)
      const parts = await Promise.all(files.map((file) => visitor.get(file)))
      expect(parts.map(({ status }) => status)).toEqual(files.map(() => 200))
      const bytes = [text, ...parts.map((part) => part.text)].reduce((sum, part) => sum + gzipSync(part).length, 0)
      expect([path, bytes < PAGE_BYTES_MAX]).toEqual([path, true])
    }
  })

  it('links only to places that exist', async () => {
    const guides = GUIDES.map((slug) => `/docs/${slug}`)
    const paths = ['/docs', ...guides, '/api-reference', '/api-reference/createRun', ...NOUNS]
    const pages = new Map<string, HttpAnswer>()
    const pageOf = async (path: string): Promise<HttpAnswer> => {
      const answer = pages.get(path) ?? (await visitor.get(path))
      pages.set(path, answer)
      return answer
    }
    const broken: string[] = []
    for (const from of paths) {
      for (const href of new Set(namesIn((await pageOf(from)).text, 'href'))) {
        if (/^https?:/.test(href) && !href.startsWith(service.url)) continue
        const { pathname, search, hash } = new URL(href, `${service.url}${from}`)
        const { status, text } = await pageOf(pathname + search)
        const isThere = status < 400 && (hash === '' || namesIn(text, 'id').includes(hash.slice(1)))
        if (!isThere) broken.push(`${from}: ${href}`)
      }
    }
    expect(broken).toEqual([])
  })

  it('is linked from the dashboard and from the other documents', async () => {
    for (const path of ['/dashboard/sign-in', '/docs', '/api-reference', '/docs/nothing'])
      expect(namesIn((await visitor.get(path)).text, 'href')).toEqual(
        expect.arrayContaining(['/docs', '/api-reference']),
      )
    expect((await visitor.get('/llms.txt')).text).toContain(`](${service.url}/docs)`)
  })
})
