import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { httpClient, type HttpAnswer, membersOf } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

let service: TestService
let answer: HttpAnswer
beforeAll(async () => {
  service = await startTestService({ worker: false })
  answer = await httpClient(service.url).get('/llms.txt')
}, 120_000)
afterAll(() => service.stop())

/** The lines under a heading, without their marks. */
function linesUnder(heading: string): string[] {
  const [, after = ''] = answer.text.split(`\n## ${heading}\n`)
  return (after.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => line.slice(2))
}
const namedIn = (lines: readonly string[]): string[] =>
  lines.map((line) => /^`([^`]+)`: \S/.exec(line)?.[1] ?? `nothing in ${line}`)

describe('/llms.txt', () => {
  it('is a title, a summary and lists under headings, as public text with revalidation', async () => {
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'public, no-cache',
    ])
    const [title = '', blank, summary = ''] = answer.text.split('\n')
    expect([title.startsWith('# '), blank, summary.startsWith('> ')]).toEqual([true, '', true])
    expect(answer.text.match(/^# /gm)).toHaveLength(1)
    const again = await httpClient(service.url).get('/llms.txt?utm_source=agent', {
      'If-None-Match': answer.headers.get('etag') ?? '',
    })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  it('lists the capabilities that are live, and no others', async () => {
    const listed = await httpClient(service.url).get('/v1/catalog/capabilities?limit=1000')
    const live = membersOf(listed.at('items'))
      .map(([, item]) => Object(item))
      .filter(({ status }) => status === 'live')
      .map(({ capability }) => String(capability))
    expect(live.length).toBeGreaterThan(20)
    expect(namedIn(linesUnder('Capabilities')).toSorted()).toEqual(live.toSorted())
  })

  it('names every documented route but those that its links lead to', () => {
    const documented = service.api.routes
      .filter((route) => route.documented !== false)
      .map(({ method, path }) => `${method} ${path}`)
    const linked = linesUnder('Docs').map((line) => `GET ${new URL(/\]\(([^)]+)\)/.exec(line)?.[1] ?? '').pathname}`)
    expect(
      documented.filter(
        (route) =>
          !linked.includes(route) && route !== 'GET /llms.txt' && !namedIn(linesUnder('Routes')).includes(route),
      ),
    ).toEqual([])
    expect(namedIn(linesUnder('Routes')).filter((route) => !documented.includes(route))).toEqual([])
  })

  it('has no broken link', async () => {
    const urls = [...answer.text.matchAll(/\]\(([^)]+)\)/g)].map(([, url]) => url ?? '')
    expect(urls.length).toBeGreaterThan(5)
    for (const url of urls)
      expect([url, url.startsWith(`${service.url}/`), (await fetch(url)).status]).toEqual([url, true, 200])
  })

  it('explains how to start, with addresses that exist', async () => {
    const started = [...answer.text.matchAll(/`POST (http[^`]+)` with `([^`]+)`/g)].map(([, url = '', body = '']) => ({
      url,
      body,
    }))
    expect(started.map(({ url }) => new URL(url).pathname)).toEqual(['/v1/discover', '/v1/inspect', '/v1/run'])
    for (const { url, body } of started.slice(0, 2)) {
      const called = await httpClient('', service.workspace.keys.test).post(url, JSON.parse(body))
      expect([url, called.status]).toEqual([url, 200])
    }
    const mcp = new URL(/^- MCP: (\S+)/m.exec(answer.text)?.[1] ?? '')
    expect(
      (await fetch(mcp, { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } })).status,
    ).toBe(401)
  })
})
