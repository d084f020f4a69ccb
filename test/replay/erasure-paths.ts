import { httpClient } from '../support/http.ts'
import { runClient } from '../support/run-client.ts'
import { untilKnown } from '../support/until.ts'
import { CANARIES } from './canaries.ts'
import type { Path } from './paths.ts'

/** The end of an erasure. */
export const ERASURE_PATHS: Readonly<Record<string, Path>> = {
  'erasure-finished': async ({ service }) => {
    const { workspace } = service
    await runClient(service.url, workspace.keys.test).run({
      capability: 'contact.verify',
      input: { email: CANARIES.email },
    })
    const made = await httpClient(service.url, workspace.keys.test).post('/v1/erasures', { subject: CANARIES.email })
    const id = String(made.at('erasure_id'))
    await untilKnown(service.client.workflow.getHandle(id))
    return id
  },
}
