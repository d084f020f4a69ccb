import { moveWorkflow, type DeploymentTarget } from '../../ops/deployments/deployment.ts'
import { promote } from '../../ops/deployments/route.ts'
import { EXIT_CODES } from '../../ops/deployments/answer.ts'
import { runActor } from '../support/live-providers.ts'
import { runClient } from '../support/run-client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import type { Stage } from '../support/stage.ts'
import { twinSettings } from '../twins/kit/settings.ts'
import { CANARIES, UNBOOKED } from './canaries.ts'
import type { Path } from './paths.ts'

const BUILD = 'recorded'
const WAIT_MS = 60_000

/** A separate service whose workers have a version; its workflows are on the shared server. */
const versioned =
  (walk: (service: TestService, stage: Stage & { place: DeploymentTarget }) => Promise<string>): Path =>
  async (stage) => {
    const deploymentName = `recorded-${Date.now()}`
    const service = await startTestService({
      providers: twinSettings(stage.twins.world),
      finalBillDelayMs: 700,
      version: { deploymentName, buildId: BUILD },
    })
    try {
      const place = { client: service.client, ...service.temporal, deploymentName, identity: 'a test' }
      const { ended, lines } = await promote(place, BUILD, WAIT_MS)
      if (EXIT_CODES[ended] !== 0) throw new Error(lines.join('\n'))
      const id = await walk(service, { ...stage, place })
      await service.client.workflow.getHandle(id).result()
      return id
    } finally {
      await service.stop()
    }
  }

const waitingRun = async (service: TestService, { happen }: Stage): Promise<string> => {
  await happen('apify', 'runs_behave', UNBOOKED)
  const request = runActor({ input: { search: `${CANARIES.name} ${CANARIES.email}` } })
  const { body } = await runClient(service.url, service.workspace.keys.live).run(request)
  return body.run_id
}

/** The same workflows on versioned workers: their steps name the version, and a move is a separate event. */
export const VERSIONED_PATHS: Readonly<Record<string, Path>> = {
  'versioned-actor-final-bill': versioned(async (service, stage) => {
    const runId = await waitingRun(service, stage)
    await stage.happen('apify', 'billed', { cost: 0.01 })
    return runId
  }),
  'versioned-moved-before-the-final-bill': versioned(async (service, stage) => {
    const runId = await waitingRun(service, stage)
    await moveWorkflow(stage.place, runId, BUILD)
    await stage.happen('apify', 'billed', { cost: 0.01 })
    return runId
  }),
}
