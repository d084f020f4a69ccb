import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { runClient } from '../../../support/run-client.ts'
import type { TestService } from '../../../support/service.ts'
import { type Stage, startStage } from '../../../support/stage.ts'
import { until } from '../../../support/until.ts'

let stage: Stage
let service: TestService
beforeAll(async () => {
  stage = await startStage({ providers: ['peopledatalabs'] })
  service = stage.service
})
afterAll(() => stage.stop())

it('an offer with its own limits waits for its own slot, and its provider continues with the rest', async () => {
  const client = runClient(service.url, service.workspace.keys.live)
  const tokens = (count: number) =>
    service.db.pool.query(
      `update provider_account set tokens = $1, refilled_at = clock_timestamp() where id = 'platform:peopledatalabs:person.search'`,
      [count],
    )
  expect((await tokens(-1000)).rowCount).toBe(1)
  const search = {
    capability: 'person.search',
    input: { titles: ['engineer'], limit: 2 },
    routing: { provider: 'peopledatalabs' },
    async: true,
  }
  const { body: waiting } = await client.run(search)
  await until(
    () => client.get(waiting.run_id),
    ({ body }) => body.status === 'queued',
  )
  const { body: served } = await client.run({
    capability: 'person.enrich',
    input: { email: 'robin.sample@example.com' },
    routing: { provider: 'peopledatalabs' },
  })
  expect(served).toMatchObject({ status: 'succeeded', provider: 'peopledatalabs' })
  expect(stage.calls('peopledatalabs').map(({ route }) => route)).toEqual(['GET /v5/person/enrich'])
  await tokens(10)
  expect((await client.get(waiting.run_id, 60)).body).toMatchObject({
    status: 'succeeded',
    attempts: [{ provider: 'peopledatalabs' }],
  })
}, 300_000)
