import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { findThrough } from '../../../support/live-providers.ts'
import { findContact, runClient } from '../../../support/run-client.ts'
import { type Stage, startStage } from '../../../support/stage.ts'

let stage: Stage
let client: ReturnType<typeof runClient>
beforeAll(async () => {
  stage = await startStage({ providers: ['hunter', 'findymail', 'leadmagic'] })
  const { service } = stage
  client = runClient(service.url, service.workspace.keys.live)
})
afterAll(() => stage.stop())
beforeEach(() => stage.calm())

const limit = (twin: string, seconds: number, times: number | null = null) =>
  stage.set(twin, 'rate_limited', { ms: seconds * 1_000, times })

describe('a provider that requests a pause', () => {
  it('is called again after it once inside the attempt, and the run is charged once', async () => {
    limit('hunter', 1, 1)
    const { body } = await client.run(findThrough('hunter'))
    expect(body).toMatchObject({
      status: 'succeeded',
      provider: 'hunter',
      attempts: [{ provider: 'hunter', outcome: 'succeeded' }],
    })
    expect(stage.calls('hunter')).toHaveLength(2)
    expect(body.attempts[0]?.duration_ms).toBeGreaterThanOrEqual(1_000)
  })

  it('is not called a third time', async () => {
    limit('hunter', 1)
    expect((await client.run(findThrough('hunter'))).body).toMatchObject({
      status: 'failed',
      attempts: [{ outcome: 'rate_limited' }],
    })
    expect(stage.calls('hunter')).toHaveLength(2)
  })

  it('is given up for the next one when the pause is longer than the attempt', async () => {
    limit('hunter', 3_600)
    limit('leadmagic', 3_600)
    const { body } = await client.run({ ...findContact(), routing: { strategy: 'cheapest' } })
    expect(body.status).toBe('succeeded')
    expect(stage.calls('hunter').length).toBeLessThanOrEqual(1)
    expect(body.attempts.filter(({ provider }) => provider === 'hunter')).toMatchObject(
      stage.calls('hunter').map(() => ({ outcome: 'rate_limited' })),
    )
  })
})
