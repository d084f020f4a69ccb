import { describe, expect, it } from '@jest/globals'
import { loadCatalog } from '../../../activities/providers/catalogs/load.ts'
import { exampleOf } from '../../../domain/catalog/example.ts'
import { reservedQueryOf } from '../../../domain/catalog/providers/provider.ts'
import { findCatalogProvider } from '../../../domain/catalog/providers/catalog-providers.ts'
import { buildRequest } from '../../../domain/catalog/request.ts'
import { runEndpointCommand } from '../../../domain/cli/commands.ts'
import { sendOfRaw, sendsUnchecked } from '../../../domain/outbound/raw-send.ts'
import { imported, jsonBody, only } from './build.ts'

const catalog = loadCatalog()
const exampleFor = (endpoint: ReturnType<typeof catalog.all>[number]) => {
  const provider = findCatalogProvider(endpoint.provider)
  if (provider === undefined) throw new Error(`${endpoint.provider} is not in the table`)
  return {
    reserved: reservedQueryOf(provider),
    example: exampleOf(endpoint, `${endpoint.method} ${endpoint.endpoint}`, reservedQueryOf(provider)),
  }
}

describe('the example of an endpoint', () => {
  it.each(catalog.providers.map(({ slug }) => slug))('%s: each of them is a call that can be written down', (slug) => {
    const endpoints = catalog.ofProvider(slug)
    expect(endpoints.length).toBeGreaterThan(0)
    for (const endpoint of endpoints) {
      const { example, reserved } = exampleFor(endpoint)
      const { input, ...rest } = example
      const built = buildRequest(endpoint, { ...rest, ...(input !== undefined && { input: input as never }) }, reserved)
      expect([endpoint.endpoint, built.ok, built.ok ? [] : built.faults]).toEqual([endpoint.endpoint, true, []])
      if (built.ok && endpoint.body === null) {
        const names = built.query.map(([name]) => name)
        for (const name of endpoint.queryParams.required)
          expect([endpoint.endpoint, names]).toEqual([
            endpoint.endpoint,
            expect.arrayContaining([expect.stringContaining(name)]),
          ])
      }
      const { body } = endpoint
      if (body !== null && !Array.isArray(input))
        expect(Object.keys(input as object)).toEqual(
          expect.arrayContaining(body.required.filter((name) => name in body.properties)),
        )
    }
  })

  it('has only values that a document names', () => {
    const endpoint = only(
      imported({
        '/{size}/things': {
          post: {
            parameters: [
              { in: 'path', name: 'size', required: true, schema: { enum: ['', 's', 'm'] } },
              { in: 'query', name: 'since', required: true, schema: { type: 'string', format: 'date' } },
            ],
            ...jsonBody({
              type: 'object',
              required: ['email', 'count', 'tags', 'kind', 'ok'],
              properties: {
                email: { type: 'string' },
                count: { type: 'integer' },
                tags: { type: 'array', items: { type: 'string' } },
                kind: { type: 'string', default: 'b' },
                ok: { type: 'boolean' },
                note: { type: 'string' },
              },
            }),
          },
        },
      }),
    )
    expect(exampleOf(endpoint, '/{size}/things', [])).toEqual({
      provider: 'sample',
      endpoint: '/{size}/things',
      path: { size: 's' },
      query: { since: '2024-01-31' },
      input: { email: 'robin@example.com', count: 1, tags: ['example'], kind: 'b', ok: true },
    })
  })

  it.each([
    ['resend', 'POST', '/emails'],
    ['resend', 'POST', '/emails/batch'],
    ['agentmail', 'POST', '/v0/inboxes/{inbox_id}/messages/send'],
    ['agentmail', 'POST', '/v0/inboxes/{inbox_id}/messages/{message_id}/forward'],
    ['agentmail', 'POST', '/v0/inboxes/{inbox_id}/drafts'],
  ])('a mail of %s %s %s goes to an address that the guards read', (slug, method, path) => {
    const endpoint = catalog.ofProvider(slug).find((one) => one.method === method && one.endpoint === path)
    if (endpoint === undefined) throw new Error(`${path} is not in the catalog`)
    const { input = null } = exampleFor(endpoint).example
    expect(sendsUnchecked(endpoint, input)).toBe(false)
    expect(sendOfRaw(endpoint, input)?.recipients).toEqual([{ kind: 'email', value: 'robin@example.com' }])
  })
})

describe('the command of an example', () => {
  it('is read by a shell with the same values', () => {
    expect(runEndpointCommand('sec', '/submissions/CIK{cik}.json', { path: { cik: '1' }, input: { q: "it's" } })).toBe(
      `svc run sec '/submissions/CIK{cik}.json' --path '{"cik":"1"}' --input '{"q":"it'\\''s"}'`,
    )
  })
})
