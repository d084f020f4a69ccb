import { afterAll, describe, expect, it } from '@jest/globals'
import { leftovers } from '../../support/child-process.ts'
import { played } from '../../support/crash-rows.ts'
import { type CrashStage, crashedRun } from '../../support/crashed-run.ts'
import { httpClient } from '../../support/http.ts'
import { runClient } from '../../support/run-client.ts'
import { until } from '../../support/until.ts'

/** Rows take turns, and the last one waits for all others. */
const TIMEOUT_MS = 400_000

afterAll(() => {
  expect(leftovers()).toEqual([])
})

const pause = async ({ service }: CrashStage, paused: boolean): Promise<void> => {
  await httpClient(service.url, service.workspace.keys.test).patch('/v1/senders/inbox_sandbox', { paused })
}

/** Whichever worker brings it there. */
async function sendAgain(stage: CrashStage, runId: string): Promise<void> {
  const { url, workspace } = stage.service
  await until(
    () => runClient(url, workspace.keys.test).get(runId),
    ({ body }) => body.status === 'scheduled',
  )
  await pause(stage, false)
}

describe('a send that waits for a slot, whose worker dies', () => {
  it.concurrent.each(played(['reserve_send:before', 'reserve_send:after'] as const))(
    '%s: waits once, and goes once when its sender sends again',
    async (at) => {
      let again: Promise<void> | undefined
      const ended = await crashedRun({
        crashes: [at],
        environment: 'test',
        prepare: (stage) => pause(stage, true),
        request: {
          capability: 'email.send',
          input: { to: 'robin.sample@example.com', subject: 'A question', text: 'Hello Robin' },
        },
        underway: async (stage, runId) => {
          again = sendAgain(stage, runId)
        },
      })
      await again
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
})
