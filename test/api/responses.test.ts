import { afterEach, describe, expect, it } from '@jest/globals'
import Type from 'typebox'
import { createRateLimits } from '../../api/limits/rate-limits.ts'
import { Problem } from '../../api/errors/problem.ts'
import { defineRoute } from '../../api/route/route.ts'
import type { ErrorAnswer } from '../../api/route/responses.ts'
import { closed } from '../../api/schemas/common.ts'
import { startFrame } from './frame.ts'

class DriverError extends Error {
  readonly code = '23505'
  readonly constraint = 'run_key_unique'
}

describe('the answer of a route', () => {
  let frame: Awaited<ReturnType<typeof startFrame>> | undefined
  afterEach(() => frame?.stop())

  const started = async (
    handler: () => Promise<unknown>,
    options: { validate?: boolean; errors?: readonly ErrorAnswer[] } = {},
  ) => {
    const route = defineRoute({
      operationId: 'sample',
      method: 'GET',
      path: '/sample',
      summary: 'A sample',
      tags: ['Sample'],
      spec: '7',
      access: 'public',
      responses: { 200: { description: 'It.', schema: closed({ id: Type.String() }) } },
      errors: options.errors ?? [],
      handler: async ({ reply }) => {
        const body = await handler()
        // What the types forbid must be caught at run time as well.
        // @ts-expect-error the body is unknown on purpose
        return reply(200, body)
      },
    })
    frame = await startFrame({ routes: [route], validateResponses: options.validate ?? true })
    return frame
  }

  it('hides an unexpected error from the caller, and the values in it from the log', async () => {
    const { client, logged, records } = await started(async () => {
      throw new DriverError('duplicate key: insert into person values (canary@example.com)')
    })
    const answer = await client.get('/sample')
    expect(answer.status).toBe(500)
    expect(answer.at('error', 'code')).toBe('internal_error')
    expect(answer.text).not.toMatch(/canary|duplicate|stack/)
    expect(logged()).not.toContain('canary')
    const [line] = records()
    expect(line).toMatchObject({
      request_id: answer.at('error', 'request_id'),
      code: 'internal_error',
      error: {
        code: '23505',
        constraint: 'run_key_unique',
        stack: expect.arrayContaining([expect.stringContaining('responses.test.ts')]),
      },
    })
  })

  it('shows operators the internal text of a problem and callers the public one', async () => {
    const { client, logged } = await started(
      async () => {
        throw new Problem('unavailable', 'Try again.', { internal: 'pool exhausted', retry_after: 3 })
      },
      { errors: ['unavailable'] },
    )
    const answer = await client.get('/sample')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('3')
    expect(answer.at('error')).toMatchObject({ code: 'unavailable', message: 'Try again.', retry_after: 3 })
    expect(logged()).toContain('pool exhausted')
  })

  it.each([
    ['a missing member', {}, '/id is required'],
    ['an additional member', { id: 'a', secret: 'canary' }, '/secret is not a known member'],
    ['a wrong type', { id: 1 }, '/id must be a string'],
  ])('is internal_error for %s, and operators learn which', async (_, body, fault) => {
    const { client, logged } = await started(async () => body)
    const answer = await client.get('/sample')
    expect(answer.status).toBe(500)
    expect(answer.text).not.toContain('canary')
    expect(logged()).toContain(fault)
  })

  it('must not have an undeclared error', async () => {
    const { client, logged } = await started(async () => {
      throw new Problem('conflict', 'It exists.')
    })
    expect((await client.get('/sample')).at('error', 'code')).toBe('internal_error')
    expect(logged()).toContain('sample throws 409 conflict, which it does not declare')
  })

  it('is not checked in production', async () => {
    const { client } = await started(async () => ({ id: 1 }), { validate: false })
    expect((await client.get('/sample')).body).toEqual({ id: 1 })
  })

  it('needs a closed schema when the route is declared', () => {
    expect(() =>
      defineRoute({
        operationId: 'open',
        method: 'POST',
        path: '/open',
        summary: 'Open',
        tags: [],
        spec: '7',
        access: 'public',
        body: closed({ inner: Type.Object({ id: Type.String() }) }),
        responses: {},
        errors: [],
        handler: async () => {
          throw new Error('never called')
        },
      }),
    ).toThrow('open: the schema of body is open at /properties/inner')
  })

  it("aborts the handler's signal when the client goes away", async () => {
    const aborted = Promise.withResolvers<void>()
    const entered = Promise.withResolvers<void>()
    const waiting = defineRoute({
      operationId: 'waiting',
      method: 'GET',
      path: '/waiting',
      summary: 'Waits',
      tags: ['Sample'],
      spec: '4.4',
      access: 'public',
      responses: { 200: { description: 'It.', schema: closed({}) } },
      errors: [],
      async handler({ signal, reply }) {
        signal.addEventListener('abort', () => aborted.resolve())
        entered.resolve()
        await aborted.promise
        return reply(200, {})
      },
    })
    frame = await startFrame({ routes: [waiting] })
    const client = new AbortController()
    const request = frame.client.request('/waiting', { signal: client.signal }).catch(() => 'gone')
    await entered.promise
    client.abort()
    await expect(aborted.promise).resolves.toBeUndefined()
    await expect(request).resolves.toBe('gone')
  })

  it('has no limiter with a limit of 0', () => {
    // @ts-expect-error a limiter that is off needs no pool
    const limits = createRateLimits({ pool: null, requestsPerMinute: 0, runsPerMinute: 0, trustedProxies: [] })
    expect([limits.requests, limits.runs]).toEqual([null, null])
  })
})
