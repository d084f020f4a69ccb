import { CANARIES } from './canaries.ts'
import { buildSession } from '../build/session.ts'
import { runClient } from '../support/run-client.ts'
import { httpClient } from '../support/http.ts'
import type { Stage } from '../support/stage.ts'
import type { Path } from './paths.ts'

/** A sandbox run that waits for an approval, and what happens to it; returns the run's id. */
const waiting =
  (then: (stage: Stage, runId: string) => Promise<unknown>): Path =>
  async (stage) => {
    const { service } = stage
    const { body } = await runClient(service.url, service.workspace.keys.test).run({
      capability: 'contact.find',
      input: { full_name: CANARIES.name, domain: CANARIES.domain },
      approval: 'required',
    })
    await then(stage, body.run_id)
    return body.run_id
  }

/** A person decides, with a note that no history shows. */
const decided =
  (verb: 'approve' | 'reject') =>
  async ({ service }: Stage, runId: string): Promise<unknown> => {
    const { token } = await buildSession(service.db, service.workspace.id)
    return httpClient(service.url, token).post(
      `/v1/runs/${runId}/${verb}`,
      { note: CANARIES.message },
      { 'Service-Environment': 'test' },
    )
  }

/** One path for each way in which a wait for an approval ends. */
export const APPROVAL_PATHS: Readonly<Record<string, Path>> = {
  approved: waiting(decided('approve')),
  'approval-rejected': waiting(decided('reject')),
  'approval-expired': waiting(async ({ service }, runId) => {
    await service.db.pool.query('update approval set expires_at = clock_timestamp() where run_id = $1', [runId])
    await service.client.workflow.getHandle(runId).signal('decide')
  }),
  'cancelled-while-it-waits-for-an-approval': waiting(({ service }, runId) =>
    runClient(service.url, service.workspace.keys.test).cancel(runId),
  ),
}
