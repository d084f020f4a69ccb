import { afterAll, describe, expect, it } from '@jest/globals'
import { buildSession } from '../../build/session.ts'
import { leftovers } from '../../support/child-process.ts'
import { played } from '../../support/crash-rows.ts'
import { type CrashStage, crashedRun } from '../../support/crashed-run.ts'
import { httpClient } from '../../support/http.ts'
import { findContact, runClient } from '../../support/run-client.ts'
import { until } from '../../support/until.ts'

/** Rows take turns, and the last one waits for all others. */
const TIMEOUT_MS = 400_000
const REQUEST = findContact('', { approval: 'required' })

afterAll(() => {
  expect(leftovers()).toEqual([])
})

/** Whichever worker brings it there. */
const untilItWaits = ({ service }: CrashStage, runId: string) =>
  until(
    () => runClient(service.url, service.workspace.keys.test).get(runId),
    ({ body }) => body.status === 'awaiting_approval',
  )

async function approve(stage: CrashStage, runId: string): Promise<number> {
  await untilItWaits(stage, runId)
  const { url, db, workspace } = stage.service
  const { token } = await buildSession(db, workspace.id)
  const path = `/v1/runs/${runId}/approve`
  return (await httpClient(url, token).post(path, undefined, { 'Service-Environment': 'test' })).status
}

describe('a run that needs an approval, whose worker dies', () => {
  it.concurrent.each(played(['request_approval:before', 'request_approval:after'] as const))(
    '%s: waits once, and continues when it is approved',
    async (at) => {
      let approving: Promise<number> | undefined
      const ended = await crashedRun({
        crashes: [at],
        environment: 'test',
        request: REQUEST,
        underway: async (stage, runId) => {
          approving = approve(stage, runId)
        },
      })
      expect(await approving).toBe(200)
      expect(ended).toMatchObject({
        run: { status: 'succeeded' },
        closedAs: 'succeeded',
        held: 0n,
        drifts: [],
        attempts: [{ outcome: 'succeeded', executions: 1 }],
      })
    },
    TIMEOUT_MS,
  )

  it.concurrent.each(played(['expire_approval:before', 'expire_approval:after'] as const))(
    '%s: ends once when its approval expires',
    async (at) => {
      const ended = await crashedRun({
        crashes: [at],
        environment: 'test',
        request: REQUEST,
        underway: async (stage, runId) => {
          await untilItWaits(stage, runId)
          const { db, client } = stage.service
          await db.pool.query('update approval set expires_at = clock_timestamp() where run_id = $1', [runId])
          await client.workflow.getHandle(runId).signal('decide')
        },
      })
      expect(ended).toMatchObject({
        run: { status: 'blocked', error: { code: 'approval_expired' } },
        closedAs: 'blocked',
        held: 0n,
        drifts: [],
        transfers: [],
        attempts: [],
      })
    },
    TIMEOUT_MS,
  )
})
