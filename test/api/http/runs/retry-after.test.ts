import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { fixture } from '../../../fixtures/load.ts'
import { findThrough, type LiveProviders, startLiveProviders } from '../../../support/live-providers.ts'
import { findContact, runClient } from '../../../support/run-client.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

let providers: LiveProviders
let service: TestService
let client: ReturnType<typeof runClient>
beforeAll(async () => {
  providers = await startLiveProviders()
  service = await startTestService({ providers: providers.settings })
  client = runClient(service.url, service.workspace.keys.live)
})
afterAll(async () => {
  await service.stop()
  await providers.close()
})
beforeEach(() => {
  for (const one of [providers.hunter, providers.findymail, providers.leadmagic]) one.reset()
})

const limited = (seconds: number) => ({
  status: 403,
  headers: { 'retry-after': String(seconds) },
  json: { errors: [{ id: 'too_many_requests' }] },
})

describe('a provider that requests a pause', () => {
  it('is called again after it once inside the attempt, and the run is charged once', async () => {
    providers.hunter.script(limited(1), fixture('hunter/found'))
    const { body } = await client.run(findThrough('hunter'))
    expect(body).toMatchObject({
      status: 'succeeded',
      provider: 'hunter',
      attempts: [{ provider: 'hunter', outcome: 'succeeded' }],
    })
    expect(providers.hunter.calls).toHaveLength(2)
    expect(body.attempts[0]?.duration_ms).toBeGreaterThanOrEqual(1_000)
  })

  it('is not called a third time', async () => {
    providers.hunter.script(limited(0))
    expect((await client.run(findThrough('hunter'))).body).toMatchObject({
      status: 'failed',
      attempts: [{ outcome: 'rate_limited' }],
    })
    expect(providers.hunter.calls).toHaveLength(2)
  })

  it('is given up for the next one when the pause is longer than the attempt', async () => {
    providers.hunter.script(limited(3_600))
    providers.findymail.script(fixture('findymail/found'))
    providers.leadmagic.script(limited(3_600))
    const { body } = await client.run({ ...findContact(), routing: { strategy: 'cheapest' } })
    expect(body.status).toBe('succeeded')
    expect(providers.hunter.calls.length).toBeLessThanOrEqual(1)
    expect(body.attempts.filter(({ provider }) => provider === 'hunter')).toMatchObject(
      providers.hunter.calls.map(() => ({ outcome: 'rate_limited' })),
    )
  })
})
