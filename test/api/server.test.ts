import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { getHealth } from '../../api/http/health/get.ts'
import { getReadiness } from '../../api/http/health/ready.ts'
import { defineRoute } from '../../api/route.ts'
import { closed } from '../../api/schemas/common.ts'
import { startFrame } from './frame.ts'

describe('health', () => {
  let frame: Awaited<ReturnType<typeof startFrame>> | undefined
  afterEach(() => frame?.stop())

  it('is alive, and ready when every check passes', async () => {
    frame = await startFrame({ routes: [getHealth(), getReadiness({ checks: { database: async () => {} }, temporal: async () => true, draining: () => false })] })
    expect((await frame.client.as(null).get('/healthz')).body).toEqual({ status: 'ok' })
    expect((await frame.client.as(null).get('/readyz')).body).toEqual({ status: 'ready', checks: { database: 'ok', temporal: 'ok' } })
  })

  it('names the checks that fail or hang, within two seconds, and not why', async () => {
    const checks = {
      database: async () => {},
      migrations: () => Promise.reject(new Error('canary')),
      storage: () => new Promise<void>(() => {}),
    }
    frame = await startFrame({ routes: [getReadiness({ checks, temporal: async () => true, draining: () => false })] })
    const answer = await frame.client.as(null).get('/readyz')
    expect(answer.status).toBe(503)
    expect(answer.at('error')).toMatchObject({
      code: 'unavailable', message: 'Not ready: migrations, storage.', details: [{ path: '/checks/migrations' }, { path: '/checks/storage' }],
    })
    expect(answer.text).not.toContain('canary')
  })

  it('stays ready while Temporal is away, and shows it', async () => {
    const checks = { database: async () => {} }
    frame = await startFrame({ routes: [getReadiness({ checks, temporal: async () => false, draining: () => false })] })
    const answer = await frame.client.as(null).get('/readyz')
    expect([answer.status, answer.body]).toEqual([200, { status: 'ready', checks: { database: 'ok', temporal: 'unreachable' } }])
  })

  it('is not ready any more once it drains', async () => {
    let draining = false
    frame = await startFrame({ routes: [getReadiness({ checks: {}, temporal: async () => true, draining: () => draining })] })
    expect((await frame.client.as(null).get('/readyz')).status).toBe(200)
    draining = true
    expect((await frame.client.as(null).get('/readyz')).status).toBe(503)
  })
})

describe('draining', () => {
  it('answers requests in flight, accepts no more, and ends soon', async () => {
    const entered = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const slow = defineRoute({
      operationId: 'slow', method: 'GET', path: '/slow', summary: 'Slow', tags: ['Sample'], spec: '4.4', access: 'public',
      responses: { 200: { description: 'It.', schema: closed({}) } }, errors: [],
      async handler({ reply }) {
        entered.resolve()
        await finish.promise
        return reply(200, {})
      },
    })
    const frame = await startFrame({ routes: [slow] })
    const inFlight = frame.client.get('/slow')
    await entered.promise
    const drained = frame.server.drain()
    await expect(frame.client.get('/v1/errors')).rejects.toThrow()
    finish.resolve()
    expect((await inFlight).status).toBe(200)
    await drained
  })

  it('waits for nobody who has connected and asked nothing', async () => {
    const frame = await startFrame({ routes: [getHealth()] })
    const socket = connect(Number(new URL(frame.server.url).port), '127.0.0.1')
    await once(socket, 'connect')
    // The server has seen it by the time it answers somebody else.
    await frame.client.as(null).get('/healthz')
    const gone = once(socket, 'close')
    await frame.server.drain()
    await gone
  }, 20_000)

  it('cuts what is left after its deadline', async () => {
    const entered = Promise.withResolvers<void>()
    const endless = defineRoute({
      operationId: 'endless', method: 'GET', path: '/endless', summary: 'Endless', tags: ['Sample'], spec: '4.4', access: 'public',
      responses: { 200: { description: 'It.', schema: closed({}) } }, errors: [],
      handler: () => {
        entered.resolve()
        return new Promise<never>(() => {})
      },
    })
    const frame = await startFrame({ routes: [endless] })
    const inFlight = frame.client.get('/endless').catch(() => 'cut')
    await entered.promise
    await frame.server.drain(10)
    expect(await inFlight).toBe('cut')
  })
})
