import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { TestWorkflowEnvironment } from '@temporalio/testing'
import {
  findThrough,
  freeAccount,
  type LiveProviders,
  startLiveProviders,
  occupyAccount,
} from '../../support/live-providers.ts'
import { runClient } from '../../support/run-client.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { timeSkippingEnvironment } from '../../support/temporal.ts'
import { until } from '../../support/until.ts'

let environment: TestWorkflowEnvironment
let providers: LiveProviders
let service: TestService
beforeAll(async () => {
  environment = await timeSkippingEnvironment()
  providers = await startLiveProviders()
  service = await startTestService({
    providers: providers.settings,
    temporal: { address: environment.address, namespace: environment.namespace ?? 'default' },
  })
}, 300_000)
afterAll(async () => {
  await service.stop()
  await providers.close()
  await environment.teardown()
})

const live = () => runClient(service.url, service.workspace.keys.live)
/** Time is skipped while a caller awaits the workflow's result. */
const skipToTheEnd = async (runId: string): Promise<unknown> => {
  const handle = environment.client.workflow.getHandle(runId)
  // The answer does not wait for the workflow's start.
  await until(
    () =>
      handle.describe().then(
        () => true,
        () => false,
      ),
    (there) => there,
  )
  return handle.result()
}

describe('a run whose providers have no room', () => {
  it('gives up on each after ten minutes, makes no call, and is not charged', async () => {
    await occupyAccount(service.db, 'hunter')
    const { body } = await live().run(findThrough('hunter', { async: true }))
    await skipToTheEnd(body.run_id)
    expect((await live().get(body.run_id)).body).toMatchObject({
      status: 'failed',
      billing: { charged: null },
      attempts: [{ provider: 'hunter', outcome: 'rate_limited', detail: 'no room at the provider for 10 minutes' }],
    })
    expect(providers.calls('hunter')).toHaveLength(0)
    await freeAccount(service.db, 'hunter')
  }, 300_000)

  it('continues with the next provider afterwards', async () => {
    for (const provider of ['hunter', 'leadmagic']) await occupyAccount(service.db, provider)
    const { body } = await live().run({ ...findThrough('auto', { async: true }), routing: { strategy: 'cheapest' } })
    await skipToTheEnd(body.run_id)
    const ended = (await live().get(body.run_id)).body
    expect(ended).toMatchObject({ status: 'succeeded', provider: 'findymail' })
    expect(ended.attempts.map(({ outcome }) => outcome)).toEqual(['rate_limited', 'rate_limited', 'succeeded'])
  }, 300_000)
})
