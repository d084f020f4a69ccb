import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { getHealth } from '../../api/http/health/get.ts'
import { getReadiness } from '../../api/http/health/ready.ts'
import { buildOpenApi } from '../../api/openapi.ts'
import { defineRoute } from '../../api/route.ts'
import { Run, RunList } from '../../api/schemas/run.ts'
import { RunRequest } from '../../api/schemas/run-request.ts'
import { SpendGuard, SpendGuardUpdate } from '../../api/schemas/spend-guard.ts'
import { ERROR_CODES } from '../../domain/errors/codes.ts'
import { sampleRoutes, startFrame } from './frame.ts'

const facts = { tags: ['Runs'], spec: '4.1', summary: 'A sample', auth: 'key' } as const

const productLike = () => [
  defineRoute({
    ...facts, operationId: 'startRun', method: 'POST', path: '/v1/run', body: RunRequest,
    bodyExamples: { lookup: { value: { capability: 'contact.find', input: { email: 'ada@example.com' } } } },
    responses: { 200: { description: 'The run.', schema: Run }, 402: { description: 'The failed run.', schema: Run } },
    errors: ['insufficient_balance', 'capability_not_found'],
    handler: async () => { throw new Error('never called') },
  }),
  defineRoute({
    ...facts, operationId: 'listRuns', method: 'GET', path: '/v1/runs',
    responses: { 200: { description: 'Runs.', schema: RunList } }, errors: [],
    handler: async () => { throw new Error('never called') },
  }),
  defineRoute({
    ...facts, operationId: 'setSpendGuard', method: 'POST', path: '/v1/spend-guard', body: SpendGuardUpdate,
    responses: { 200: { description: 'The guard.', schema: SpendGuard } }, errors: [],
    handler: async () => { throw new Error('never called') },
  }),
]

describe('the OpenAPI document', () => {
  let frame: Awaited<ReturnType<typeof startFrame>>
  let document: any
  beforeAll(async () => {
    frame = await startFrame({ routes: [...productLike(), getHealth(), getReadiness({ checks: {}, draining: () => false })] })
    document = (await frame.client.as(null).get('/openapi.json')).body
  })
  afterAll(() => frame.stop())

  const operations = (): any[] => Object.values(document.paths).flatMap((path: any) => Object.values(path))

  it('is of version 3.1 and lists every route but the page\'s own files', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.servers).toEqual([{ url: 'http://service.test' }])
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/v1/items/{item_id}', '/v1/errors', '/openapi.json', '/healthz', '/readyz']))
    expect(Object.keys(document.paths).some((path) => path.startsWith('/api-reference'))).toBe(false)
  })

  it('resolves every reference', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(references.length).toBeGreaterThan(20)
    for (const reference of new Set(references)) {
      const found = reference.split('/').slice(1).reduce((value: any, member) => value?.[member], document)
      expect([reference, typeof found]).toEqual([reference, 'object'])
    }
  })

  it('prints shared schemas once, optional and nullable uses too', () => {
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(['Run', 'Attempt', 'Billing', 'Error', 'Money', 'RunTable', 'Routing']))
    const run = document.components.schemas.Run
    expect(run.properties.table).toEqual({ $ref: '#/components/schemas/RunTable' })
    expect(run.properties.error).toEqual({ $ref: '#/components/schemas/ErrorDetail' })
    expect(document.components.schemas.Billing.properties.charged.anyOf[0]).toEqual({ $ref: '#/components/schemas/Money' })
    expect(run.required).not.toContain('result')
    expect(run.additionalProperties).toBe(false)
  })

  it('gives every operation a unique id, a security statement and its errors with the envelope', () => {
    const ids = operations().map((operation) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const operation of operations()) {
      expect(operation.security).toBeDefined()
      const failures = Object.entries<any>(operation.responses).filter(([status]) => Number(status) >= 400)
      expect(failures.map(([status]) => status)).toEqual(expect.arrayContaining(['400', '500']))
      for (const [, failure] of failures) {
        expect(JSON.stringify(failure.content['application/json'].schema)).toContain('#/components/schemas/Error')
        expect(failure.headers.Link).toBeDefined()
        expect(Object.keys(failure.content['application/json'].examples).length).toBeGreaterThan(0)
      }
    }
  })

  it('documents a status that answers a run or the envelope as either', () => {
    expect(document.paths['/v1/run'].post.responses['402'].content['application/json'].schema).toEqual({
      anyOf: [{ $ref: '#/components/schemas/Run' }, { $ref: '#/components/schemas/Error' }],
    })
  })

  it('documents an overridden status under that status', () => {
    expect(document.paths['/v1/items/{item_id}'].get.responses['404'].content['application/json'].examples).toHaveProperty('invalid_request')
  })

  it('does not ask callers for what has a default, and always for path parameters', () => {
    const required = Object.fromEntries(document.paths['/v1/items/{item_id}'].get.parameters.map((parameter: any) => [parameter.name, parameter.required]))
    expect(required).toEqual({ item_id: true, limit: false, due: false, order: false })
  })

  it('prints every error code', () => {
    for (const code of Object.keys(ERROR_CODES)) expect(document.info.description).toContain(`\`${code}\``)
  })

  it('is the same document every time', () => {
    const build = () => JSON.stringify(buildOpenApi({ routes: [...sampleRoutes(), ...productLike()], publicUrl: 'http://a' }))
    expect(build()).toBe(build())
  })

  it('refuses two routes of one name', () => {
    expect(() => buildOpenApi({ routes: [...productLike(), ...productLike()], publicUrl: 'http://a' })).toThrow('two routes are declared as startRun')
  })

  it('is revalidated with its ETag, for anybody', async () => {
    const client = frame.client.as(null)
    const first = await client.get('/openapi.json')
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\w-]+"$/)
    expect(first.headers.get('cache-control')).toBe('public, no-cache')
    const again = await client.get('/openapi.json', { 'If-None-Match': tag })
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag])
    expect((await client.get('/openapi.json', { 'If-None-Match': '"other"' })).status).toBe(200)
  })
})

describe('the reference page', () => {
  let frame: Awaited<ReturnType<typeof startFrame>>
  beforeAll(async () => { frame = await startFrame() })
  afterAll(() => frame.stop())

  it('asks no other host for anything and runs no inline script', async () => {
    const page = await frame.client.as(null).get('/api-reference')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.text).not.toMatch(/https?:\/\/|src="\/\//)
    expect(page.text).not.toMatch(/<script(?![^>]*src=)/)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
    const files = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1] ?? '')
    expect(files).toHaveLength(4)
    for (const file of files) {
      const answer = await frame.client.as(null).get(file)
      expect([file, answer.status]).toEqual([file, 200])
      expect(answer.headers.get('content-type')).toMatch(/charset=utf-8$/)
    }
  })

  it('loads only the document, and asks no validator about it', async () => {
    const script = await frame.client.as(null).get('/api-reference/init.js')
    expect(script.text).toContain("url: '/openapi.json'")
    expect(script.text).toContain('validatorUrl: null')
    expect(script.text).not.toMatch(/https?:\/\//)
  })
})
