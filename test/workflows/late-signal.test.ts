import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { verifyLedger } from '../../db/money/wallets/verify.ts'
import { findThrough } from '../support/live-providers.ts'
import { runClient } from '../support/run-client.ts'
import type { TestService } from '../support/service.ts'
import { type Stage, startStage } from '../support/stage.ts'
import { until } from '../support/until.ts'

let stage: Stage
let service: TestService
beforeAll(async () => {
  stage = await startStage({ providers: ['hunter'] })
  service = stage.service
})
afterAll(() => stage.stop())

/** WORKFLOW_TASK_FAILED of Temporal's API: the server refused the completion because of the signal. */
const WORKFLOW_TASK_FAILED = 9

it('a signal that arrives while a workflow task completes makes its steps run again, with the same result', async () => {
  stage.set('hunter', 'slow', { ms: 1_500 })
  const client = runClient(service.url, service.workspace.keys.live)
  const { body } = await client.run(findThrough('hunter', { async: true }))
  await until(
    async () => stage.calls('hunter').length,
    (calls) => calls === 1,
  )
  // The quick lane's task is open now: what it has recorded is discarded when this signal arrives.
  const handle = service.client.workflow.getHandle(body.run_id)
  await handle.signal('cancel')

  expect((await client.get(body.run_id, 60)).body).toMatchObject({
    status: 'succeeded',
    provider: 'hunter',
    billing: { charged: expect.any(String) },
  })
  expect(await handle.result()).toMatchObject({ status: 'succeeded' })
  const { events } = await handle.fetchHistory()
  expect((events ?? []).filter(({ eventType }) => eventType === WORKFLOW_TASK_FAILED)).not.toHaveLength(0)
  expect(stage.calls('hunter')).toHaveLength(1)
  const { rows } = await service.db.pool.query(
    `select kind from transfer where run_id = $1 and kind in ('hold', 'charge') order by id`,
    [body.run_id],
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['hold', 'charge'])
  expect((await verifyLedger(service.db)).drifts).toEqual([])
}, 300_000)
