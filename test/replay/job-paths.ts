import { buildWorkspace } from '../build/workspace.ts'
import { type HttpClient, httpClient } from '../support/http.ts'
import type { Stage } from '../support/stage.ts'
import { until } from '../support/until.ts'
import { CANARIES } from './canaries.ts'
import type { Path, Walked } from './paths.ts'

interface Scene extends Stage {
  readonly client: HttpClient
  readonly jobId: string
}

/** A new workspace with one job, whose rows are these tags of emails; `job` is what else its request states. */
const working =
  (tags: readonly string[], job: object, walk: (scene: Scene) => Promise<Walked>): Path =>
  async (stage) => {
    const { keys } = await buildWorkspace(stage.service.db)
    const client = httpClient(stage.service.url, keys.test)
    const items = tags.map((tag, index) => ({ email: `canary${index}${tag}@${CANARIES.domain}` }))
    const made = await client.post('/v1/jobs', {
      capability: 'contact.verify',
      input: { email: '{{email}}' },
      ceiling: '5.00',
      pilot: 0,
      ...job,
      rows: { items },
    })
    return walk({ ...stage, client, jobId: String(made.at('job_id')) })
  }

/** Until it ends, or waits for a request. */
const settled = ({ client, jobId }: Scene): Promise<unknown> => client.get(`/v1/jobs/${jobId}?wait=60`)

async function request(scene: Scene, change: 'approve' | 'cancel' | 'resume'): Promise<void> {
  await scene.client.post(`/v1/jobs/${scene.jobId}/${change}`, {})
}

const throughout = async (scene: Scene): Promise<string> => {
  await settled(scene)
  return scene.jobId
}

/** The job waits; `resume` makes it continue to its end, under a new history. */
const resting =
  (keep: 'first' | 'last', resume: (scene: Scene) => Promise<void>) =>
  async (scene: Scene): Promise<Walked> => {
    const { service, jobId } = scene
    await settled(scene)
    const { runId } = await service.client.workflow.getHandle(jobId).describe()
    await resume(scene)
    await settled(scene)
    return keep === 'first' ? { workflowId: jobId, runId } : jobId
  }

/** Less than the rows may cost. */
const LOW_CEILING = { ceiling: '0.010000' }

async function raise(scene: Scene): Promise<void> {
  await scene.client.patch(`/v1/jobs/${scene.jobId}`, { ceiling: '5.00' })
  await request(scene, 'resume')
}

/** One path for each end of a job, and for what it waits for. */
export const JOB_PATHS: Readonly<Record<string, Path>> = {
  'job-succeeded': working(['', '+no-match', ''], {}, throughout),
  'job-partially-succeeded': working(['', '+error', ''], {}, throughout),
  'job-failed': working(['+error', '+error'], {}, throughout),
  'job-paused': working(['', '', '', '', '', ''], LOW_CEILING, resting('first', raise)),
  'job-paused-and-resumed': working(['', '', '', '', '', ''], LOW_CEILING, resting('last', raise)),
  'job-awaiting-approval': working(
    ['', '', '', ''],
    { pilot: 2, approve: 'manual' },
    resting('first', (scene) => request(scene, 'approve')),
  ),
  'job-approved-after-pilot': working(
    ['', '', '', ''],
    { pilot: 2, approve: 'manual' },
    resting('last', (scene) => request(scene, 'approve')),
  ),
  'job-cancelled': working(['+slow-2', '+slow-2', '+slow-2', '+slow-2'], { concurrency: 2 }, async (scene) => {
    await until(
      () => scene.client.get(`/v1/jobs/${scene.jobId}`),
      (answer) => Number(answer.at('held')) > 0,
    )
    await request(scene, 'cancel')
    return throughout(scene)
  }),
}
