import { describe, expect, it } from '@jest/globals'
import { httpClient } from '../../support/http.ts'
import { callTool, connectMcp } from '../../support/mcp.ts'
import { startTestService } from '../../support/service.ts'

describe('quotas', () => {
  it('count a call as one request, and every run of it as a run', async () => {
    const limited = await startTestService({
      worker: false,
      env: { RATE_LIMIT_REQUESTS_PER_MINUTE: '1000', RATE_LIMIT_RUNS_PER_MINUTE: '5' },
    })
    try {
      const caller = await connectMcp(limited.url, limited.workspace.keys.test)
      // What is refused later counts too.
      const run = { capability: 'contact.find', input: {} }
      const codeOf = async (): Promise<unknown> => (await callTool(caller, 'run', run)).at('error', 'code')
      expect(await codeOf()).toBe('invalid_request')
      expect((await httpClient(limited.url, limited.workspace.keys.test).post('/v1/run', run)).status).toBe(400)
      const batch = await callTool(caller, 'batch_run', {
        capability: run.capability,
        concurrency: 1,
        items: Array.from({ length: 5 }, () => ({ input: {} })),
      })
      expect(['0', '1', '2', '3', '4'].map((index) => batch.at('items', index, 'error', 'code'))).toEqual([
        ...Array.from({ length: 3 }, () => 'invalid_request'),
        'rate_limited',
        'rate_limited',
      ])
      expect(await codeOf()).toBe('rate_limited')
      expect((await callTool(caller, 'run', run)).body).toMatchObject({
        error: { message: 'The limit of 5 runs a minute is reached.', retry_after: expect.any(Number) },
      })
      const policy = await httpClient(limited.url, limited.workspace.keys.test).post(
        '/mcp',
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        { Accept: 'application/json, text/event-stream' },
      )
      expect([policy.status, policy.headers.get('ratelimit')]).toEqual([
        202,
        expect.stringMatching(/^"requests";r=9\d\d;t=\d+, "bytes";/),
      ])
      expect((await callTool(caller, 'wallet')).isError).toBe(false)
      await caller.close()
    } finally {
      await limited.stop()
    }
  }, 60_000)
})
