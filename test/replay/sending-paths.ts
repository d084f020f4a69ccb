import { CANARIES } from './canaries.ts'
import { httpClient } from '../support/http.ts'
import { runClient } from '../support/run-client.ts'
import type { Stage } from '../support/stage.ts'
import type { Path } from './paths.ts'

const SENDER = '/v1/senders/inbox_sandbox'

/** A sandbox send of a paused sender, and what happens to it while it waits; returns the run's id. */
const scheduled =
  (then: (stage: Stage, runId: string) => Promise<unknown>): Path =>
  async (stage) => {
    const { service } = stage
    const { keys } = service.workspace
    await httpClient(service.url, keys.test).patch(SENDER, { paused: true })
    const { body } = await runClient(service.url, keys.test).run({
      capability: 'email.send',
      input: { to: CANARIES.email, subject: CANARIES.message, text: CANARIES.message },
      routing: { allow_repeat: true },
    })
    await then(stage, body.run_id)
    await httpClient(service.url, keys.test).patch(SENDER, { paused: false })
    return body.run_id
  }

/** One path for each way in which a wait for a slot ends. */
export const SENDING_PATHS: Readonly<Record<string, Path>> = {
  'sent-after-it-waited-for-a-slot': scheduled(async () => undefined),
  'cancelled-while-it-waits-for-a-slot': scheduled(({ service }, runId) =>
    runClient(service.url, service.workspace.keys.test).cancel(runId),
  ),
}
