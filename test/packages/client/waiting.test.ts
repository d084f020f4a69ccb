import { describe, expect, it } from '@jest/globals'
import { clientOf, failure } from './scripted-client.ts'

const done = { status: 200, body: { run_id: 'run_1', done: true, status: 'succeeded' } }
const unavailable = { status: 503, body: { error: { code: 'unavailable', message: 'Away.', request_id: 'req_1' } } }

describe('waitForRun', () => {
  it('requests the longest wait of the service, and no more than is left', async () => {
    const { server, client } = await clientOf([done])
    await client.waitForRun('run_1')
    await client.waitForRun('run_1', { timeoutMs: 7_000 })
    expect(server.seen.map(({ url }) => url)).toEqual(['/v1/runs/run_1?wait=120', '/v1/runs/run_1?wait=7'])
  })

  it('shows the run as it is at first, and what changes', async () => {
    const at = (status: string, attempts: readonly object[] = []) => ({
      status: 200,
      body: { run_id: 'run_1', done: false, status, attempts },
    })
    const { client } = await clientOf([at('queued'), 'break', at('queued'), at('running'), at('running', [{}]), done])
    const seen: string[] = []
    expect(
      await client.waitForRun('run_1', {
        onProgress: ({ status, attempts }) => seen.push(`${status} ${attempts.length}`),
      }),
    ).toEqual(done.body)
    expect(seen).toEqual(['queued 0', 'running 0', 'running 1'])
  })

  it('returns the run as it is when the time is up, and ends with its signal', async () => {
    const { client } = await clientOf([
      { status: 200, body: { run_id: 'run_1', done: false, status: 'running', attempts: [] } },
    ])
    expect(await client.waitForRun('run_1', { timeoutMs: 0 })).toMatchObject({ done: false, status: 'running' })
    expect(await failure(client.waitForRun('run_1', { signal: AbortSignal.timeout(50) }))).toMatchObject({
      name: 'TimeoutError',
    })
  })

  it('waits for a service that is away longer than a request is repeated', async () => {
    const { server, client } = await clientOf(
      ['break', unavailable, { status: 504, text: 'Timeout' }, 'break off', done],
      { retriesMax: 0 },
    )
    expect(await client.waitForRun('run_1')).toEqual(done.body)
    expect(server.seen).toHaveLength(5)
  })
})
