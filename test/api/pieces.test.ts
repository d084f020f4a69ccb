import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import Type from 'typebox'
import { defineRoute, type Route } from '../../api/route/route.ts'
import { closed } from '../../api/schemas/common.ts'
import { until } from '../support/until.ts'
import { startFrame } from './frame.ts'

type Frame = Awaited<ReturnType<typeof startFrame>>

const facts = { tags: ['Sample'], spec: '7', summary: 'A sample', errors: [] } as const

const streamOf = (pieces: () => AsyncIterable<string>): Route =>
  defineRoute({
    ...facts,
    operationId: 'stream',
    method: 'GET',
    path: '/stream',
    access: 'public',
    responses: {
      200: {
        description: 'A file.',
        contentType: 'text/csv; charset=utf-8',
        stream: true,
        schema: Type.String(),
        headers: { 'Content-Disposition': 'A name.' },
      },
    },
    handler: async ({ reply }) => reply(200, pieces(), { 'Content-Disposition': 'attachment' }),
  })

const textRoute = defineRoute({
  ...facts,
  operationId: 'text',
  method: 'POST',
  path: '/text',
  access: 'public',
  bodyType: 'text/csv',
  maxBodyBytes: 10,
  body: Type.String(),
  responses: { 200: { description: 'How long it was.', schema: closed({ length: Type.Integer() }) } },
  handler: async ({ body, reply }) => reply(200, { length: body.length }),
})

describe('an answer in pieces', () => {
  let frame: Frame
  afterEach(() => frame.stop())

  const observed = async (): Promise<string> =>
    (await frame.metrics.registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith('http_requests_total'))
      .join('')

  it('is sent as it is made, with its headers, and measured when it is complete', async () => {
    async function* pieces() {
      for (const piece of ['a,b\n', 'å,2\n', '']) yield piece
    }
    frame = await startFrame({ routes: [streamOf(pieces)] })
    const answer = await frame.client.get('/stream')
    expect([
      answer.status,
      answer.text,
      answer.headers.get('content-type'),
      answer.headers.get('content-disposition'),
      answer.headers.get('content-length'),
    ]).toEqual([200, 'a,b\nå,2\n', 'text/csv; charset=utf-8', 'attachment', null])
    expect(answer.headers.get('request-id')).toMatch(/^req_/)
    expect(await observed()).toMatch(/route="\/stream",status="200"\} 1$/)
    expect((await frame.client.request('/stream', { method: 'HEAD' })).status).toBe(200)
  })

  it('is an error like any other when it fails before its first piece', async () => {
    async function* pieces(): AsyncGenerator<string> {
      await Promise.reject(new Error('canary'))
      yield ''
    }
    frame = await startFrame({ routes: [streamOf(pieces)] })
    const answer = await frame.client.get('/stream')
    expect([answer.status, answer.at('error', 'code'), answer.headers.get('content-type')]).toEqual([
      500,
      'internal_error',
      'application/json; charset=utf-8',
    ])
  })

  it('is cut when it fails later, so that half of it is never taken for all of it, and the log has the error', async () => {
    async function* pieces() {
      yield 'a,b\n'
      throw new Error('canary')
    }
    frame = await startFrame({ routes: [streamOf(pieces)] })
    await expect(frame.client.get('/stream')).rejects.toThrow()
    await until(async () => frame.logged().includes('response_stream_failed'), Boolean)
    expect(await observed()).toMatch(/route="\/stream"/)
  })

  it('is not made any further when the client goes away, nor faster than the client reads it', async () => {
    const made = { pieces: 0, ended: false }
    async function* pieces() {
      try {
        for (;;) {
          made.pieces += 1
          yield 'x'.repeat(100_000)
        }
      } finally {
        made.ended = true
      }
    }
    frame = await startFrame({ routes: [streamOf(pieces)] })
    const socket = connect(frame.server.port, '127.0.0.1')
    socket.pause()
    socket.write('GET /stream HTTP/1.1\r\nHost: a\r\n\r\n')
    await until(
      async () => made.pieces,
      (count) => count > 3,
    )
    // What the kernel's buffers hold, and no more.
    const settled = async (): Promise<number> => {
      const before = made.pieces
      await sleep(200)
      return made.pieces - before
    }
    await until(settled, (more) => more === 0)
    socket.destroy()
    await once(socket, 'close')
    await until(async () => made.ended, Boolean)
    expect(frame.logged()).not.toContain('response_stream_failed')
  })
})

describe('a body that is not JSON', () => {
  let frame: Frame
  afterEach(() => frame.stop())
  const send = (text: string, type = 'text/csv') =>
    frame.client.request('/text', { method: 'POST', text, headers: { 'Content-Type': type } })

  it('arrives as text within the limit of its route, only with its own type', async () => {
    frame = await startFrame({ routes: [textRoute] })
    expect((await send('a,b\n1,2')).body).toEqual({ length: 7 })
    expect((await send('\ufeffåb')).body).toEqual({ length: 2 })
    expect((await send('x'.repeat(10), 'text/csv; charset="UTF-8"')).body).toEqual({ length: 10 })
    expect((await send('x'.repeat(11))).status).toBe(413)
    expect((await send('{}', 'application/json')).at('error', 'code')).toBe('unsupported_media_type')
    expect((await send('a\0')).status).toBe(400)
    expect((await send('')).at('error', 'message')).toBe('The request body is required, as CSV.')
  })

  it('is described with its type', async () => {
    frame = await startFrame({ routes: [textRoute] })
    const document = await frame.client.get('/openapi.json')
    expect(document.at('paths', '/text', 'post', 'requestBody', 'content', 'text/csv', 'schema', 'type')).toBe('string')
  })
})
